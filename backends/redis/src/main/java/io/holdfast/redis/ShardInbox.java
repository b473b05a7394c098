package io.holdfast.redis;

import io.lettuce.core.pubsub.RedisPubSubListener;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.concurrent.CompletionStage;

/** A connection to one node of a Cluster, for the messages that are published in its slots. */
final class ShardInbox {

    private final Link<StatefulRedisPubSubConnection<String, String>> link;

    /**
     * Connects when it has to.
     *
     * @param connector how to
     * @param listener whom to tell what comes
     * @param onDisconnected what to do when it breaks, and with it all subscriptions
     */
    ShardInbox(Connector connector, RedisPubSubListener<String, String> listener, Runnable onDisconnected) {
        this.link = new Link<>(
                () -> connector.connectInbox().thenApply(connection -> {
                    connection.addListener(listener);
                    return connection;
                }),
                connection -> connection,
                connector.reconnects(),
                onDisconnected);
    }

    boolean isOpen() {
        StatefulRedisPubSubConnection<String, String> connection = link.now();
        return connection != null && connection.isOpen();
    }

    /** Subscribes to one channel. Each is in a slot of its own, so there is a request for each. */
    CompletionStage<Void> subscribe(String channel) {
        return link.get().thenCompose(connection -> connection.async().ssubscribe(channel));
    }

    void unsubscribe(String channel) {
        StatefulRedisPubSubConnection<String, String> connection = link.now();
        if (connection != null) {
            var unused = connection.async().sunsubscribe(channel);
        }
    }

    CompletionStage<Void> close() {
        return link.close();
    }
}
