package io.holdfast.tck;

import io.holdfast.StoreUnavailableException;
import io.holdfast.spi.Environment;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.Signals;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * What stands behind a session with a {@link RemoteServer}. One thread connects and sends, another listens. When the
 * connection breaks, what was not answered fails and is not repeated, and the session connects again by itself.
 */
final class RemoteSession implements InvocationHandler {

    private static final Duration TIME_OUT = Duration.ofSeconds(5);

    private final int port;
    private final SessionContext context;
    private final ExecutorService sender = Executors.newSingleThreadExecutor(Wire.DAEMONS);
    private final Map<Long, CompletableFuture<Object>> unanswered = new ConcurrentHashMap<>();
    private final AtomicLong requests = new AtomicLong(RemoteServer.SIGNAL);
    private final CompletableFuture<Object> ready;
    private volatile Wire wire;
    private volatile boolean closed;

    RemoteSession(int port, SessionContext context) {
        this.port = port;
        this.context = context;
        this.ready = request("ready");
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws IOException {
        return switch (method.getName()) {
            case "ready" -> ready;
            case "isTogether" -> true;
            case "close" -> close();
            case "renew" ->
                Stream.of(((List<?>) arguments[0]).toArray())
                        .map(held -> request("renew", List.of(held)))
                        .toList();
            default -> request(method.getName(), arguments);
        };
    }

    private Object close() throws IOException {
        closed = true;
        sender.shutdown();
        Wire last = wire;
        if (last != null) {
            last.close();
        }
        failAll();
        return null;
    }

    private CompletableFuture<Object> request(String operation, Object... arguments) {
        long id = requests.incrementAndGet();
        CompletableFuture<Object> answer = new CompletableFuture<>();
        unanswered.put(id, answer);
        Environment.Cancellable timeOut =
                context.environment().scheduler().schedule(() -> fail(id), TIME_OUT.toNanos());
        try {
            sender.execute(() -> send(id, operation, arguments));
        } catch (RejectedExecutionException e) {
            fail(id);
        }
        return answer.whenComplete((value, error) -> timeOut.cancel());
    }

    private void send(long id, String operation, Object... arguments) {
        try {
            Wire current = connected();
            if (unanswered.containsKey(id)) {
                current.send(id, context.client(), operation, List.of(arguments));
            }
        } catch (IOException e) {
            fail(id);
        }
    }

    private Wire connected() throws IOException {
        Wire current = wire;
        if (current == null) {
            current = new Wire(new Socket(InetAddress.getLoopbackAddress(), port));
            wire = current;
            current.listen(this::hear, this::reconnect);
        }
        if (closed) {
            current.close();
        }
        return current;
    }

    private void hear(List<?> message) {
        long id = (Long) message.get(0);
        CompletableFuture<Object> answer = unanswered.remove(id);
        if (id == RemoteServer.SIGNAL && !closed) {
            RemoteServer.call(Signals.class, context.signals(), (String) message.get(1), (List<?>) message.get(2));
        } else if (answer != null && message.get(1) instanceof Optional<?> value) {
            answer.complete(value.orElse(null));
        } else if (answer != null) {
            answer.completeExceptionally((Throwable) message.get(1));
        }
    }

    private void reconnect() {
        wire = null;
        failAll();
        if (!closed) {
            request("ready");
            context.signals().suspended();
        }
    }

    private void failAll() {
        unanswered.keySet().forEach(this::fail);
    }

    private void fail(long id) {
        CompletableFuture<Object> answer = unanswered.remove(id);
        if (answer != null) {
            answer.completeExceptionally(new StoreUnavailableException(null, "Cut off, too slow, or closed.", null));
        }
    }
}
