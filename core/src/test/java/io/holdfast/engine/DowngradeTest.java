package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.ClaimInfo;
import io.holdfast.Holdfast;
import io.holdfast.HoldfastClosedException;
import io.holdfast.InvalidLockException;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LockOptions;
import io.holdfast.ReadWriteLock;
import io.holdfast.Release;
import io.holdfast.engine.TestStore.Call;
import io.holdfast.engine.TestStore.Operation;
import io.holdfast.memory.MemoryStore;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Capabilities;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Held;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A writer that becomes a reader without a gap, and all that can go wrong on the way. */
class DowngradeTest {

    /** What of a lease of ten seconds can be relied upon. */
    private static final Duration USABLE = Duration.ofMillis(10_000 - 102);

    private final World world = new World();
    private final World.Client one = world.client();
    private final World.Client two = world.client();
    private final ReadWriteLock mine = one.engine.readWriteLock(World.NAME);
    private final ReadWriteLock theirs = two.engine.readWriteLock(World.NAME);
    private final AtomicInteger told = new AtomicInteger();

    @Test
    void theReadersBehindItAreLetInAndTheWritersAreNot() {
        Lease writer = one.acquire(mine.writeLock());
        CompletableFuture<Lease> reader = theirs.readLock().acquireAsync();
        CompletableFuture<Lease> next = theirs.writeLock().acquireAsync();
        CompletableFuture<Lease> nextHere = mine.writeLock().acquireAsync();
        world.time.settle();

        Lease read = mine.downgrade(writer);
        world.time.settle();

        assertThat(writer.state()).isEqualTo(Lease.State.RELEASED);
        assertThat(writer.isValid()).isFalse();
        assertThat(writer.release()).isEqualTo(Release.RELEASED);
        writer.close();
        assertThat(read.token())
                .isGreaterThanOrEqualTo(writer.token())
                .isEqualTo(reader.join().token());
        world.advance(Duration.ofMinutes(1));
        assertThat(read.state()).isEqualTo(Lease.State.HELD);
        assertThat(next).isNotDone();
        assertThat(nextHere).isNotDone();
        assertThat(world.info().orElseThrow().holders()).hasSize(2);

        read.release();
        reader.join().release();
        world.time.settle();
        assertThat(next.join().token()).isGreaterThan(read.token());
        next.join().release();
        world.time.settle();
        nextHere.join().release();
        everythingIsGone();
    }

    @Test
    void aRequestThatIsLostIsRepeated() {
        CompletableFuture<Lease> read = downgradeWithTheRequestHeldUp();
        one.store.heal();
        one.store.last(Operation.DOWNGRADE).timeOut();
        world.advance(Duration.ofSeconds(1));
        assertThat(read).isCompleted();
        assertThat(one.store.calls(Operation.DOWNGRADE)).hasSize(2);
        read.join().release();
        everythingIsGone();
    }

    @Test
    void anAnswerThatIsLostIsAskedForAgainAndThereIsOneReader() {
        CompletableFuture<Lease> read = downgradeWithTheRequestHeldUp();
        one.store.heal();
        one.store.last(Operation.DOWNGRADE).execute().timeOut();
        world.advance(Duration.ofSeconds(1));
        assertThat(read.join().isValid()).isTrue();
        assertThat(world.info().orElseThrow().holders()).hasSize(1);
        assertThat(theirs.readLock().tryAcquire()).as("it is shared").hasValueSatisfying(Lease::release);
        assertThat(theirs.writeLock().tryAcquire()).isEmpty();
        read.join().release();
        everythingIsGone();
    }

    @Test
    void theDeadlineCountsFromTheRequestThatWasAnswered() {
        CompletableFuture<Lease> read = downgradeWithTheRequestHeldUp();
        one.store.last(Operation.DOWNGRADE).execute();
        world.advance(Duration.ofSeconds(4));
        one.store.cut();
        one.store.last(Operation.DOWNGRADE).answer();
        world.time.settle();
        assertThat(read.join().remaining()).isEqualTo(USABLE.minusSeconds(4));
    }

