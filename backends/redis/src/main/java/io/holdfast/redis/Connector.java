package io.holdfast.redis;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** How to reach the servers: all that differs between a client of the application's and one of our own. */
interface Connector {

    /**
     * A connection for requests.
     *
     * @param connection the connection
     * @param commands what can be sent on it
     */
    record Line(StatefulConnection<String, String> connection, RedisClusterAsyncCommands<String, String> commands) {}

    /** Opens a connection for requests, without waiting for it. */
    CompletionStage<Line> connect();

    /** Opens a connection for messages, without waiting for it. */
    CompletionStage<StatefulRedisPubSubConnection<String, String>> connectInbox();

    /** {@return how many replicas the master should have, whether or not they can be reached now} */
    CompletionStage<Integer> replicas();

    /** {@return how long it takes until another master takes the place of one that died, if somebody sees to that} */
    default CompletionStage<Optional<FailoverTime>> failoverTime() {
        return CompletableFuture.completedFuture(Optional.empty());
    }

    /** {@return whether a connection that broke comes back by itself} */
    boolean reconnects();

    /** Closes what is ours beyond the connections. */
    void close();
}
