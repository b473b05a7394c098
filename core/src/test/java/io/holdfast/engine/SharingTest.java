package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.HoldfastClosedException;
import io.holdfast.InvalidLockException;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.LockTimeoutException;
import io.holdfast.ReadWriteLock;
import io.holdfast.Release;
import io.holdfast.Semaphore;
import io.holdfast.StoreUnavailableException;
import io.holdfast.engine.TestStore.Operation;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Capabilities;
import io.holdfast.spi.Capabilities.Feature;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Locks that several hold at a time: readers, and permits. */
class SharingTest {

    private final World world = new World();
    private final World.Client one = world.client();
    private final World.Client two = world.client();
    private final ReadWriteLock mine = one.engine.readWriteLock(World.NAME);
    private final ReadWriteLock theirs = two.engine.readWriteLock(World.NAME);

    @Test
    void readersHoldItTogetherEachWithAClaimOfItsOwn() {
        Lease first = one.acquire(mine.readLock());
        Lease second = one.acquire(mine.readLock());
        Lease third = two.acquire(theirs.readLock());
        assertThat(world.info().orElseThrow().holders()).hasSize(3);
        assertThat(List.of(second.token(), third.token())).containsOnly(first.token());
        assertThat(theirs.writeLock().tryAcquire()).isEmpty();

        assertThat(first.release()).isEqualTo(Release.RELEASED);
        assertThat(second.isValid()).isTrue();
        assertThat(theirs.writeLock().tryAcquire()).isEmpty();
        second.release();
        third.release();

        one.isIdle();
        two.isIdle();
        world.isFree();
    }

    @Test
    void aWriterIsAloneAlsoInItsOwnClient() {
        Lease writer = one.acquire(mine.writeLock());
        assertThat(mine.readLock().tryAcquire()).isEmpty();
        assertThat(mine.writeLock().tryAcquire()).isEmpty();
        assertThat(theirs.readLock().tryAcquire()).isEmpty();
        CompletableFuture<Lease> here = mine.readLock().acquireAsync();
        CompletableFuture<Lease> there = theirs.readLock().acquireAsync();
        writer.release();
        world.time.settle();
        assertThat(here.join().token()).isEqualTo(there.join().token()).isGreaterThanOrEqualTo(writer.token());
    }

    @Test
    void laterReadersWaitBehindAWriterAndAreLetInTogether() {
        Lease reader = one.acquire(mine.readLock());
        CompletableFuture<Lease> writer =
                two.engine.readWriteLock(World.NAME).writeLock().acquireAsync();
        List<CompletableFuture<Lease>> late = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            late.add(mine.readLock().acquireAsync());
        }
        assertThat(mine.readLock().tryAcquire()).as("overtakes nobody").isEmpty();
        world.advance(Duration.ofSeconds(30));
        assertThat(writer).isNotDone();
        assertThat(late).noneMatch(CompletableFuture::isDone);

        reader.release();
        world.time.settle();
        assertThat(writer).isCompleted();
        assertThat(late).noneMatch(CompletableFuture::isDone);
        writer.join().release();
        world.time.settle();