    @Test
    void aReaderWithLittleLeftIsRenewedFirst() {
        Lease writer = one.acquire(mine.writeLock());
        LockOptions demanding = LockOptions.defaults().minRemaining(Duration.ofSeconds(8));
        one.store.hold(Operation.DOWNGRADE);
        CompletableFuture<Lease> read = mine.with(demanding).downgradeAsync(writer);
        one.store.last(Operation.DOWNGRADE).execute();
        world.advance(Duration.ofSeconds(5));
        one.store.last(Operation.DOWNGRADE).answer();
        world.time.settle();
        assertThat(read.join().remaining()).isEqualTo(USABLE);
    }

    @Test
    void aReaderThatIsGoneBeforeItCouldBeConfirmedIsLostAndNotAskedForAnew() {
        Lease writer = one.acquire(mine.writeLock());
        LockOptions demanding = LockOptions.defaults().minRemaining(Duration.ofSeconds(8));
        one.store.hold(Operation.DOWNGRADE);
        CompletableFuture<Lease> read = mine.with(demanding).downgradeAsync(writer);
        one.store.last(Operation.DOWNGRADE).execute();
        world.advance(Duration.ofSeconds(5));
        rob(Demand.READ);
        one.store.last(Operation.DOWNGRADE).answer();
        world.time.settle();
        assertThatThrownBy(read::join).hasCauseInstanceOf(LeaseLostException.class);
        everythingIsGone();
    }

    @Test
    void aReaderThatTheStoreTakesAwayWhileItIsConfirmedIsNotAskedForAnewEither() {
        Lease writer = one.acquire(mine.writeLock());
        LockOptions demanding = LockOptions.defaults().minRemaining(Duration.ofSeconds(8));
        one.store.hold(Operation.DOWNGRADE);
        CompletableFuture<Lease> read = mine.with(demanding).downgradeAsync(writer);
        Call call = one.store.last(Operation.DOWNGRADE).execute();
        world.advance(Duration.ofSeconds(5));
        one.store.hold(Operation.RENEW);
        call.answer();
        world.time.settle();
        assertThat(read).isNotDone();
        rob(Demand.READ);
        one.engine.lost(World.NAME, ((Ask) call.request).owner());
        world.time.settle();
        assertThatThrownBy(read::join).hasCauseInstanceOf(LeaseLostException.class);
        assertThat(one.store.calls(Operation.ACQUIRE)).hasSize(1);
        everythingIsGone();
    }

    @Test
    void ifTheStoreStaysAwayTheLeaseIsLostAtItsDeadline() {
        Lease writer = one.acquire(mine.writeLock());
        writer.onLost(told::incrementAndGet);
        one.store.cut();
        CompletableFuture<Lease> read = mine.downgradeAsync(writer);
        world.advance(USABLE.minusNanos(1));
        assertThat(read).isNotDone();
        assertThat(theirs.writeLock().tryAcquire()).isEmpty();

        world.advance(Duration.ofNanos(1));

        assertThatThrownBy(read::join)
                .hasCauseInstanceOf(LeaseLostException.class)
                .hasMessageContaining("deadline");
        assertThat(writer.state()).isEqualTo(Lease.State.LOST);
        assertThat(writer.release()).isEqualTo(Release.LOST);
        assertThat(told).hasValue(1);
        one.store.heal();
        world.advance(Duration.ofSeconds(2));
        everythingIsGone();
    }

    @Test
    void aReaderThatWasMadeButNeverHeardOfIsCleanedUp() {
        Lease writer = one.acquire(mine.writeLock());
        one.store.link = call ->
                call.operation == Operation.DOWNGRADE ? () -> call.execute().timeOut() : call::timeOut;
        CompletableFuture<Lease> read = mine.downgradeAsync(writer);
        world.advance(USABLE);
        assertThat(read).isCompletedExceptionally();
        assertThat(writer.state()).isEqualTo(Lease.State.LOST);
        assertThat(theirs.writeLock().tryAcquire())
                .as("not sooner than promised")
                .isEmpty();
        one.store.heal();
        world.advance(Duration.ofSeconds(2));
        everythingIsGone();
    }

