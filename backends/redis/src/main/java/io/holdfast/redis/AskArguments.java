package io.holdfast.redis;

import io.holdfast.LockKind;
import io.holdfast.spi.Ask;
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
        String tag = shards == null ? null : shards.tag(keys.lock());
        String[] all = first.toArray(new String[first.size() + (tag == null ? 7 : 8)]);
        int next = first.size();
        all[next++] = ask.owner();
        all[next++] = NotedClient.text(client, ask.note());
        all[next++] = RedisSession.millis(ask.lease());
        // Without a grant lease, word that the lock is free is all that it gets.
        boolean told = mixedUse && ask.demand().kind() == LockKind.MUTEX;
        all[next++] = told ? "0" : RedisSession.millis(ask.grantLease());
        all[next++] = RedisSession.millis(ask.lockDelay());
        all[next++] = Integer.toString(Math.max(1, ask.block()));
        all[next++] = Integer.toString(ask.demand().units());
        if (tag != null) {
            all[next] = tag;
        }
        return all;
    }
}
