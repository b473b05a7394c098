package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Candidacy;
import io.holdfast.DistributedLock;
import io.holdfast.Election;
import io.holdfast.Holdfast;
import io.holdfast.Leader;
import io.holdfast.Lease;
import io.holdfast.ReadWriteLock;
import io.holdfast.Release;
import io.holdfast.Semaphore;
import io.holdfast.spi.Capabilities.Feature;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A process that stood still for longer than its lease learns, for every kind of lock, that others have gone on. */
class StoppedProcessesContract extends ProcessGroup {

    StoppedProcessesContract(StoreContract contract) {
        super(contract);
    }

    @Test
    @Needs(Feature.SHARED)
    void aReaderIsToldThatAWriterCameIn() throws Exception {
        OtherProcess stopped = startStoppable();
        Holdfast client = open();
        ReadWriteLock lock = client.readWriteLock(name());
        long epoch = stopped.tokens(brief("read", lock.name())).get(0);
        stopped.stop();
        Lease writer = lock.writeLock().acquire(afterDeath(brief()));
        assertThat(writer.token()).isGreaterThan(epoch);
        assertToldOfItsLoss(stopped, lock.name(), epoch);
        assertKept(client, writer);
        leave(stopped);
    }

    @Test
    @Needs(Feature.SHARED)
    void aWriterIsToldThatAReaderAndThenAWriterCameIn() throws Exception {
        OtherProcess stopped = startStoppable();
        Holdfast client = open();
        ReadWriteLock lock = client.readWriteLock(name());
        long token = stopped.tokens(brief("write", lock.name())).get(0);
        stopped.stop();
        Lease reader = lock.readLock().acquire(afterDeath(brief()));
        assertThat(reader.token()).isGreaterThanOrEqualTo(token);
        assertThat(reader.release()).isEqualTo(Release.RELEASED);
        Lease writer = lock.writeLock().acquire(A_POLL);
        assertThat(writer.token()).isGreaterThan(Math.max(token, reader.token()));
        assertToldOfItsLoss(stopped, lock.name(), token);
        assertKept(client, writer);
        leave(stopped);
    }

    @Test
    @Needs(Feature.PERMITS)
    void aHolderOfPermitsIsToldThatTheyAreGoneAndGivesNoneBack() throws Exception {
        OtherProcess stopped = startStoppable();
        Holdfast client = open();
        Semaphore semaphore = client.semaphore(name(), 3);
        stopped.tokens(brief("permits", semaphore.name()) + " 2/3");
        stopped.stop();
        Lease next = semaphore.acquire(3, afterDeath(brief()));
        assertToldOfItsLoss(stopped, semaphore.name(), 0);
        assertThat(taken(client, semaphore.name())).containsExactly(3);
        assertThat(open().semaphore(semaphore.name(), 3).tryAcquire(1)).isEmpty();
        assertKept(client, next);
        leave(stopped);
    }

    @Test
    void aHolderOfSeveralLocksIsToldThoughOthersTookOnlyOneOfThem() throws Exception {
        OtherProcess stopped = startStoppable();
        Holdfast client = open();
        String first = name() + ":a";
        String second = first + "b";
        List<Long> tokens = stopped.tokens(brief("all", first + "," + second));
        stopped.stop();
        Lease other = client.lock(second).acquire(afterDeath(brief()));
        assertThat(other.token()).isGreaterThan(tokens.get(1));
        assertToldOfItsLoss(stopped, first + ", " + second, tokens.get(0));
        assertThat(client.lock(first).acquire(A_POLL).token()).isGreaterThan(tokens.get(0));
        assertKept(client, other);
        leave(stopped);
    }

    @Test
    void aThreadIsToldWhenItUnlocksAndMayLockAgain() throws Exception {
        OtherProcess stopped = startStoppable();
        Holdfast client = open();
        DistributedLock lock = client.lock(name());
        assertThat(stopped.ask(brief("lock", lock.name()))).isEqualTo("locked");
        stopped.stop();
        Lease next = lock.acquire(afterDeath(brief()));
        stopped.tell("unlock");
        stopped.resume();
        assertThat(stopped.answer()).startsWith("failed io.holdfast.LeaseLostException");
        assertKept(client, next);
        assertThat(stopped.ask(brief("lock", lock.name()))).isEqualTo("locked");
        assertThat(stopped.ask("unlock")).isEqualTo("unlocked");
        leave(stopped);
    }

    @Test
    void aLeaderHearsThatItLeadsNoMoreAndStandsAgain() throws Exception {
        OtherProcess stopped = startStoppable();
        Holdfast client = open();
        Election election = client.election(name());
        assertThat(stopped.ask(brief("stand", election.name()) + " " + data("there")))
                .isEqualTo("standing");
        long first = stopped.elected(1);
        stopped.stop();
        CompletableFuture<Long> elected = new CompletableFuture<>();
        Candidacy other = stand(election, "here", elected);
        long second = assertThat(elected).succeedsWithin(afterDeath(brief())).actual();
        assertThat(second).isGreaterThan(first);
        assertThat(election.leader()).map(Leader::data).hasValue(data("here"));
        stopped.resume();
        stopped.awaitNews("ceased");
        assertThat(other.token()).hasValue(second);
        awaitWaiters(client, election.name(), 1);
        other.close();
        long third = stopped.elected(2);
        assertThat(third).isGreaterThan(second);
        assertThat(stopped.news()).containsSubsequence("elected " + first, "ceased", "elected " + third);
        assertThat(election.leader()).map(Leader::data).hasValue(data("there"));
        assertThat(stopped.ask("withdraw")).isEqualTo("withdrawn");
        Eventually.holds("nobody leads", SOON, () -> election.leader().isEmpty());
        leave(stopped);
    }

    @Test
    @Needs(Feature.FIFO)
    void whoWaitsForAProcessThatWaitsForItGoesOnAndTheOtherIsToldAndGoesOnWaiting() throws Exception {
        String prefix = name() + ":";
        OtherProcess one = startStoppable();
        OtherProcess stopped = startStoppable();
        Holdfast onlooker = open();
        long token = waitForEachOther(one, stopped, onlooker, prefix);
        stopped.stop();
        assertThat(one.acquired().get(0)).isGreaterThan(token);
        assertThat(onlooker.locks().deadlocks(prefix)).isEmpty();
        stopped.resume();
        stopped.awaitNews("lost " + prefix + "y");
        awaitWaiters(onlooker, prefix + "x", 1);
        assertThat(onlooker.locks().deadlocks(prefix)).isEmpty();
        leave(one);
    }

    /** Lets a process go on, of which the first thing it does has to be that it finds its lease lost. */
    private static void assertToldOfItsLoss(OtherProcess stopped, String name, long token) throws Exception {
        stopped.tell("state");
        stopped.resume();
        assertThat(stopped.answer()).isEqualTo("LOST " + token);
        stopped.awaitNews("lost " + name);
        assertThat(stopped.ask("release")).isEqualTo("LOST");
    }

    /** Asserts that what was taken over is still there, at the store too, and can be given back. */
    private static void assertKept(Holdfast client, Lease lease) {
        assertThat(lease.isValid()).isTrue();
        assertThat(taken(client, lease.name())).hasSize(1);
        assertThat(lease.release()).isEqualTo(Release.RELEASED);
    }
}
