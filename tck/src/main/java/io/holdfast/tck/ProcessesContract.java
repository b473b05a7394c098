package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.Release;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.StoreSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Processes exclude each other, also while some of them are killed and others stand still. */
class ProcessesContract extends ProcessGroup {

    private static final int ROUNDS = 50;

    ProcessesContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void processesNeverHoldALockTogether() throws Exception {
        String name = name();
        Path file = Files.writeString(file("count"), "0 0");
        OtherProcess one = start();
        OtherProcess other = start();
        String command = "count " + name + " " + ROUNDS + " " + file;
        one.tell(command);
        other.tell(command);
        LockProcess.count(open().lock(name), ROUNDS, file);
        assertThat(one.answer()).isEqualTo("counted " + ROUNDS);
        assertThat(other.answer()).isEqualTo("counted " + ROUNDS);
        assertThat(Files.readString(file)).startsWith(3 * ROUNDS + " ");
    }

    @Test
    void theLockOfAProcessThatIsKilledIsFreeWhenItsLeaseIsOver() throws Exception {
        String name = name();
        OtherProcess killed = start();
        long token = killed.acquire(name, units(3));
        CompletableFuture<Lease> waiting = open().lock(name).acquireAsync();
        killed.kill();
        assertThat(served(waiting, afterDeath(units(3))).token()).isGreaterThan(token);
    }

    @Test
    void aProcessThatStoodStillForLongerThanItsLeaseKnowsItAtItsFirstLook() throws Exception {
        String name = name();
        OtherProcess stopped = startStoppable();
        long token = stopped.acquire(name, units(3));
        stopped.stop();
        Lease lease = open().lock(name).acquire(afterDeath(units(3)));
        assertThat(lease.token()).isGreaterThan(token);
        // Asked before it goes on, so that looking is the first thing it does.
        stopped.tell("state");
        stopped.resume();
        assertThat(stopped.answer()).isEqualTo("LOST " + token);
        assertThat(stopped.ask("release")).isEqualTo("LOST");
        assertThat(lease.isValid()).isTrue();
        assertThat(lease.release()).isEqualTo(Release.RELEASED);
    }

    @Test
    @Needs(Feature.FIFO)
    void aProcessThatIsKilledWhileItWaitsHoldsNobodyUpForLong() throws Exception {
        String name = name();
        Lease held = open().lock(name).acquire();
        OtherProcess killed = start();
        killed.tell("acquire " + name + " " + units(2).toMillis());
        Holdfast behind = open();
        awaitWaiters(behind, name, 1);
        CompletableFuture<Lease> waiting = behind.lock(name).acquireAsync();
        awaitWaiters(behind, name, 2);
        killed.kill();
        held.release();
        // It may still be handed the lock, for a lease as long as the one it asked for at most.
        served(waiting, afterDeath(StoreSession.DEAD_AFTER.plus(units(2))));
    }
}
