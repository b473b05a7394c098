package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockEvent;
import io.holdfast.Release;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Nobody waits longer than needed, nobody is forgotten, and whoever is served is alone. */
class WaitingContract extends EngineGroup {

    private static final int CLIENTS = 3;
    private static final int THREADS = 3;
    private static final int ROUNDS = 12;

    WaitingContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void aReleaseLetsTheNextClientIn() throws Exception {
        String name = name();
        Lease first = open().lock(name).acquire();
        Holdfast next = open();
        CompletableFuture<Lease> waiting = next.lock(name).acquireAsync();
        awaitWaiters(next, name, 1);
        assertThat(waiting).isNotDone();
        assertThat(first.release()).isEqualTo(Release.RELEASED);
        Lease second = served(waiting, A_POLL);
        assertThat(second.isValid()).isTrue();
        assertThat(second.token()).isGreaterThan(first.token());
    }

    @Test
    @Needs(Feature.FIFO)
    void theLockGoesFromClientToClientWithoutWaitingForAPoll() throws Exception {
        int turns = 10;
        String name = name();
        List<Holdfast> clients = List.of(open(), open());
        Lease held = clients.get(0).lock(name).acquire();
        long begin = System.nanoTime();
        for (int turn = 1; turn <= turns; turn++) {
            Holdfast next = clients.get(turn % 2);
            CompletableFuture<Lease> waiting = next.lock(name).acquireAsync();
            awaitWaiters(next, name, 1);
            held.release();
            held = served(waiting, A_POLL);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .as("polls alone would take " + turns + " heartbeats")
                .isLessThan(StoreSession.HEARTBEAT.multipliedBy(turns / 2));
    }

    @Test
    @Needs(Feature.FIFO)
    void clientsAreServedInTheOrderInWhichTheyCame() throws Exception {
        String name = name();
        Lease held = open().lock(name).acquire();
        List<CompletableFuture<Lease>> waiting = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            Holdfast client = open();
            waiting.add(client.lock(name).acquireAsync());
            awaitWaiters(client, name, i);
        }
        while (!waiting.isEmpty()) {
            assertThat(waiting).allSatisfy(later -> assertThat(later).isNotDone());
            held.release();
            held = served(waiting.remove(0), A_POLL);
        }
    }

    @Test
    void everyoneWhoWaitsIsServedThoughSignalsAreLost() throws Exception {
        String name = name();
        SignalFilter deaf = new SignalFilter(store());
        deaf.drop(true);
        Lease held = open(deaf).lock(name).acquire();
        List<CompletableFuture<Release>> served = new ArrayList<>();
        for (int i = 1; i <= 2; i++) {
            Holdfast client = open(deaf);
            served.add(client.lock(name).acquireAsync().thenCompose(Lease::releaseAsync));
            awaitWaiters(client, name, i);
        }
        held.release();
        assertThat(CompletableFuture.allOf(served.toArray(CompletableFuture[]::new)))
                .succeedsWithin(A_POLL.multipliedBy(2));
        assertThat(served).allSatisfy(release -> assertThat(release).isCompletedWithValue(Release.RELEASED));
        if (capabilities().has(Feature.SIGNALS)) {
            assertThat(deaf.dropped()).isPositive();
        }
    }

    @Test
    void aHolderThatDiedIsPassedOverWhenItsLeaseIsOverAndNotBefore() {
        String name = name();
        Client dying = client();
        Claim dead = dying.claim(name).lease(units(2)).take();
        CompletableFuture<Lease> waiting = open().lock(name).acquireAsync();
        fixture().kill(dying.session());
        Lease lease = served(waiting, afterDeath(units(2)));
        assertThat(nanosFrom(dead.validUntil(), System.nanoTime())).isNotNegative();
        assertThat(lease.token()).isGreaterThan(dead.tokens().last());
    }

    @Test
    void aClientPassesTheLockOnAmongItsOwnEachWithATokenOfItsOwn() throws Exception {
        String name = name();
        AtomicInteger passedOn = new AtomicInteger();
        DistributedLock lock = closedLater(Holdfast.builder()
                        .store(store())
                        .listener(event -> passedOn.addAndGet(event.kind() == LockEvent.Kind.HANDED_OFF ? 1 : 0))
                        .build())
                .lock(name);
        List<Long> tokens = new ArrayList<>();
        // It may do so for 20 ms only, which on a busy machine can pass before anyone had a chance.
        Eventually.holds("the lock is passed on inside the client", SOON, () -> {
            Lease held = served(lock.acquireAsync(), SOON);
            List<CompletableFuture<Lease>> waiting = List.of(lock.acquireAsync(), lock.acquireAsync());
            tokens.add(held.token());
            for (CompletableFuture<Lease> next : waiting) {
                assertThat(held.release()).isEqualTo(Release.RELEASED);
                held = served(next, A_POLL);
                tokens.add(held.token());
            }
            assertThat(held.release()).isEqualTo(Release.RELEASED);
            return passedOn.get() > 0;
        });
        tokens.add(open().lock(name).acquire(A_POLL).token());
        assertThat(tokens).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void whoIsServedIsAloneAndTokensGrowFromGrantToGrant() throws Exception {
        String name = name();
        AtomicInteger counter = new AtomicInteger();
        List<Long> tokens = Collections.synchronizedList(new ArrayList<>());
        List<Callable<Boolean>> contenders = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            DistributedLock lock = open().lock(name);
            contenders.addAll(Collections.nCopies(THREADS, () -> {
                for (int round = 0; round < ROUNDS; round++) {
                    lock.run(lease -> {
                        int before = counter.get();
                        tokens.add(lease.token());
                        assertThat(counter.compareAndSet(before, before + 1))
                                .as("nobody else was here")
                                .isTrue();
                    });
                }
                return true;
            }));
        }
        together(contenders);
        assertThat(counter).hasValue(CLIENTS * THREADS * ROUNDS);
        assertThat(tokens).hasSize(CLIENTS * THREADS * ROUNDS).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void brokenConnectionsDoNotDisturbThoseWhoWait() throws Exception {
        assumeTrue(fixture().breakConnections().isPresent(), "There are no connections");
        assertIsServedDespite(fixture().breakConnections().get());
    }

    @Test
    void aRestartDoesNotDisturbThoseWhoWait() throws Exception {
        assumeTrue(fixture().restart().isPresent(), "There is nothing to restart");
        assertIsServedDespite(fixture().restart().get());
    }

    private void assertIsServedDespite(StoreFixture.Fault fault) throws Exception {
        String name = name();
        Lease held = open().lock(name).acquire();
        Holdfast client = open();
        CompletableFuture<Lease> waiting = client.lock(name).acquireAsync();
        awaitWaiters(client, name, 1);
        fault.strike();
        held.release();
        assertThat(served(waiting, SOON).token()).isGreaterThan(held.token());
    }
}