    @Test
    void aLockDelayIsKeptToWhicheverOfTheTwoTheStoreHas() {
        for (boolean made : new boolean[] {false, true}) {
            LockOptions options = LockOptions.defaults().lockDelay(Duration.ofSeconds(20));
            Lease writer = one.acquire(mine.with(options).writeLock());
            one.store.link = call -> made && call.operation == Operation.DOWNGRADE
                    ? () -> call.execute().timeOut()
                    : call::timeOut;
            CompletableFuture<Lease> read = mine.with(options).downgradeAsync(writer);
            world.advance(USABLE);
            assertThat(read).isCompletedExceptionally();
            one.store.heal();
            world.advance(Duration.ofSeconds(19));
            assertThat(theirs.writeLock().tryAcquire()).as("within the delay").isEmpty();
            world.advance(Duration.ofSeconds(2));
            assertThat(theirs.writeLock().tryAcquire()).as("after it").hasValueSatisfying(Lease::release);
            everythingIsGone();
        }
    }

    @Test
    void aLateCopyOfTheRequestBringsNothingBack() {
        Lease writer = one.acquire(mine.writeLock());
        one.store.link = call -> call.operation == Operation.DOWNGRADE ? call::timeOut : call::executeAndAnswer;
        CompletableFuture<Lease> read = mine.downgradeAsync(writer);
        world.advance(USABLE.plusSeconds(1));
        assertThat(read).isCompletedExceptionally();
        everythingIsGone();
        one.store.calls(Operation.DOWNGRADE).forEach(Call::execute);
        world.isFree();
    }

    @Test
    void ifItsTimeWasOverWhenTheRequestCameItIsLost() {
        LockOptions brief = LockOptions.defaults().lease(Duration.ofSeconds(2)).renew(false);
        Lease writer = one.acquire(mine.with(brief).writeLock());
        one.store.hold(Operation.DOWNGRADE);
        CompletableFuture<Lease> read = mine.downgradeAsync(writer);
        CompletableFuture<Lease> next = theirs.writeLock().acquireAsync();
        world.advance(Duration.ofSeconds(3));
        assertThat(next).isCompleted();
        one.store.last(Operation.DOWNGRADE).executeAndAnswer();
        world.time.settle();
        assertThatThrownBy(read::join).hasCauseInstanceOf(LeaseLostException.class);
        assertThat(writer.state()).isEqualTo(Lease.State.LOST);
        assertThat(next.join().isValid()).isTrue();
        next.join().release();
        everythingIsGone();
    }

    @Test
    void whatTheDeadlineHasEndedCannotBeDowngraded() {
        LockOptions brief = LockOptions.defaults().lease(Duration.ofSeconds(2)).renew(false);
        Lease writer = one.acquire(mine.with(brief).writeLock());
        world.advance(Duration.ofSeconds(3));
        assertThatThrownBy(() -> mine.downgrade(writer)).isInstanceOf(LeaseLostException.class);
        assertThat(one.store.calls(Operation.DOWNGRADE)).isEmpty();
        everythingIsGone();
    }

    @Test
    void whatWasTakenAwayIsLost() {
        Lease writer = one.acquire(mine.writeLock());
        writer.onLost(told::incrementAndGet);
        rob(Demand.WRITE);
        assertThatThrownBy(() -> mine.downgrade(writer))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("no longer had it");
        world.time.settle();
        assertThat(told).hasValue(1);
        assertThat(writer.state()).isEqualTo(Lease.State.LOST);
        assertThatThrownBy(writer::close).isInstanceOf(LeaseLostException.class);
        everythingIsGone();
    }

    @Test
    void aReleaseThatComesAfterItWaitsForItAndDoesNothing() {
        Lease writer = one.acquire(mine.writeLock());
        one.store.hold(Operation.DOWNGRADE);
        CompletableFuture<Lease> read = mine.downgradeAsync(writer);
        CompletableFuture<Release> released = writer.releaseAsync();
        world.time.settle();
        assertThat(released).isNotDone();
        one.store.last(Operation.DOWNGRADE).executeAndAnswer();
        world.time.settle();
        assertThat(released).isCompletedWithValue(Release.RELEASED);
        assertThat(read.join().isValid()).isTrue();
        assertThat(one.store.calls(Operation.RELEASE)).isEmpty();
        read.join().release();
        everythingIsGone();
    }

    @Test
    void whatWasReleasedCannotBeDowngradedNorTwice() {
        Lease writer = one.acquire(mine.writeLock());
        writer.release();
        assertThatThrownBy(() -> mine.downgrade(writer))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("released already");
        Lease again = one.acquire(mine.writeLock());
        Lease read = mine.downgrade(again);
        assertThatThrownBy(() -> mine.downgrade(again)).isInstanceOf(LeaseLostException.class);
        assertThat(read.isValid()).isTrue();
        read.release();
        everythingIsGone();
    }

