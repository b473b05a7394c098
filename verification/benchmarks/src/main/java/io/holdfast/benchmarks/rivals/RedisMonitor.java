package io.holdfast.benchmarks.rivals;

import io.holdfast.servers.RedisServer;
import io.holdfast.servers.RespConnection;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Counts the requests that a Redis gets, by its own {@code MONITOR}.
 *
 * <p>{@code INFO commandstats} would be cheaper, but adds what scripts call to what clients send: the {@code DEL} in
 * somebody's script and the {@code DEL} that somebody sends are one number there.
 */
final class RedisMonitor implements AutoCloseable {

    private static final String END = "holdfast-end-of-count";
    private static final long PATIENCE_SECONDS = 60;

    private final RedisServer server;
    private final RespConnection connection;
    private final CompletableFuture<Long> count = new CompletableFuture<>();

    private RedisMonitor(RedisServer server) {
        this.server = server;
        this.connection = server.connect();
        connection.command("MONITOR");
        Thread thread = new Thread(this::read, "bench-monitor");
        thread.setDaemon(true);
        thread.start();
    }

    static RedisMonitor open(RedisServer server) {
        return new RedisMonitor(server);
    }

    private void read() {
        try {
            long requests = 0;
            for (String line = next(); !line.contains(END); line = next()) {
                if (!isInsideScript(line)) {
                    requests++;
                }
            }
            count.complete(requests);
        } catch (RuntimeException e) {
            count.completeExceptionally(e);
        }
    }

    private String next() {
        while (true) {
            try {
                return String.valueOf(connection.receive());
            } catch (UncheckedIOException e) {
                // Nobody asked for anything for a while.
                if (!(e.getCause() instanceof SocketTimeoutException)) {
                    throw e;
                }
            }
        }
    }

    /** {@return whether it is like {@code 1700000000.000000 [0 lua] "get" "key"}} */
    static boolean isInsideScript(String line) {
        int bracket = line.indexOf(']');
        return bracket > 0 && line.startsWith(" lua", bracket - " lua".length());
    }

    /** {@return how many requests there were until now} */
    long stop() {
        server.command("ECHO", END);
        try {
            return count.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while counting requests", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("cannot count the requests to " + server, e);
        }
    }

    @Override
    public void close() {
        connection.close();
    }
}
