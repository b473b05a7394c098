package io.holdfast.etcd;

import io.etcd.jetcd.options.LeaseOption;
import io.holdfast.spi.Environment;
import io.holdfast.spi.line.Lines;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The etcd leases that this session's claims live by: one for each length that is in use, and kept alive for as long.
 *
 * <p>A lease lasts a little longer than the claims under it, and is kept alive more often than that little. So a claim that is
 * entered between two signs of life has its full time without asking for one. Times count from when a request was sent:
 * jetcd's own keep-alive counts from its answer, by a clock that can be set, and is not used.
 */
final class Leases {

    private static final Duration EVERY = Duration.ofMillis(1500);
    private static final Duration RESERVE = Duration.ofSeconds(2);
    private static final Duration IDLE = Duration.ofSeconds(30);
    private static final Duration GOODBYE = Duration.ofSeconds(1);

    private final Connection connection;
    private final Environment environment;
    private final Duration commandTimeout;
    private final Map<Long, CompletableFuture<EtcdLease>> byLength = new ConcurrentHashMap<>();
    /** Those that are kept alive. */
    private final Map<Long, EtcdLease> alive = new ConcurrentHashMap<>();

    private volatile Lines.@Nullable Listener listener;
    private volatile long looked;
    private volatile boolean closed;

    Leases(Connection connection, Environment environment, Duration commandTimeout) {
        this.connection = connection;
        this.environment = environment;
        this.commandTimeout = commandTimeout;
        this.looked = now();
    }

    void tell(Lines.Listener whom) {
        listener = whom;
    }

    /** {@return a lease by which something new lasts for a time from now on, and a little more} */
    private CompletionStage<EtcdLease> of(Duration time) {
        long seconds = length(time).toSeconds();
        CompletableFuture<EtcdLease> fresh = new CompletableFuture<>();
        CompletableFuture<EtcdLease> known = byLength.putIfAbsent(seconds, fresh);
        if (known != null) {
            return known.thenCompose(lease -> {
                if (lease.use(now())) {
                    return CompletableFuture.completedFuture(lease);
                }
                byLength.remove(seconds, known);
                return of(time);
            });
        }
        var unused = granted(seconds, now() + commandTimeout.toNanos()).whenComplete((lease, error) -> {
            if (error != null) {
                byLength.remove(seconds, fresh);
                fresh.completeExceptionally(error);
            } else {
                keep(lease);
                fresh.complete(lease);
            }
        });
        return fresh;
    }

    /** Does something under a lease; again under a new one if that was gone, since then it was not done. */
    <T> CompletionStage<T> under(Duration time, Function<EtcdLease, CompletableFuture<T>> request) {
        return of(time).thenCompose(lease -> request.apply(lease).exceptionallyCompose(error -> {
            if (!Failures.isNoLease(error)) {
                return CompletableFuture.failedFuture(error);
            }
            ended(lease);
            return of(time).thenCompose(request);
        }));
    }

    /** {@return the length of the lease for such a time} */
    static Duration length(Duration time) {
        return Duration.ofSeconds(seconds(time.plus(RESERVE)));
    }

    private static long seconds(Duration time) {
        return time.plusSeconds(1).minusNanos(1).toSeconds();
    }

    /** {@return a lease that nobody keeps alive, of at least that length} */
    CompletableFuture<EtcdLease> once(Duration time, long deadline) {
        return granted(seconds(time), deadline);
    }

    private CompletableFuture<EtcdLease> granted(long seconds, long deadline) {
        long sent = now();
        return connection
                .send(
                        null,
                        deadline,
                        client -> client.getLeaseClient()
                                .grant(seconds, commandTimeout.toMillis(), TimeUnit.MILLISECONDS))
                .thenApply(
                        granted -> new EtcdLease(granted.getID(), Duration.ofSeconds(granted.getTTL()), sent, now()));
    }

    /** Something that lives by it is to go on doing so. */
    void revive(EtcdLease lease) {
        lease.revive(now());
        keep(lease);
    }

    private void keep(EtcdLease lease) {
        if (!lease.isEnded() && !closed && alive.putIfAbsent(lease.id(), lease) == null) {
            environment.scheduler().schedule(() -> tick(lease), EVERY.toNanos());
        }
    }

    /** {@return one that is kept alive; null if there is none of that id} */
    @Nullable
    EtcdLease find(long id) {
        return alive.get(id);
    }

    /** Perhaps for one who waits. */
    void looked() {
        looked = now();
    }

    private void tick(EtcdLease lease) {
        if (closed || lease.isEnded()) {
            return;
        }
        long now = now();
        boolean waitedFor = lease.isWaitedUnder() && now - looked < IDLE.toNanos();
        if (!waitedFor && lease.rest(now, IDLE)) {
            alive.remove(lease.id(), lease);
            forget(lease);
            var unused = letGo(lease);
            return;
        }
        environment.scheduler().schedule(() -> tick(lease), EVERY.toNanos());
        var unused = keepAlive(lease, now + commandTimeout.toNanos()).whenComplete((until, error) -> {
            if (error != null) {
                notice(Lines.Listener::suspended);
            }
        });
    }

    /** {@return whether it is there; if so it lasts for its length, from before this was called} */
    CompletionStage<Boolean> keepAlive(EtcdLease lease, long deadline) {
        long sent = now();
        return connection
                .send(null, deadline, client -> client.getLeaseClient().keepAliveOnce(lease.id()))
                .thenApply(answer -> {
                    lease.answered(sent, Duration.ofSeconds(answer.getTTL()));
                    return true;
                })
                .exceptionallyCompose(error -> {
                    if (!Failures.isNoLease(error)) {
                        return CompletableFuture.failedFuture(error);
                    }
                    ended(lease);
                    return CompletableFuture.completedFuture(false);
                });
    }

    /** It is not there any more, and so is nothing that lived by it. */
    void ended(EtcdLease lease) {
        forget(lease);
        alive.remove(lease.id(), lease);
        if (lease.end()) {
            notice(each -> each.ended(lease));
        }
    }

    private void forget(EtcdLease lease) {
        byLength.values()
                .removeIf(known -> known.isDone() && !known.isCompletedExceptionally() && known.join() == lease);
    }

    private void notice(Consumer<Lines.Listener> what) {
        Lines.Listener told = listener;
        if (told != null && !closed) {
            what.accept(told);
        }
    }

    /** Revokes it, if nothing lives by it. What does lives on for as long as it may. */
    CompletionStage<Void> letGo(EtcdLease lease) {
        long deadline = now() + GOODBYE.toNanos();
        return connection
                .send(
                        null,
                        deadline,
                        client -> client.getLeaseClient()
                                .timeToLive(
                                        lease.id(),
                                        LeaseOption.builder().withAttachedKeys().build()))
                .thenCompose(left -> left.getKeys().isEmpty() && left.getTTL() > 0
                        ? connection
                                .send(
                                        null,
                                        deadline,
                                        client -> client.getLeaseClient().revoke(lease.id()))
                                .<Void>thenApply(revoked -> null)
                        : CompletableFuture.<Void>completedFuture(null));
    }

    /** Lets all go, and waits for that for a moment. */
    void close() {
        closed = true;
        List<EtcdLease> left = List.copyOf(alive.values());
        alive.clear();
        byLength.clear();
        try {
            CompletableFuture.allOf(left.stream()
                            .map(lease -> letGo(lease).toCompletableFuture())
                            .toArray(CompletableFuture<?>[]::new))
                    .get(GOODBYE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // They end by themselves.
        }
    }

    private long now() {
        return environment.clock().nanos();
    }
}