        assertThat(late).allMatch(CompletableFuture::isDone);
        assertThat(late)
                .allSatisfy(lease -> assertThat(lease.join().token())
                        .isGreaterThanOrEqualTo(writer.join().token()));
        late.forEach(lease -> lease.join().releaseAsync());
        world.time.settle();
        world.isFree();
        one.isIdle();
    }

    @Test
    void everyReaderHasADeadlineOfItsOwn() {
        Lease brief = one.acquire(
                mine.with(LockOptions.defaults().lease(Duration.ofSeconds(2)).renew(false))
                        .readLock());
        Lease kept = one.acquire(mine.readLock());
        world.advance(Duration.ofSeconds(30));
        assertThat(brief.state()).isEqualTo(Lease.State.LOST);
        assertThat(kept.state()).isEqualTo(Lease.State.HELD);
        assertThat(world.info().orElseThrow().holders()).hasSize(1);
        kept.release();
        one.isIdle();
    }

    @Test
    void aReaderThatGivesUpLeavesNothingAndBlocksNobody() {
        Lease writer = two.acquire(theirs.writeLock());
        CompletableFuture<Lease> gaveUp = mine.readLock().acquireAsync();
        CompletableFuture<Lease> waits = mine.readLock().acquireAsync();
        world.time.settle();
        gaveUp.cancel(true);
        world.time.settle();
        assertThat(world.info().orElseThrow().waiters()).hasSize(1);
        writer.release();
        world.time.settle();
        waits.join().release();
        one.isIdle();
        world.isFree();
    }

    @Test
    void aReaderWhoseAnswerIsLostIsCleanedUp() {
        one.store.hold(Operation.ACQUIRE);
        CompletableFuture<Lease> reader = mine.readLock().acquireAsync();
        TestStore.Call first = one.store.last(Operation.ACQUIRE).execute();
        one.store.heal();
        first.timeOut();
        world.advance(Duration.ofSeconds(2));
        assertThat(world.info().orElseThrow().holders())
                .as("not the first claim too")
                .hasSize(1);
        reader.join().release();
        world.isFree();
        one.isIdle();
    }

    @Test
    void closingFailsReadersThatWaitAndTakesFromThoseWhoHold() {
        Semaphore permits = one.engine.semaphore("permits", 1);
        Lease held = one.acquire(permits.permits(1));
        CompletableFuture<Lease> waits = permits.permits(1).acquireAsync();
        Lease reader = one.acquire(mine.readLock());
        world.time.settle();
        one.engine.close();
        world.time.settle();
        assertThatThrownBy(waits::join).hasCauseInstanceOf(HoldfastClosedException.class);
        assertThat(held.state()).isEqualTo(Lease.State.LOST);
        assertThat(reader.state()).isEqualTo(Lease.State.LOST);
        one.isIdle();
        assertThat(world.memory.isEmpty()).isTrue();
        assertThatThrownBy(mine.readLock()::tryAcquire).isInstanceOf(HoldfastClosedException.class);
        one.isIdle();
    }

    @Test
    void aSemaphoreHasAsManyHoldersAsPermits() throws Exception {
        Semaphore semaphore = one.engine.semaphore(World.NAME, 3);
        Lease pair = semaphore.tryAcquire(2).orElseThrow();
        Lease single = two.engine.semaphore(World.NAME, 3).acquire(1, Duration.ofSeconds(1));
        assertThat(semaphore.tryAcquire(1)).isEmpty();
        assertThatThrownBy(() -> semaphore.acquire(1, Duration.ZERO)).isInstanceOf(LockTimeoutException.class);
        CompletableFuture<Lease> all = semaphore.permits(3).acquireAsync();
        CompletableFuture<Lease> few = semaphore.permits(1).acquireAsync();
        pair.release();
        world.time.settle();
        assertThat(all).isNotDone();
        assertThat(few).as("waits behind who wants all").isNotDone();
        single.release();
        world.time.settle();
        assertThat(few).isNotDone();
        assertThat(all.join().token()).as("permits make no fencing claim").isZero();
        all.join().release();
        world.time.settle();
        few.join().release();
        world.isFree();
        one.isIdle();
        two.isIdle();
    }

    @Test
    void theHandleOfSomePermitsHasEverythingButALockOfAThread() throws Exception {
        DistributedLock pair = one.engine
                .semaphore(World.NAME, 2)
                .with(LockOptions.defaults().lease(Duration.ofSeconds(5)))
                .permits(2);
        assertThat(pair.name()).isEqualTo(World.NAME);
        long token = pair.call(Lease::token);
        assertThat(token).isZero();
        Ask ask = (Ask) one.store.last(Operation.ACQUIRE).request;
        assertThat(ask.lease()).isEqualTo(Duration.ofSeconds(5));
        assertThat(ask.block()).isEqualTo(1);
        assertThatThrownBy(pair::asLock)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("belongs to none");
        one.isIdle();
    }

    @Test
    void numbersThatCannotBeAreRefused() {
        for (int permits : new int[] {0, -1, Integer.MIN_VALUE}) {
            assertThatThrownBy(() -> one.engine.semaphore(World.NAME, permits))
                    .isInstanceOf(InvalidLockException.class)
                    .hasMessageContaining(World.NAME)
                    .hasMessageContaining(String.valueOf(permits));
        }
        Semaphore semaphore = one.engine.semaphore(World.NAME, 3);
        for (int count : new int[] {0, -1, 4, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> semaphore.permits(count))
                    .isInstanceOf(InvalidLockException.class)
                    .hasMessageContaining(count + " permits")
                    .hasMessageContaining("1 to 3");
            assertThatThrownBy(() -> semaphore.tryAcquire(count)).isInstanceOf(InvalidLockException.class);
        }
        assertThat(one.store.calls).isEmpty();
    }

    @Test
    void clientsThatDisagreeAboutTheNumberAreToldBoth() {
        one.acquire(one.engine.semaphore(World.NAME, 3).permits(1));
        Semaphore other = two.engine.semaphore(World.NAME, 4);
        assertThatThrownBy(() -> other.tryAcquire(1))
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining("semaphore of 3")
                .hasMessageContaining("semaphore of 4");
        assertThatThrownBy(() -> other.acquire(4)).isInstanceOf(InvalidLockException.class);
        two.isIdle();
    }

    @Test
    void theNumberOfPermitsCanBeChangedWhileTheyAreInUse() {
        Semaphore three = one.engine.semaphore(World.NAME, 3);
        Lease pair = one.acquire(three.permits(2));
        Lease single = one.acquire(three.permits(1));
        CompletableFuture<Lease> waits =
                two.engine.semaphore(World.NAME, 3).permits(1).acquireAsync();
        CompletableFuture<Lease> wantsAll =
                two.engine.semaphore(World.NAME, 3).permits(3).acquireAsync();
        world.time.settle();

        Semaphore two = three.resize(2);

        assertThat(two.permits()).isEqualTo(2);
        world.advance(Duration.ofSeconds(30));
        assertThat(pair.isValid() && single.isValid()).as("holders keep theirs").isTrue();
        assertThat(waits).isNotDone();
        assertThatThrownBy(wantsAll::join)
                .hasCauseInstanceOf(InvalidLockException.class)
                .hasMessageContaining("semaphore of 2")
                .hasMessageContaining("semaphore of 3");
        assertThatThrownBy(() -> three.tryAcquire(1))
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining("resize");

        single.release();
        world.time.settle();
        assertThat(waits).as("two are taken, and there are two").isNotDone();
        pair.release();
        world.time.settle();
        assertThat(waits).as("who waited kept its place").isCompleted();
        assertThat(two.tryAcquire(1)).hasValueSatisfying(Lease::release);
        waits.join().release();
        one.isIdle();
        this.two.isIdle();
        world.isFree();
    }

    @Test
    void morePermitsAreThereForThoseWhoWaitAtOnce() {
        Semaphore one = this.one.engine.semaphore(World.NAME, 1);
        Lease lease = this.one.acquire(one.permits(1));
        CompletableFuture<Lease> waits = one.permits(1).acquireAsync();
        world.time.settle();
        Semaphore two = one.resize(2);
        world.time.settle();
        assertThat(waits).isCompleted();
        assertThat(two.tryAcquire(1)).isEmpty();
        assertThat(world.info().orElseThrow().capacity()).isEqualTo(2);
        lease.release();
        waits.join().release();
        this.one.isIdle();
    }

    @Test
    void aChangeOfTheNumberMayBeRepeatedAndTwoAtOnceAreNotBothMade() {
        Semaphore semaphore = one.engine.semaphore(World.NAME, 3);
        Lease lease = one.acquire(semaphore.permits(1));
        one.store.link = call -> () -> call.execute().timeOut();
        assertThatThrownBy(() -> semaphore.resize(5)).isInstanceOf(StoreUnavailableException.class);
        one.store.heal();
        assertThat(semaphore.resize(5).tryAcquire(4)).hasValueSatisfying(Lease::release);
        assertThatThrownBy(() -> two.engine.semaphore(World.NAME, 3).resize(7))
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining("semaphore of 5");
        assertThatThrownBy(() -> semaphore.resize(0)).isInstanceOf(InvalidLockException.class);
        lease.release();
        assertThat(semaphore.resize(9).tryAcquire(9)).as("when it is idle").hasValueSatisfying(Lease::release);
        one.isIdle();
        world.isFree();
        one.engine.close();
        assertThatThrownBy(() -> semaphore.resize(2)).isInstanceOf(HoldfastClosedException.class);
    }

    @Test
    void oneNameIsOneKindOfLockAtATime() {
        Lease reader = one.acquire(mine.readLock());
        assertThatThrownBy(two.lock::tryAcquire).isInstanceOf(InvalidLockException.class);
        assertThatThrownBy(() -> two.engine.semaphore(World.NAME, 1).tryAcquire(1))
                .isInstanceOf(InvalidLockException.class);
        reader.release();
        two.acquire().release();
        two.isIdle();
    }

    @Test
    void aStoreThatCannotDoItRefusesAtOnce() {
        Capabilities all = world.memory.capabilities();
        Capabilities few = new Capabilities(Set.of(Feature.FIFO), all.granularity(), all.slack(), all.maxLease());
        TestStore modest = new TestStore(world.memory, few);
        Engine engine = new Engine(
                modest,
                "",
                LockOptions.defaults(),
                List.of(),
                world.time.machine().environment(),
                () -> {});
        assertThatThrownBy(() -> engine.readWriteLock("name"))
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining("readers and writers");
        assertThatThrownBy(() -> engine.semaphore("name", 2))
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining("semaphores");
        assertThat(modest.calls).isEmpty();
        engine.close();
    }
}
