package io.holdfast.redis;

import io.holdfast.LockKind;
import io.holdfast.spi.Ask;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a claim that asks is put to the scripts, always as the last of their arguments: owner, client, lease, grant lease,
 * lock delay, block, units; and, only if it can be told by a channel in the lock's slot, that slot's tag. A note stands in
 * the same argument as the client, and behind it wherever that is kept, so that without one there is nothing.
 *
 * @param client the client's id
 * @param mixedUse whether others take part who know no queue, so that a mutex is not handed to who waits
 * @param shards the channels in slots, if there are any
 */
record AskArguments(
        String client, boolean mixedUse, @Nullable ShardInboxes shards) {

    /** {@return what is said first, and then the claim} */
    String[] behind(List<String> first, Ask ask, LockKeys keys) {
        List<String> all = new ArrayList<>(first.size() + 8);
        all.addAll(first);
        all.add(ask.owner());
        all.add(NotedClient.text(client, ask.note()));
        all.add(RedisSession.millis(ask.lease()));
        // Without a grant lease, word that the lock is free is all that it gets.
        boolean told = mixedUse && ask.demand().kind() == LockKind.MUTEX;
        all.add(told ? "0" : RedisSession.millis(ask.grantLease()));
        all.add(RedisSession.millis(ask.lockDelay()));
        all.add(Integer.toString(Math.max(1, ask.block())));
        all.add(Integer.toString(ask.demand().units()));
        String tag = shards == null ? null : shards.tag(keys.lock());
        if (tag != null) {
            all.add(tag);
        }
        return all.toArray(String[]::new);
    }
}