    @Test
    void cancellingItGivesTheLockBackAltogether() {
        for (boolean answered : new boolean[] {false, true}) {
            CompletableFuture<Lease> read = downgradeWithTheRequestHeldUp();
            read.cancel(true);
            world.time.settle();
            Call call = one.store.last(Operation.DOWNGRADE).execute();
            if (answered) {
                call.answer();
            } else {
                call.timeOut();
            }
            world.advance(Duration.ofSeconds(1));
            everythingIsGone();
            one.store.heal();
        }
    }

    @Test
    void closingTheClientFailsItAndLeavesNothing() throws Exception {
        for (boolean answered : new boolean[] {false, true}) {
            TestStore store = new TestStore(MemoryStore.create());
            Engine engine = (Engine) Holdfast.open(store);
            ReadWriteLock lock = engine.readWriteLock("lock");
            Lease writer = lock.writeLock().acquire();
            store.hold(Operation.DOWNGRADE);
            CompletableFuture<Lease> read = lock.downgradeAsync(writer);
            CompletableFuture<Void> closing = CompletableFuture.runAsync(engine::close);
            assertThatThrownBy(() -> read.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(HoldfastClosedException.class);
            Call call = store.last(Operation.DOWNGRADE).execute();
            if (answered) {
                call.answer();
            } else {
                call.timeOut();
            }
            closing.get(10, TimeUnit.SECONDS);
            assertThat(writer.release()).isEqualTo(answered ? Release.RELEASED : Release.UNCONFIRMED);
            assertThat(engine.isIdle()).isTrue();
            assertThat(store.memory.isEmpty()).isTrue();
        }
    }

    @Test
    void whatIsNotAWriteLeaseOfThisLockIsRefusedAndStaysAsItIs() {
        Lease reader = one.acquire(mine.readLock());
        Lease mutex = one.acquire(one.engine.lock("another"));
        Lease elsewhere = one.acquire(one.engine.readWriteLock("elsewhere").writeLock());
        Lease foreign = two.acquire(two.engine.readWriteLock("foreign").writeLock());
        assertThat(List.of(reader, mutex, elsewhere)).allSatisfy(lease -> {
            assertThatThrownBy(() -> mine.downgrade(lease)).isInstanceOf(InvalidLockException.class);
            assertThat(lease.isValid()).isTrue();
        });
        assertThatThrownBy(() -> one.engine.readWriteLock("foreign").downgrade(foreign))
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining("same Holdfast");
        assertThat(foreign.isValid()).isTrue();
    }

    @Test
    void aStoreThatCannotDoItRefusesAndTheWriteLeaseStaysAsItIs() {
        Capabilities all = world.memory.capabilities();
        Capabilities few =
                new Capabilities(Set.of(Feature.FIFO, Feature.SHARED), all.granularity(), all.slack(), all.maxLease());
        Engine engine = new Engine(
                new TestStore(world.memory, few),
                "",
                LockOptions.defaults(),
                List.of(),
                world.time.machine().environment(),
                () -> {});
        ReadWriteLock lock = engine.readWriteLock(World.NAME);
        Lease writer = one.acquire(lock.writeLock());
        assertThatThrownBy(() -> lock.downgrade(writer)).isInstanceOf(InvalidLockException.class);
        assertThat(writer.isValid()).isTrue();
        engine.close();
    }

    private CompletableFuture<Lease> downgradeWithTheRequestHeldUp() {
        Lease writer = one.acquire(mine.writeLock());
        one.store.hold(Operation.DOWNGRADE);
        CompletableFuture<Lease> read = mine.downgradeAsync(writer);
        world.time.settle();
        assertThat(read).isNotDone();
        return read;
    }

    /** Takes the lock away, as an operator would. */
    private void rob(Demand demand) {
        ClaimInfo holder = world.info().orElseThrow().holders().get(0);
        Held held = new Held(World.NAME, demand, holder.owner(), holder.token(), Duration.ofSeconds(1), Duration.ZERO);
        two.engine.request(
                session -> session.release(held, Duration.ZERO, Optional.empty()),
                freed -> assertThat(freed.held()).isTrue(),
                error -> {
                    throw new AssertionError(error);
                });
    }

    private void everythingIsGone() {
        world.isFree();
        one.isIdle();
        two.isIdle();
    }
}
