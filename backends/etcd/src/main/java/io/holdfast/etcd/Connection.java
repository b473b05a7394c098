package io.holdfast.etcd;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import io.holdfast.spi.Environment;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection: sends requests, each with a time by which it is answered or has failed.
 *
 * <p>jetcd repeats reads, grants and revocations, and a transaction only if etcd refused the login's token, so that it was not
 * executed. What it does not do is give up: it waits for a server for ever, and gRPC waits up to two minutes between two
 * attempts to reach one. So a client that we opened has its requests cut off in time, fails at once when there is no
 * server, and is replaced by a new one when nothing is heard for a while.
 */
final class Connection {

    private static final Duration KEEP_ALIVE = Duration.ofSeconds(10);
    private static final Duration KEEP_ALIVE_TIMEOUT = Duration.ofSeconds(3);

    /** For how long nothing may be heard while requests fail. */
    private static final long PATIENCE = Duration.ofSeconds(2).toNanos();

    /** How old a client is at least that is replaced because one of several servers does not answer. */
    private static final long SETTLED = Duration.ofSeconds(5).toNanos();

    private final @Nullable Supplier<Client> opening;
    private final Failures failures;
    private final Environment environment;
    private final ReentrantLock mutex = new ReentrantLock();
    private final Set<Client> replaced = ConcurrentHashMap.newKeySet();
    private volatile Client client;
    private volatile long heard;
    private volatile long opened;
    private volatile boolean closed;

    private Connection(Client client, @Nullable Supplier<Client> opening, Failures failures, Environment environment) {
        this.client = client;
        this.opening = opening;
        this.failures = failures;
        this.environment = environment;
        this.heard = now();
        this.opened = heard;
    }

    /** {@return a connection by a client of the application's} */
    static Connection of(Client client, Failures failures, Environment environment) {
        return new Connection(client, null, failures, environment);
    }

    /** {@return a connection by clients of our own} */
    static Connection open(ClientBuilder recipe, Duration commandTimeout, Failures failures, Environment environment) {
        Supplier<Client> opening = () -> recipe.copy()
                .interceptor(new CutOff(commandTimeout.toMillis()))
                .waitForReady(false)
                .keepaliveTime(KEEP_ALIVE)
                .keepaliveTimeout(KEEP_ALIVE_TIMEOUT)
                .connectTimeout(commandTimeout)
                .build();
        return new Connection(opening.get(), opening, failures, environment);
    }

    /** Lets no request be sent, or waited for, after its time. */
    private record CutOff(long millis) implements ClientInterceptor {
        @Override
        public <A, B> ClientCall<A, B> interceptCall(
                MethodDescriptor<A, B> method, CallOptions options, Channel channel) {
            boolean endless = method.getFullMethodName().endsWith(".Watch/Watch");
            return channel.newCall(
                    method, endless ? options : options.withDeadlineAfter(millis, TimeUnit.MILLISECONDS));
        }
    }

    Failures failures() {
        return failures;
    }

    Client client() {
        return client;
    }

    /**
     * Sends a request.
     *
     * @param lock what it is about
     * @param deadline when it has failed if it was not answered
     * @param request sends it
     */
    <T> CompletableFuture<T> send(
            @Nullable String lock, long deadline, Function<Client, CompletableFuture<T>> request) {
        return send(lock, deadline, request, () -> {});
    }

    /**
     * Sends a request.
     *
     * @param late called if it was answered, or came to nothing, after its time
     */
    <T> CompletableFuture<T> send(
            @Nullable String lock, long deadline, Function<Client, CompletableFuture<T>> request, Runnable late) {
        long start = now();
        Client used = client;
        if (closed) {
            return CompletableFuture.failedFuture(failures.closed(lock));
        }
        if (deadline - start <= 0) {
            return CompletableFuture.failedFuture(
                    failures.unavailable(lock, "there was no time left for another request", null));
        }
        CompletableFuture<T> answer = new CompletableFuture<>();
        Environment.Cancellable timer = environment
                .scheduler()
                .schedule(
                        () -> {
                            if (answer.completeExceptionally(failures.notAnswered(
                                    lock, Duration.ofNanos(now() - start).toMillis()))) {
                                failed(used, true);
                            }
                        },
                        deadline - start);
        CompletableFuture<T> sent;
        try {
            sent = request.apply(used);
        } catch (RuntimeException e) {
            sent = CompletableFuture.failedFuture(e);
        }
        var unused = sent.whenComplete((value, error) -> {
            timer.cancel();
            if (error == null) {
                heard = now();
            } else if (Failures.isNoConnection(error)) {
                failed(used, Failures.isNoAnswer(error));
            }
            boolean timely =
                    error == null ? answer.complete(value) : answer.completeExceptionally(failures.of(lock, error));
            if (!timely) {
                late.run();
            }
        });
        return answer;
    }

    /**
     * A client that has not reached anybody for a while may be waiting for its next attempt: a new one tries at once. And one
     * that goes on asking a server that is silent takes a while to notice: a new one uses only those that greet it.
     */
    private void failed(Client used, boolean silent) {
        Supplier<Client> another = opening;
        if (another == null) {
            return;
        }
        mutex.lock();
        try {
            long now = now();
            boolean useless = now - heard >= PATIENCE || (silent && now - opened >= SETTLED);
            if (closed || used != client || !useless) {
                return;
            }
            client = another.get();
            replaced.add(used);
            opened = now;
            // Not again before this one had its time.
            heard = now;
        } finally {
            mutex.unlock();
        }
        // What is still under way there may yet be answered.
        environment
                .scheduler()
                .schedule(
                        () -> {
                            if (replaced.remove(used)) {
                                used.close();
                            }
                        },
                        SETTLED);
    }

    /** Ends it. What was not answered fails. */
    void close() {
        Client last;
        mutex.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            last = client;
        } finally {
            mutex.unlock();
        }
        if (opening != null) {
            last.close();
            replaced.forEach(Client::close);
        }
    }

    private long now() {
        return environment.clock().nanos();
    }
}
