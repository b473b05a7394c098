package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.Candidacy;
import io.holdfast.Deadlock;
import io.holdfast.Election;
import io.holdfast.ElectionListener;
import io.holdfast.Holdfast;
import io.holdfast.spi.Capabilities.Feature;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests of one promise for which there have to be other processes, which live no longer than the group. */
@Needs(Feature.ACROSS_PROCESSES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProcessGroup extends EngineGroup {

    private final List<OtherProcess> started = new CopyOnWriteArrayList<>();
    private @Nullable OtherProcess spare;
    private @Nullable Path directory;

    ProcessGroup(StoreContract contract) {
        super(contract);
    }

    @BeforeAll
    void keep(@TempDir Path directory) {
        this.directory = directory;
    }

    @AfterAll
    void killAll() {
        started.forEach(OtherProcess::close);
    }

    /** {@return another process, ready: the one that was left over, or a new one} */
    final OtherProcess start() throws Exception {
        OtherProcess left = spare;
        spare = null;
        if (left != null && left.isAlive()) {
            return left;
        }
        Path complaints = file("errors-" + started.size());
        OtherProcess process = new OtherProcess(fixture(), complaints);
        started.add(process);
        assertThat(process.answer()).isEqualTo("ready");
        return process;
    }

    /** {@return another process, if such can be stopped here} */
    final OtherProcess startStoppable() throws Exception {
        assumeTrue(File.separatorChar == '/', "Processes cannot be stopped here");
        return start();
    }

    /** {@return a file of this group} */
    final Path file(String name) {
        return Objects.requireNonNull(directory).resolve(name);
    }

    /** {@return a lease that is waited for when its holder is gone} */
    final Duration brief() {
        return units(3);
    }

    /** {@return the command to take something with a brief lease} */
    final String brief(String command, String name) {
        return command + " " + name + " " + brief().toMillis();
    }

    /** {@return what a candidate says of itself, where that can be kept} */
    final String data(String data) {
        return capabilities().has(Feature.NOTES) ? data : "";
    }

    /** Takes part in an election, in this process. */
    final Candidacy stand(Election election, String data, CompletableFuture<Long> elected) {
        return election.takePart(data(data), new ElectionListener() {
            @Override
            public void elected(long token) {
                elected.complete(token);
            }

            @Override
            public void ceased() {}
        });
    }

    /**
     * Has two processes wait for each other, at the locks x and y, and finds them.
     *
     * @return the token of the second one, whose lease is short enough to wait for and long enough for a busy machine
     */
    final long waitForEachOther(OtherProcess one, OtherProcess other, Holdfast onlooker, String prefix)
            throws Exception {
        Duration patience = units(15);
        one.acquire(prefix + "x", patience.multipliedBy(3));
        long token = other.acquire(prefix + "y", patience);
        one.tell("acquire " + prefix + "y " + patience.multipliedBy(3).toMillis());
        awaitWaiters(onlooker, prefix + "y", 1);
        assertThat(onlooker.locks().deadlocks(prefix)).isEmpty();
        other.tell("acquire " + prefix + "x " + patience.toMillis());
        awaitWaiters(onlooker, prefix + "x", 1);
        Deadlock found;
        try {
            found = Eventually.found(
                    "they wait for each other",
                    SOON,
                    () -> onlooker.locks().deadlocks(prefix).stream().findFirst());
        } catch (AssertionError e) {
            throw new AssertionError(
                    one.news() + " " + other.news() + " "
                            + onlooker.locks().list(prefix).toList(),
                    e);
        }
        assertThat(found.waits())
                .extracting(wait -> wait.lock() + " " + wait.client().pid())
                .containsExactlyInAnyOrder(prefix + "y " + one.pid(), prefix + "x " + other.pid());
        return token;
    }

    /** Leaves a process over for the next test: one that goes on, and of which no answer is left out. */
    final void leave(OtherProcess process) {
        spare = process;
    }
}
