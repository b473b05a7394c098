package io.holdfast.redis;

import io.holdfast.simulation.net.Node;
import io.holdfast.simulation.net.Wire;
import io.holdfast.simulation.time.Machine;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.NullMarked;

/** Connects to simulated servers, and stands for Lettuce: what the store asks of that is done as Lettuce does it. */
@NullMarked
final class SimulatedConnector implements Connector {

    private static final long CONNECT_NANOS = Duration.ofSeconds(2).toNanos();

    private final Machine machine;
    private final Supplier<Node> server;
    private final boolean reconnects;

    SimulatedConnector(Machine machine, Supplier<Node> server, boolean reconnects) {
        this.machine = machine;
        this.server = server;
        this.reconnects = reconnects;
    }

    @Override
    public CompletionStage<Line> connect() {
        return dial().thenApply(wire -> new SimulatedConnection(this, wire).line());
    }

    @Override
    public CompletionStage<StatefulRedisPubSubConnection<String, String>> connectInbox() {
        return dial().thenApply(wire -> new SimulatedConnection(this, wire).inbox());
    }

    /** Connects, or fails in time. */
    CompletableFuture<Wire> dial() {
        CompletableFuture<Wire> dialled = new CompletableFuture<>();
        server.get().connect(machine, wire -> {
            if (wire == null) {
                dialled.completeExceptionally(new RedisConnectionException("Connection refused"));
            } else if (!dialled.complete(wire)) {
                wire.close();
            }
        });
        if (!dialled.isDone()) {
            machine.schedule(
                    () -> dialled.completeExceptionally(new RedisConnectionException("connection timed out")),
                    CONNECT_NANOS);
        }
        return dialled;
    }

    Machine machine() {
        return machine;
    }

    @Override
    public CompletionStage<Integer> replicas() {
        return CompletableFuture.completedFuture(0);
    }

    @Override
    public boolean reconnects() {
        return reconnects;
    }

    @Override
    public void close() {}
}
