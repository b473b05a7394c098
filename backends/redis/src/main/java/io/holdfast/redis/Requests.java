package io.holdfast.redis;

import io.holdfast.HoldfastException;
import io.holdfast.StoreUnavailableException;
import io.holdfast.spi.Environment;
import io.lettuce.core.KeyScanArgs;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanCursor;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests, and ends each in time.
 *
 * <p>Lettuce would send again after a reconnect what it had sent before and got no answer to. So whatever is under way
 * when the connection breaks, or when its time is over, is cancelled: that it never sends again. What is asked for while
 * there is no connection waits for one, until its time is over.
 *
 * <p>A connection that is silent for long may have lost its other end without a word, and one to a server that takes no
 * writes leads to a former master: it is made anew, by which the master is looked for again.
 */
final class Requests implements Servers {

    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(2);
    private static final Duration A_MOMENT = Duration.ofMillis(2);
    private static final Duration BETWEEN_RENEWALS = Duration.ofSeconds(1);

    private final Connector connector;
    private final Link<Connector.Line> link;
    private final Environment environment;
    private final Settings settings;
    private final Failures failures;
    private final Deadlines deadlines;
    private final Runnable onRenewal;
    private volatile boolean closed;

    /** Since when requests have run out of time and none was answered, by the clock; 0 if it is not so. */
    private volatile long silentSince;

    private final AtomicLong renewed;
    private volatile Runnable closeOld = () -> {};
    private final AtomicInteger disconnects = new AtomicInteger();

    /**
     * Connects when it has to.
     *
     * @param onRenewal what to do when the connection turned out to be of no use, and is made anew
     */
    Requests(Connector connector, Environment environment, Settings settings, Failures failures, Runnable onRenewal) {
        this.connector = connector;
        this.onRenewal = onRenewal;
        this.renewed = new AtomicLong(environment.clock().nanos() - BETWEEN_RENEWALS.toNanos());
        this.environment = environment;
        this.settings = settings;
        this.failures = failures;
        this.deadlines = new Deadlines(environment, this::tooLate);
        this.link =
                new Link<>(connector::connect, Connector.Line::connection, connector.reconnects(), this::disconnected);
    }

    @Override
    public CompletableFuture<Void> ready() {
        CompletableFuture<Void> ready = new Readiness(environment, settings, failures)
                .of(connected().thenCompose(line -> call(null, "", commands -> commands.ping(), pong -> pong)));
        var unused = ready.thenRun(this::checkFailoverTime);
        return ready;
    }

    private void checkFailoverTime() {
        connector.failoverTime().thenAccept(time -> time.ifPresent(found -> found.check(failures.store())));
    }

    /** Runs a script, by its digest if the server has it. */
    @Override
    public <T> CompletableFuture<T> run(
            @Nullable String name,
            Script script,
            String[] keys,
            String[] args,
            Function<List<Object>, T> meaning,
            @Nullable Supplier<CompletableFuture<T>> whileMoving) {
        ScriptCall call = new ScriptCall(script, keys, args);
        return send(deadline(), name, call::byDigest, call::inFull, meaning);
    }

    @Override
    public <R, T> CompletableFuture<T> call(
            @Nullable String name, String key, Request.Call<R> call, Function<R, T> meaning) {
        return send(deadline(), name, call, null, meaning);
    }

    @Override
    public CompletableFuture<Keys> scan(String from, KeyScanArgs args) {
        return send(
                deadline(),
                null,
                commands -> commands.scan(ScanCursor.of(from), args),
                null,
                (KeyScanCursor<String> found) ->
                        new Keys(found.getKeys(), found.isFinished() ? EDGE : found.getCursor()));
    }

    @Override
    public <E> Collection<List<E>> grouped(List<E> all, Function<E, String> key) {
        return List.of(all);
    }

    private long deadline() {
        return environment.clock().nanos() + settings.commandTimeout().toNanos();
    }

    /** Sends something, which has to be answered by then. */
    <R, T> CompletableFuture<T> send(
            long deadline,
            @Nullable String name,
            Request.Call<R> call,
            Request.@Nullable Call<R> withoutCache,
            Function<R, T> meaning) {
        if (closed) {
            return CompletableFuture.failedFuture(failures.unavailable(name, "its session is closed", null));
        }
        Request<R, T> request = new Request<>(
                deadline - environment.clock().nanos(),
                deadline,
                call,
                withoutCache,
                meaning,
                error -> failed(name, error),
                this::heard,
                this::sendLater);
        deadlines.add(request);
        send(request);
        return request.answer;
    }

    private void send(Request<?, ?> request) {
        Connector.Line line = link.now();
        if (line != null) {
            request.send(line.commands());
        } else {
            sendWhenConnected(request);
        }
    }

    /** Sends something that has not left, in a moment, when it is known here too that the connection is broken. */
    private void sendLater(Request<?, ?> request) {
        environment.scheduler().schedule(() -> send(request), A_MOMENT.toNanos());
    }

    private void sendWhenConnected(Request<?, ?> request) {
        connected().whenComplete((line, error) -> {
            if (error == null) {
                request.send(line.commands());
            } else {
                request.fail(new NotSent(error));
            }
        });
    }

    private CompletionStage<Connector.Line> connected() {
        return link.get();
    }

    private HoldfastException failed(@Nullable String name, Throwable error) {
        if (failures.isOfReplica(error)) {
            renew();
        }
        return failures.of(name, error);
    }

    private void heard() {
        if (silentSince != 0) {
            silentSince = 0;
        }
    }

    private StoreUnavailableException tooLate(long within) {
        long now = environment.clock().nanos();
        long since = silentSince;
        if (since == 0) {
            silentSince = now == 0 ? 1 : now;
        } else if (now - since >= LONGEST_SILENCE.toNanos()) {
            silentSince = 0;
            renew();
        }
        return failures.unavailable(null, "it did not answer within " + Math.round(within / 1e6) + " ms", null);
    }

    /** Not more often than now and then: a server may be a replica for good, or silent for long. */
    private void renew() {
        long now = environment.clock().nanos();
        long last = renewed.get();
        if (now - last >= BETWEEN_RENEWALS.toNanos() && renewed.compareAndSet(last, now)) {
            disconnects.incrementAndGet();
            // What is under way on the old one may still be answered.
            closeOld.run();
            Runnable old = link.renew();
            closeOld = old;
            environment.scheduler().schedule(old, settings.commandTimeout().toNanos());
            onRenewal.run();
        }
    }

    /** {@return a number that changes before anything is sent on another connection} */
    int connections() {
        return disconnects.get();
    }

    private void disconnected() {
        disconnects.incrementAndGet();
        deadlines.failSent(failures.unavailable(null, "the connection broke before the answer was there", null));
    }

    @Override
    public boolean isConnected() {
        Connector.Line line = link.now();
        return line != null && line.connection().isOpen();
    }

    @Override
    public CompletionStage<Void> close() {
        closed = true;
        deadlines.failAll(failures.unavailable(null, "its session was closed", null));
        closeOld.run();
        return link.close();
    }
}
