package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.Seeds;
import io.holdfast.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The engine in a world that goes wrong at random: requests and answers that are late, lost or overtaken, signals that
 * are lost, clients that stand still, callers that change their minds. In the end all is well, and nothing is left.
 */
abstract class Simulation implements Seeds.Run {

    final VirtualTime time;
    final Random random;
    final MemoryStore memory;
    final List<FaultyProcess> processes = new ArrayList<>();
    final List<CompletableFuture<?>> waits = new ArrayList<>();

    /** What must not have happened. */
    final List<Throwable> broken = new ArrayList<>();

    /** Which part of all messages is lost. */
    double loss;

    long grants;
    long losses;

    private final int steps;

    /** How long a request and its answer may take, one after the other for all that there is to have. */
    private final Duration soon;

    Simulation(long seed, int steps, Duration soon) {
        this.steps = steps;
        this.soon = soon;
        random = new Random(seed);
        time = new VirtualTime(seed);
        memory = MemoryStore.create(time.machine());
    }

    /** Somebody wants something, and waits for it as long as it takes. */
    abstract void want(FaultyProcess process);

    /** Somebody wants something, and waits for a while. */
    abstract void tryWithin(FaultyProcess process, Duration atMost);

    /** {@return all there is to have, of somebody who has just come} */
    abstract CompletableFuture<? extends Lease> takeAll(FaultyProcess process);

    @Override
    public String where() {
        return "at " + Duration.ofNanos(time.elapsed());
    }

    @Override
    public void play() {
        for (int i = 0; i < steps; i++) {
            happens(processes.get(random.nextInt(processes.size())), random.nextInt(10));
            time.advance(Duration.ofMillis(random.nextInt(10) == 0 ? random.nextInt(3_000) : random.nextInt(60)));
            assertThat(broken).isEmpty();
        }
        allIsWell();
        CompletableFuture<? extends Lease> end = takeAll(process(LockOptions.defaults()));
        time.advance(soon);
        assertThat(end).as("all is free in the end").isCompleted();
        end.join().releaseAsync();
        time.advance(soon);
        assertThat(memory.isEmpty()).as("nothing is left at the store").isTrue();
    }

    /** Whoever goes on for ever stops now. */
    void inTheEnd() {}

    private void happens(FaultyProcess process, int dice) {
        switch (dice) {
            case 0 -> process.machine.pause(Duration.ofMillis(random.nextInt(12_000)));
            case 1 -> process.machine.moveWall(Duration.ofMillis(random.nextInt(4_000) - 2_000));
            case 2 -> cancelSomething();
            case 3 -> tryWithin(process, Duration.ofMillis(random.nextInt(3_000)));
            default -> want(process);
        }
    }

    /** The faults end: now everybody gets its turn, and keeps nothing. */
    final void allIsWell() {
        loss = 0;
        time.advance(Duration.ofMinutes(3));
        inTheEnd();
        assertThat(broken).isEmpty();
        assertThat(waits).as("waits that never ended").allMatch(CompletableFuture::isDone);
        assertThat(processes).as("processes that keep something").allMatch(process -> process.engine.isIdle());
    }

    /** Draws how bad the network is. */
    final void drawLoss(double most) {
        loss = random.nextInt(3) == 0 ? 0 : random.nextDouble() * most;
    }

    /** Draws how many processes there are. */
    final void drawProcesses(LockOptions options) {
        for (int i = 2 + random.nextInt(3); i > 0; i--) {
            processes.add(process(options));
        }
    }

    final FaultyProcess process(LockOptions options) {
        return new FaultyProcess(time, random, memory, options, () -> loss);
    }

    /** A process begins to wait, and goes on with what it gets. */
    final <T> void await(FaultyProcess process, Supplier<CompletableFuture<T>> begin, Consumer<T> then) {
        process.machine.schedule(
                () -> {
                    CompletableFuture<T> wait = begin.get();
                    waits.add(wait);
                    var unused = wait.thenAccept(then).exceptionally(this::note);
                },
                0);
    }

    private void cancelSomething() {
        if (!waits.isEmpty()) {
            waits.get(random.nextInt(waits.size())).cancel(true);
        }
    }

    /** Makes sure that whoever is told of the loss of a lease has lost it. */
    final void watch(Lease lease) {
        lease.onLost(() -> {
            losses++;
            if (lease.isValid() || lease.state() != Lease.State.LOST) {
                broken.add(new AssertionError("told of the loss of a lease that is " + lease.state()));
            }
        });
    }

    /** What is thrown inside a future would be lost in it. */
    final Void note(Throwable error) {
        if (Failures.unwrap(error) instanceof AssertionError assertion) {
            broken.add(assertion);
        }
        return null;
    }
}
