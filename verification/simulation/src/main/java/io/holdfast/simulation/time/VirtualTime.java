package io.holdfast.simulation.time;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Time that passes only when it is told to, in one thread: what is scheduled runs in its order, the same way each time. */
public final class VirtualTime {

    /** Something that is to happen; called off if it has nothing to do any more. */
    private static final class Task {

        private final long at;
        private final long order;
        private final @Nullable Machine machine;
        private @Nullable Runnable action;

        private Task(long at, long order, @Nullable Machine machine, Runnable action) {
            this.at = at;
            this.order = order;
            this.machine = machine;
            this.action = action;
        }
    }

    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.<Task>comparingLong(task -> task.at).thenComparingLong(task -> task.order));
    private long elapsed;
    private long order;

    /** The beginning. */
    public VirtualTime() {}

    /** {@return the nanoseconds since the beginning} */
    public long elapsed() {
        return elapsed;
    }

    /**
     * Has something happen that no machine does: a message arrives, something breaks.
     *
     * @param nanos after which time
     * @param action what
     */
    public void after(long nanos, Runnable action) {
        var unused = schedule(null, nanos, action);
    }

    /** Has a machine do something, unless it is called off. {@return what calls it off} */
    Runnable schedule(@Nullable Machine machine, long nanos, Runnable action) {
        Task task = new Task(elapsed + Math.max(0, nanos), order++, machine, action);
        tasks.add(task);
        return () -> task.action = null;
    }

    /**
     * Lets time pass, and runs what becomes due.
     *
     * @param nanos how much
     */
    public void advance(long nanos) {
        long until = elapsed + nanos;
        for (Task next = tasks.peek(); next != null && next.at <= until; next = tasks.peek()) {
            run(tasks.remove());
        }
        elapsed = until;
    }

    private void run(Task task) {
        elapsed = Math.max(elapsed, task.at);
        Runnable action = task.action;
        if (action == null) {
            return;
        }
        Machine machine = task.machine;
        if (machine == null || machine.isRunning()) {
            action.run();
        } else if (!machine.isDead()) {
            // As it is, so that it can still be called off, and in the order in which it was due.
            Task later = new Task(machine.pausedUntil(), task.order, machine, () -> {
                Runnable still = task.action;
                if (still != null) {
                    still.run();
                }
            });
            tasks.add(later);
        }
    }
}
