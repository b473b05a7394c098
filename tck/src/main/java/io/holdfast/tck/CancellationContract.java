package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.HoldfastClosedException;
import io.holdfast.Lease;
import io.holdfast.LockTimeoutException;
import io.holdfast.Release;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A wait that ends without the lock leaves nothing behind, however it ends. */
class CancellationContract extends EngineGroup {

    private final String name = name();

    // Set up before each test: somebody holds the lock, and another client will wait for it.
    private Lease held;
    private Holdfast client;

    CancellationContract(StoreContract contract) {
        super(contract);
    }

    @BeforeEach
    void holdTheLock() throws Exception {
        held = open().lock(name).acquire();
        client = open();
    }

    @Test
    void aWaitThatTimesOutLeavesNothingBehind() throws Exception {
        assertThat(client.lock(name).tryAcquire(unit())).isEmpty();
        assertNothingIsLeft();
    }

    @Test
    void aWaitThatTimesOutWithAnExceptionLeavesNothingBehind() {
        assertThatThrownBy(() -> client.lock(name).acquire(unit()))
                .isInstanceOf(LockTimeoutException.class)
                .hasMessageContaining(name);
        assertNothingIsLeft();
    }

    @Test
    void aFutureThatIsCancelledLeavesNothingBehind() {
        CompletableFuture<Lease> waiting = queueUp(client);
        assertThat(waiting.cancel(false)).isTrue();
        assertNothingIsLeft();
    }

    @Test
    void aFutureThatSomebodyElseCompletesLeavesNothingBehind() {
        CompletableFuture<Lease> waiting = queueUp(client).orTimeout(1, TimeUnit.MILLISECONDS);
        assertThat(waiting).failsWithin(SOON).withThrowableThat().withCauseInstanceOf(TimeoutException.class);
        assertNothingIsLeft();
    }

    @Test
    void aThreadThatIsInterruptedLeavesNothingBehind() throws Exception {
        CompletableFuture<Lease> outcome = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                outcome.complete(client.lock(name).acquire());
            } catch (InterruptedException | RuntimeException e) {
                outcome.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        awaitWaiters(client, name, 1);
        thread.interrupt();
        assertThat(outcome).failsWithin(SOON).withThrowableThat().withCauseInstanceOf(InterruptedException.class);
        assertNothingIsLeft();
    }

    @Test
    void aClientThatIsClosedWhileItWaitsLeavesNothingBehind() {
        Holdfast closing = open();
        CompletableFuture<Lease> waiting = queueUp(closing);
        closing.close();
        assertThat(waiting).failsWithin(SOON).withThrowableThat().withCauseInstanceOf(HoldfastClosedException.class);
        assertNothingIsLeft();
    }

    @Test
    void tryingLeavesNothingBehind() {
        assertThat(client.lock(name).tryAcquire()).isEmpty();
        assertThat(waiters(client, name)).isEmpty();
        assertNothingIsLeft();
    }

    @Test
    void whenOneOfTwoGivesUpTheOtherIsStillServed() {
        CompletableFuture<Lease> one = queueUp(client);
        CompletableFuture<Lease> other = client.lock(name).acquireAsync();
        assertThat(one.cancel(false)).isTrue();
        held.release();
        assertThat(served(other, A_POLL).release()).isEqualTo(Release.RELEASED);
        assertThat(client.locks().find(name)).isEmpty();
    }

    @Test
    void aGrantThatCrossesWithACancellationIsGivenBack() throws Exception {
        // Nobody tells the client that it was handed the lock, so it gives up what it does not know it has.
        SignalFilter deaf = new SignalFilter(store());
        deaf.drop(true);
        CompletableFuture<Lease> waiting = queueUp(open(deaf));
        held.release();
        if (!waiting.cancel(false)) {
            waiting.join().release();
        }
        Duration sooner = StoreSession.GRANT_LEASE.minusMillis(500);
        assertThat(client.lock(name).tryAcquire(sooner))
                .as("the lock, before the grant ends by itself")
                .isPresent();
    }

    private CompletableFuture<Lease> queueUp(Holdfast waiter) {
        CompletableFuture<Lease> waiting = waiter.lock(name).acquireAsync();
        awaitWaiters(waiter, name, 1);
        return waiting;
    }

    /** Asserts that nobody waits any more, and that the lock is to be had at once when its holder gives it back. */
    private void assertNothingIsLeft() {
        awaitWaiters(client, name, 0);
        assertThat(held.release()).isEqualTo(Release.RELEASED);
        if (!capabilities().has(Feature.FIFO)) {
            // Who waits without a queue asks now and then. What it had asked when it gave up may be granted by now, and
            // is given back as soon as the client hears of it: long before it would end by itself.
            Eventually.holds(
                    "it is given back", A_POLL, () -> client.locks().find(name).isEmpty());
        }
        assertThat(client.locks().find(name)).isEmpty();
        assertThat(client.lock(name).tryAcquire())
                .hasValueSatisfying(lease -> assertThat(lease.token()).isGreaterThan(held.token()));
    }
}
