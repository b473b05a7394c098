package io.holdfast.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One node of a Cluster: a connection of its own, whose break or silence concerns no other node.
 *
 * <p>What a node is asked on behalf of a slot that is moving to it needs ASKING right before it. So that nothing comes in
 * between, that has a second connection, made when it is first needed, on which one thread sends nothing but such pairs.
 */
final class ClusterNode {

    private final Requests requests;
    private final Supplier<Requests> connect;
    private final Supplier<Replicated> connectReplicated;
    private @Nullable Requests asking;
    private @Nullable Replicated replicated;

    /**
     * Nothing is connected yet.
     *
     * @param connect prepares a connection to it
     * @param connectReplicated prepares a connection to it that waits for its replicas
     */
    ClusterNode(Supplier<Requests> connect, Supplier<Replicated> connectReplicated) {
        this.connect = connect;
        this.connectReplicated = connectReplicated;
        this.requests = connect.get();
    }

    /** {@return the way to it for what it has} */
    Requests requests() {
        return requests;
    }

    /** Sends what it is asked on behalf of a slot that is moving to it. Must always be called on the same thread. */
    <R, T> CompletableFuture<T> ask(
            long deadline, @Nullable String name, Request.Call<R> call, Function<R, T> meaning) {
        return asking().send(
                        deadline,
                        name,
                        commands -> {
                            var unused = commands.asking();
                            return call.send(commands);
                        },
                        null,
                        meaning);
    }

    /** {@return the way to it for what its replicas have to confirm} */
    synchronized Replicated replicated() {
        if (replicated == null) {
            replicated = connectReplicated.get();
        }
        return replicated;
    }

    private synchronized Requests asking() {
        if (asking == null) {
            asking = connect.get();
        }
        return asking;
    }

    CompletableFuture<Void> close() {
        List<CompletionStage<Void>> closed = new ArrayList<>(List.of(requests.close()));
        synchronized (this) {
            if (asking != null) {
                closed.add(asking.close());
            }
            if (replicated != null) {
                closed.add(replicated.close());
            }
        }
        return CompletableFuture.allOf(
                closed.stream().map(CompletionStage::toCompletableFuture).toArray(CompletableFuture<?>[]::new));
    }
}
