package io.holdfast.redis;

import io.holdfast.spi.Ask;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a claim that asks is put to the scripts: owner, client, lease, grant lease, lock delay, block; and at the very end,
 * only if it can be told by a channel in the lock's slot, that slot's tag.
 *
 * @param client the client's id
 * @param mixedUse whether others take part who know no queue, so that the lock is not handed to who waits
 * @param shards the channels in slots, if there are any
 */
record AskArguments(
        String client, boolean mixedUse, @Nullable ShardInboxes shards) {

    /** {@return the claim, and then more} */
    String[] of(Ask ask, LockKeys keys, String... more) {
        List<String> all = new ArrayList<>(8);
        add(ask, all);
        all.addAll(List.of(more));
        return tagged(keys, all);
    }

    /** {@return something else, and then the claim} */
    String[] behind(List<String> first, Ask ask, LockKeys keys) {
        List<String> all = new ArrayList<>(first);
        add(ask, all);
        return tagged(keys, all);
    }

    private void add(Ask ask, List<String> all) {
        all.add(ask.owner());
        all.add(client);
        all.add(RedisSession.millis(ask.lease()));
        // Without a grant lease, word that the lock is free is all that it gets.
        all.add(mixedUse ? "0" : RedisSession.millis(ask.grantLease()));
        all.add(RedisSession.millis(ask.lockDelay()));
        all.add(Integer.toString(Math.max(1, ask.block())));
    }

    private String[] tagged(LockKeys keys, List<String> all) {
        String tag = shards == null ? null : shards.tag(keys.lock());
        if (tag != null) {
            all.add(tag);
        }
        return all.toArray(String[]::new);
    }
}
