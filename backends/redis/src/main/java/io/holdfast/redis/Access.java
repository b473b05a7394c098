package io.holdfast.redis;

import io.holdfast.spi.SessionContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What a session works with.
 *
 * @param servers where its requests go
 * @param inbox where it hears of what it was handed
 * @param shards where it hears of that in a Cluster, slot by slot, at a cost that does not grow with the Cluster
 * @param replicated what waits for replicas, if they have to confirm
 * @param closing what to do in the end
 */
record Access(
        Servers servers,
        Inbox inbox,
        @Nullable ShardInboxes shards,
        @Nullable ScriptRunner replicated,
        Runnable closing) {

    /**
     * Opens it.
     *
     * <p>Nothing is waited for: what is not connected yet will be.
     */
    @FunctionalInterface
    interface Opening {

        Access open(SessionContext context);
    }

    static Access server(Connector connector, Settings settings, String description, SessionContext context) {
        Failures failures = Failures.ofServer(description);
        Inbox inbox = new Inbox(connector, context, settings);
        Servers servers = new Requests(connector, context.environment(), settings, failures, inbox::renew);
        if (settings.replicas() == 0) {
            return new Access(servers, inbox, null, null, connector::close);
        }
        Replicated replicated =
                new Replicated(connector, connector::replicas, context.environment(), settings, failures);
        return new Access(
                servers, inbox, null, replicated, () -> replicated.close().thenRun(connector::close));
    }

    static Access cluster(ClusterClient client, Settings settings, String description, SessionContext context) {
        ClusterServers servers = new ClusterServers(client, context.environment(), settings, description);
        Inbox inbox = new Inbox(new AnyNode(servers.map(), servers.nodes()), context, settings);
        ShardInboxes shards = new ShardInboxes(servers.map(), servers.nodes(), context, inbox);
        return new Access(
                servers, inbox, shards, settings.replicas() == 0 ? null : servers.replicated(), client::close);
    }

    void close() {
        List<CompletionStage<?>> closed = new ArrayList<>(List.of(inbox.close(), servers.close()));
        if (shards != null) {
            closed.add(shards.close());
        }
        var unused = CompletableFuture.allOf(closed.stream()
                        .map(CompletionStage::toCompletableFuture)
                        .toArray(CompletableFuture<?>[]::new))
                .whenComplete((done, error) -> closing.run());
    }
}
