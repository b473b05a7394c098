package io.holdfast.cli.child;

import io.holdfast.cli.console.ExitCode;
import io.holdfast.cli.console.Failure;
import io.holdfast.cli.console.Json;
import io.holdfast.cli.console.Times;
import io.holdfast.cli.console.Voice;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs a command while a lock is held, and ends it before the lock can be anybody else's.
 *
 * <p>A lock that cannot be renewed is still held until its lease ends. So the command is not told at the end, but when what
 * is left is just the grace and a margin: TERM then, and KILL with the margin left. As long as the store answers it does
 * not come to that, since a lease is renewed with two thirds of it left.
 */
public final class Supervisor {

    /** How often one looks at a lock that is in doubt. */
    private static final long DOUBT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final String lock;
    private final Rules rules;
    private final Voice voice;

    /** What happened: a signal to pass on, or something to look at. It is the one thread that supervises that does it. */
    private final BlockingQueue<Optional<ForwardedSignal>> events = new LinkedBlockingQueue<>();

    private @Nullable Thread waiting;
    private @Nullable ForwardedSignal early;
    private @Nullable Family family;

    /**
     * A supervisor, with no command yet.
     *
     * @param lock the name of the lock
     * @param rules when the command is stopped
     * @param voice where to say so
     */
    public Supervisor(String lock, Rules rules, Voice voice) {
        this.lock = lock;

        this.rules = rules;
        this.voice = voice;
    }

    /** Takes over the signals of this process; until there is a command, one that comes interrupts the calling thread. */
    public void takeSignals() {
        await();
        ForwardedSignal.handle(this::received);
    }

    private synchronized void received(ForwardedSignal signal) {
        if (family != null) {
            events.add(Optional.of(signal));
        } else if (early == null) {
            early = signal;
            if (waiting != null) {
                waiting.interrupt();
            }
        }
    }

    /** {@return the signal that came before there was a command} */
    public synchronized Optional<ForwardedSignal> earlySignal() {
        return Optional.ofNullable(early);
    }

    /** Has it look at the lock, since something became of it. May be called by any thread. */
    public void wake() {
        events.add(Optional.empty());
    }

    /**
     * Runs a command to its end.
     *
     * @param command the command and its arguments
     * @param environment what is added to its environment
     * @param mark a variable among those that no other process has, by which those it left behind are found
     * @param tenure the lock, which is held
     * @return its exit code, or why it was stopped
     * @throws InterruptedException if a signal came before the command was started
     */
    public Outcome run(List<String> command, Map<String, String> environment, String mark, Tenure tenure)
            throws InterruptedException {
        Family processes = start(command, environment, mark);
        try (Guard guard = Guard.of(processes, rules)) {
            return new Watch(processes, tenure).untilEnd();
        } finally {
            await();
        }
    }

    /** From here on there is no command, and a signal ends the wait for the next one. */
    private synchronized void await() {
        family = null;
        waiting = Thread.currentThread();
    }

    private synchronized Family start(List<String> command, Map<String, String> environment, String mark)
            throws InterruptedException {
        // From here on a signal is the command's, and not before: an interrupt could hit the start of the process.
        waiting = null;
        if (early != null || Thread.interrupted()) {
            throw new InterruptedException();
        }
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment().putAll(environment);
        try {
            Process child = builder.start();
            var unused = child.onExit().thenRun(this::wake);
            Family started = new Family(child, mark);
            family = started;
            return started;
        } catch (IOException e) {
            boolean found = String.valueOf(e.getMessage()).contains("error=13");
            throw new Failure(
                    found ? ExitCode.NOT_EXECUTABLE : ExitCode.NOT_FOUND,
                    "'" + command.get(0) + "' cannot be run: "
                            + (found ? "permission denied" : "no such command, or it is not a program"),
                    e);
        }
    }

    /**
     * How a command ended.
     *
     * @param exitCode its own, or 128 and the signal that ended it
     * @param stopped why it was stopped, if it was
     */
    public record Outcome(int exitCode, Optional<String> stopped) {}

    /** One command that runs, as it looks at this moment. Used by one thread. */
    private final class Watch {

