package io.holdfast.redis;

import io.holdfast.simulation.net.Wire;
import io.holdfast.simulation.server.Failure;
import io.holdfast.simulation.server.Status;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.internal.ExceptionFactory;
import io.lettuce.core.pubsub.RedisPubSubListener;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * A connection as Lettuce has it. If it is one that comes back by itself, what was sent and neither answered nor cancelled
 * is sent again then, and what is sent in between waits for it.
 */
@NullMarked
final class SimulatedConnection {

    private static final long RECONNECT_NANOS = Duration.ofMillis(100).toNanos();

    private final SimulatedConnector connector;
    private final List<RedisConnectionStateListener> listeners = new ArrayList<>();
    private final List<RedisPubSubListener<String, String>> subscribers = new ArrayList<>();
    private final Set<String> channels = new LinkedHashSet<>();
    private final Set<SimulatedReply> pending = new LinkedHashSet<>();
    private Wire wire;
    private boolean closed;

    SimulatedConnection(SimulatedConnector connector, Wire wire) {
        this.connector = connector;
        this.wire = wire;
        listen();
    }

    private void listen() {
        wire.onBreak(this::broken);
        wire.onMessage((channel, message) -> subscribers.forEach(each -> each.message(channel, message)));
    }

    private void broken() {
        if (closed) {
            return;
        }
        List.copyOf(listeners).forEach(each -> each.onRedisDisconnected(null));
        if (connector.reconnects()) {
            reconnectLater();
        } else {
            failPending("Connection disconnected");
        }
    }

    private void failPending(String why) {
        List<SimulatedReply> unanswered = List.copyOf(pending);
        pending.clear();
        unanswered.forEach(reply -> reply.completeExceptionally(new RedisException(why)));
    }

    private void reconnectLater() {
        connector.machine().schedule(this::reconnect, RECONNECT_NANOS);
    }

    private void reconnect() {
        if (closed) {
            return;
        }
        var unused = connector.dial().whenComplete((found, error) -> {
            if (error != null) {
                reconnectLater();
            } else if (closed) {
                found.close();
            } else {
                wire = found;
                listen();
                channels.forEach(channel -> wire.send(done -> {}, "SUBSCRIBE", channel));
                pending.removeIf(SimulatedReply::isDone);
                List.copyOf(pending).forEach(this::transmit);
            }
        });
    }

    private SimulatedReply send(Function<@Nullable Object, @Nullable Object> meaning, String... words) {
        SimulatedReply reply = new SimulatedReply(words, meaning);
        if (closed || (!wire.isOpen() && !connector.reconnects())) {
            reply.completeExceptionally(new RedisException("Currently not connected. Commands are rejected."));
            return reply;
        }
        pending.removeIf(SimulatedReply::isDone);
        pending.add(reply);
        if (wire.isOpen()) {
            transmit(reply);
        }
        return reply;
    }

    private void transmit(SimulatedReply reply) {
        wire.send(answer -> answered(reply, answer), reply.words);
    }

    private void answered(SimulatedReply reply, @Nullable Object answer) {
        pending.remove(reply);
        if (answer instanceof Failure failure) {
            reply.completeExceptionally(ExceptionFactory.createExecutionException(failure.message()));
        } else {
            reply.complete(reply.meaning.apply(answer));
        }
    }

    private CompletableFuture<@Nullable Void> close() {
        closed = true;
        wire.close();
        failPending("Connection closed");
        return CompletableFuture.completedFuture(null);
    }

    Connector.Line line() {
        return new Connector.Line(
                proxy(StatefulConnection.class, this::connection),
                proxy(
                        RedisClusterAsyncCommands.class,
                        (proxy, method, args) -> new SimulatedCommands(this::send)
                                .run(method.getName(), args == null ? new Object[0] : args)));
    }

    StatefulRedisPubSubConnection<String, String> inbox() {
        return proxy(StatefulRedisPubSubConnection.class, this::connection);
    }

    @SuppressWarnings({"unchecked", "FutureReturnValueIgnored"}) // Whoever called the proxy has the future.
    private @Nullable Object connection(Object proxy, java.lang.reflect.Method method, Object @Nullable [] args) {
        switch (method.getName()) {
            case "addListener" -> {
                Object listener = args == null ? null : args[0];
                if (listener instanceof RedisConnectionStateListener each) {
                    listeners.add(each);
                } else {
                    subscribers.add((RedisPubSubListener<String, String>) listener);
                }
                return null;
            }
            case "isOpen" -> {
                return !closed && wire.isOpen();
            }
            case "closeAsync" -> {
                return close();
            }
            case "async" -> {
                return proxy(RedisPubSubAsyncCommands.class, (commands, command, words) -> subscribe(words));
            }
            case "hashCode" -> {
                return System.identityHashCode(proxy);
            }
            case "equals" -> {
                return args != null && proxy == args[0];
            }
            default -> throw new UnsupportedOperationException(method.toString());
        }
    }

    private SimulatedReply subscribe(Object[] words) {
        String channel = ((Object[]) words[0])[0].toString();
        channels.add(channel);
        return send(done -> null, "SUBSCRIBE", channel);
    }

    static @Nullable Object plain(@Nullable Object reply) {
        return reply instanceof Status status ? status.text() : reply;
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"
    }) // A raw class is all there is of a generic interface.
    private static <T> T proxy(Class<?> type, InvocationHandler handler) {
        return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
    }
}
