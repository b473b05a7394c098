package io.holdfast.engine;

import io.holdfast.LockOptions;
import io.holdfast.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;

/**
 * A process in a simulation: an engine over a bad network, on a machine of its own.
 *
 * <p>A request takes its time both ways, and may be lost on either; a lost one may still be executed.
 */
final class FaultyProcess {

    private static final Duration TIME_OUT = Duration.ofMillis(500);

    final VirtualTime.Machine machine;
    final Engine engine;
    final TestStore store;

    private final VirtualTime.Machine wire;
    private final Random random;
    private final DoubleSupplier loss;

    /**
     * A process.
     *
     * @param time in which it lives
     * @param random decides what goes wrong
     * @param memory the store
     * @param options the options of its locks
     * @param loss which part of all messages is lost, from 0 to 1
     */
    FaultyProcess(VirtualTime time, Random random, MemoryStore memory, LockOptions options, DoubleSupplier loss) {
        this.machine = time.machine();
        this.wire = time.machine();
        this.random = random;
        this.loss = loss;
        this.store = new TestStore(memory);
        store.link = this::send;
        this.engine = new Engine(store, "", options, List.of(), machine.environment(), () -> {});
    }

    private Runnable send(TestStore.Call call) {
        boolean lostRequest = random.nextDouble() < loss.getAsDouble();
        boolean lostAnswer = random.nextDouble() < loss.getAsDouble();
        store.dropSignals = random.nextDouble() < loss.getAsDouble();
        return () -> {
            if (lostRequest || lostAnswer) {
                machine.schedule(call::timeOut, TIME_OUT.toNanos());
            }
            if (!lostRequest || random.nextInt(3) == 0) {
                wire.schedule(
                        () -> {
                            call.execute();
                            machine.schedule(
                                    () -> {
                                        if (!lostAnswer) {
                                            call.answer();
                                        }
                                    },
                                    delay());
                        },
                        lostRequest ? delay() + TIME_OUT.toNanos() : delay());
            }
        };
    }

    private long delay() {
        return 1_000L * (random.nextInt(20) == 0 ? random.nextInt(800_000) : random.nextInt(3_000));
    }
}