        private final Family processes;
        private final Tenure tenure;
        private final long started = System.nanoTime();

        private long deadline;
        private long killAt;
        private boolean terminating;
        private boolean ignoring;
        private boolean signalled;
        private Optional<String> reason = Optional.empty();

        Watch(Family processes, Tenure tenure) {
            this.processes = processes;
            this.tenure = tenure;
            this.deadline = started + tenure.remaining().toNanos();
        }

        Outcome untilEnd() throws InterruptedException {
            // Stopping goes on after the command itself has ended, for what it left behind.
            while (processes.isChildAlive() || (terminating && processes.isAlive())) {
                Optional<ForwardedSignal> event = events.poll(look(), TimeUnit.NANOSECONDS);
                if (event != null && event.isPresent()) {
                    processes.signal(event.get());
                    signalled = true;
                }
            }
            awaitSignalled();
            return new Outcome(processes.exitCode(), reason);
        }

        /** Does what is due. {@return for how many nanoseconds there is nothing to do} */
        private long look() {
            long now = System.nanoTime();
            if (terminating) {
                if (now - killAt >= 0) {
                    processes.kill();
                    terminating = false;
                    return DOUBT_NANOS;
                }
                // What the command left behind has no way to tell when it ends.
                return processes.isChildAlive() ? killAt - now : Math.min(DOUBT_NANOS, killAt - now);
            }
            if (ignoring || reason.isPresent()) {
                return Long.MAX_VALUE;
            }
            return watch(now);
        }

        private long watch(long now) {
            boolean lost = tenure.isLost();
            Duration remaining = tenure.remaining();
            if (!remaining.isZero()) {
                deadline = now + remaining.toNanos();
            }
            long untilStop = deadline - now - rules.stopAt().toNanos();
            long untilMax =
                    rules.maxHold().map(time -> started + time.toNanos() - now).orElse(Long.MAX_VALUE);
            if (lost) {
                stop(now, "it was taken away, or could not be renewed in time");
            } else if (untilStop <= 0) {
                stop(
                        now,
                        "it could not be renewed, and is lost " + Times.text(Duration.ofNanos(deadline - now))
                                + " from now");
            } else if (untilMax <= 0) {
                stop(
                        now,
                        "the time of --max-hold, " + Times.text(rules.maxHold().orElseThrow()) + ", is over");
            } else {
                return remaining.isZero() ? DOUBT_NANOS : Math.min(untilStop, untilMax);
            }
            return 0;
        }

        private void stop(long now, String why) {
            if (rules.onLost() == OnLost.IGNORE) {
                ignoring = true;
                warn("lost", why, "the command goes on, as --on-lost=ignore says", new Json());
                return;
            }
            reason = Optional.of(why);
            terminating = true;
            if (rules.onLost() == OnLost.KILL) {
                killAt = now;
                warn("killed", why, "the command is killed", new Json());
                return;
            }
            long least =
                    Math.min(rules.grace().toNanos(), deadline - rules.margin().toNanos() - now);
            killAt = now + Math.max(0, least);

            processes.terminate();
            warn(
                    "terminated",
                    why,
                    "the command has " + Times.text(Duration.ofNanos(killAt - now)) + " to end",
                    new Json().put("killAfterMillis", TimeUnit.NANOSECONDS.toMillis(killAt - now)));
        }

        /** On a thread of its own, since whoever should read it may not, and the command has to be stopped all the same. */
        private void warn(String event, String why, String what, Json details) {
            Json all = details.put("lock", lock).put("reason", why);
            Thread thread = new Thread(() -> voice.warn(event, all, "'" + lock + "': " + why + "; " + what), "voice");
            thread.setDaemon(true);
            thread.start();
        }

        /** Waits a while for what was told to end together with the command, and may still be about to. */
        private void awaitSignalled() throws InterruptedException {
            long end = System.nanoTime() + rules.grace().toNanos();
            while (signalled && processes.isAlive() && System.nanoTime() - end < 0) {
                TimeUnit.NANOSECONDS.sleep(DOUBT_NANOS);
            }
        }
    }
}
