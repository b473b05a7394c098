package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Candidacy;
import io.holdfast.Election;
import io.holdfast.Holdfast;
import io.holdfast.Leader;
import io.holdfast.Lease;
import io.holdfast.MultiLease;
import io.holdfast.ReadWriteLock;
import io.holdfast.Release;
import io.holdfast.Semaphore;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.StoreSession;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

/** Whatever kind of lock a process held when it was killed comes free with its lease, and nothing else does. */
class KilledProcessesContract extends ProcessGroup {

    KilledProcessesContract(StoreContract contract) {
        super(contract);
    }

    @Test
    @Needs(Feature.SHARED)
    void aReaderIsGoneWithItsOwnLeaseThoughAnotherGoesOn() throws Exception {
        Holdfast client = open();
        ReadWriteLock lock = client.readWriteLock(name());
        Lease alive = lock.with(leaseOf(6)).readLock().acquire();
        OtherProcess killed = start();
        long epoch = killed.tokens(brief("read", lock.name())).get(0);
        assertThat(taken(client, lock.name())).hasSize(2);
        CompletableFuture<Lease> writer =
                open().readWriteLock(lock.name()).writeLock().acquireAsync();
        awaitWaiters(client, lock.name(), 1);
        killed.kill();
        Eventually.holds(
                "one reader is left",
                afterDeath(brief()),
                () -> taken(client, lock.name()).equals(List.of(1)));
        assertThat(alive.isValid()).isTrue();
        assertThat(writer).isNotDone();
        assertThat(alive.release()).isEqualTo(Release.RELEASED);
        assertThat(served(writer, A_POLL).token()).isGreaterThan(epoch);
    }

    @Test
    @Needs(Feature.SHARED)
    void afterAWriterComeReadersWithATokenThatIsNotBelowAndWritersWithOneAbove() throws Exception {
        OtherProcess killed = start();
        ReadWriteLock lock = open().readWriteLock(name());
        long token = killed.tokens(brief("write", lock.name())).get(0);
        CompletableFuture<Lease> reading = lock.readLock().acquireAsync();
        killed.kill();
        Lease reader = served(reading, afterDeath(brief()));
        assertThat(reader.token()).isGreaterThanOrEqualTo(token);
        assertThat(reader.release()).isEqualTo(Release.RELEASED);
        assertThat(lock.writeLock().acquire(A_POLL).token()).isGreaterThan(Math.max(token, reader.token()));
    }

    @Test
    @Needs(Feature.PERMITS)
    void permitsComeBackAndAreNotDoubled() throws Exception {
        OtherProcess killed = start();
        Holdfast client = open();
        Semaphore semaphore = client.semaphore(name(), 3);
        Lease alive = semaphore.acquire(1);
        killed.tokens(brief("permits", semaphore.name()) + " 2/3");
        assertThat(taken(client, semaphore.name())).containsExactly(1, 2);
        CompletableFuture<Lease> waiting =
                open().semaphore(semaphore.name(), 3).permits(2).acquireAsync();
        killed.kill();
        Lease next = served(waiting, afterDeath(brief()));
        assertThat(alive.isValid()).isTrue();
        assertThat(taken(client, semaphore.name())).containsExactly(1, 2);
        assertThat(semaphore.tryAcquire(1)).isEmpty();
        assertThat(next.release()).isEqualTo(Release.RELEASED);
        assertThat(alive.release()).isEqualTo(Release.RELEASED);
        assertThat(semaphore.acquire(3, A_POLL).isValid()).isTrue();
    }

    @Test
    void allOfSeveralLocksComeFree() throws Exception {
        OtherProcess killed = start();
        String prefix = name();
        List<String> names = List.of(prefix + ":a", prefix + ":b", prefix + ":c");
        List<Long> tokens = killed.tokens(brief("all", String.join(",", names)));
        CompletableFuture<MultiLease> waiting =
                open().lockAll(names.toArray(String[]::new)).acquireAsync();
        killed.kill();
        MultiLease all = served(waiting, afterDeath(brief()).plus(A_POLL.multipliedBy(2)));
        assertThat(tokens).hasSameSizeAs(names);
        for (int i = 0; i < tokens.size(); i++) {
            assertThat(all.tokens().get(names.get(i))).isGreaterThan(tokens.get(i));
        }
    }

    @Test
    @Needs(Feature.FIFO)
    void whoHadSomeOfSeveralLocksAndWaitedForTheOthersHoldsNobodyUpForLong() throws Exception {
        OtherProcess killed = start();
        String first = name() + ":a";
        String second = first + "b";
        Lease held = open().lock(second).acquire();
        killed.tell(brief("all", first + "," + second));
        Holdfast behind = open();
        awaitWaiters(behind, second, 1);
        assertThat(behind.lock(first).tryAcquire()).isEmpty();
        CompletableFuture<Lease> waiting = behind.lock(second).acquireAsync();
        awaitWaiters(behind, second, 2);
        killed.kill();
        assertThat(behind.lock(first).acquire(afterDeath(brief())).isValid()).isTrue();
        assertThat(waiting).isNotDone();
        held.release();
        // It may still be handed the lock, for a lease as long as the one it asked for at most.
        served(waiting, afterDeath(StoreSession.DEAD_AFTER.plus(brief())));
    }

    @Test
    void aLockThatAThreadHeldComesFree() throws Exception {
        OtherProcess killed = start();
        String name = name();
        assertThat(killed.ask(brief("lock", name))).isEqualTo("locked");
        Lock lock = open().lock(name).asLock();
        assertThat(lock.tryLock()).isFalse();
        killed.kill();
        assertThat(lock.tryLock(afterDeath(brief()).toMillis(), TimeUnit.MILLISECONDS))
                .isTrue();
        lock.unlock();
    }

    @Test
    void anotherLeadsInPlaceOfALeader() throws Exception {
        OtherProcess killed = start();
        Election election = open().election(name());
        assertThat(killed.ask(brief("stand", election.name()) + " " + data("there")))
                .isEqualTo("standing");
        long token = killed.elected(1);
        assertThat(election.leader()).map(Leader::data).hasValue(data("there"));
        CompletableFuture<Long> elected = new CompletableFuture<>();
        Candidacy next = stand(election, "here", elected);
        killed.kill();
        assertThat(elected).succeedsWithin(afterDeath(brief())).satisfies(later -> {
            assertThat(later).isGreaterThan(token);
            assertThat(election.leader()).map(Leader::token).hasValue(later);
            assertThat(election.leader()).map(Leader::data).hasValue(data("here"));
        });
        next.close();
    }

    @Test
    @Needs(Feature.FIFO)
    void processesThatWaitForEachOtherAreFoundAndOneGoesOnWhenTheOtherIsKilled() throws Exception {
        String prefix = name() + ":";
        OtherProcess one = start();
        OtherProcess other = start();
        Holdfast onlooker = open();
        long token = waitForEachOther(one, other, onlooker, prefix);
        other.kill();
        assertThat(one.acquired().get(0)).isGreaterThan(token);
        assertThat(onlooker.locks().deadlocks(prefix)).isEmpty();
        leave(one);
    }
}
