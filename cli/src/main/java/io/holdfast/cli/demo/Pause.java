package io.holdfast.cli.demo;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A worker is stopped while it has the lock, for longer than that lasts, and goes on while another has it. What comes of
 * that is told as it happens.
 */
final class Pause implements Plot {

    private final String right;
    private final Duration life;
    private final int at;
    private final int meanwhile;
    private final Narration narration;

    private Step step = Step.BEFORE;

    /** What the one that is stopped, the one that has the lock then, and the one that comes in beside it, said last. */
    private @Nullable Event stopped;

    private @Nullable Event holding;
    private @Nullable Event next;

    private enum Step {
        BEFORE,
        STOPPED,
        EXPIRED,
        RESUMED,
        DELETED,
        ENTERED,
        OVER
    }

    /**
     * Of the first who finds that so many are left.
     *
     * @param right what gives the lock to a worker, and ends by itself
     * @param life when it ends
     * @param at how many are left
     * @param stock how many there were
     * @param narration to whom it is told
     */
    Pause(String right, Duration life, int at, int stock, Narration narration) {
        this.right = right;
        this.life = life;
        this.at = at;
        this.meanwhile = Math.max(1, stock / 10);
        this.narration = narration;
    }

    @Override
    public boolean hear(Event event) throws InterruptedException {
        boolean inside = event.kind() == Event.Kind.INSIDE;
        switch (step) {
            case BEFORE -> {
                return inside && event.number() <= at && stop(event);
            }
            case STOPPED -> {
                if (inside) {
                    expire(event);
                }
            }
            case EXPIRED -> {
                return inside && event.number() <= stopped().number() - meanwhile && resume(event);
            }
            case RESUMED -> {
                if (event.worker() == stopped().worker()) {
                    tell(event);
                } else if (inside) {
                    // Told when the one that went on has told how it came to this.
                    next = event;
                    return true;
                }
            }
            case DELETED -> {
                if (inside) {
                    enter(event);
                    return true;
                }
            }
            case ENTERED -> {
                if (event.worker() == holding().worker()) {
                    leave(event);
                }
            }
            case OVER -> {}
        }
        return false;
    }

    private boolean stop(Event event) throws InterruptedException {
        event.worker().stop();
        narration.tell(event.worker().title() + " has the lock, and has read that " + event.number() + " are left.");
        narration.tellMore(
                "It is stopped there (kill -STOP). Its " + right + " lasts " + life.toSeconds() + " seconds.");
        stopped = event;
        step = Step.STOPPED;
        return true;
    }

    private void expire(Event event) {
        narration.tell("Its " + right + " has expired: " + event.worker().name() + " has the lock now, and sells on.");
        step = Step.EXPIRED;
    }

    private boolean resume(Event event) throws InterruptedException {
        WorkerProcess worker = stopped().worker();
        narration.tell(event.worker().title() + " has the lock, and " + event.number() + " are left.");
        narration.tellMore(worker.title() + " goes on (kill -CONT).");
        worker.resume();
        worker.pay();
        holding = event;
        step = Step.RESUMED;
        return true;
    }

    /** What becomes of the one that went on, whatever it is. */
    private void tell(Event event) {
        switch (event.kind()) {
            case SOLD ->
                narration.tellBad("It writes down that " + event.number() + " are left: "
                        + (event.number() - holding().number() + 1) + " sales are forgotten.");
            case REFUSED -> {
                narration.tellGood(
                        "It writes down that " + (stopped().number() - 1) + " are left. The shop refuses that:");
                narration.tellMore(
                        "token " + stopped().token() + " is lower than " + event.token() + ", which it has seen.");
            }
            case LOST -> {
                narration.tellGood("It is told that its lease is lost, and there is nothing to release.");
                finish();
            }
            case RELEASED -> released(event);
            default -> throw new IllegalStateException(event.toString());
        }
    }

    private void released(Event event) {
        if (!event.isOfAnother()) {
            narration.tell("It deletes its lock, and there was none any more.");
            finish();
            return;
        }
        narration.tellBad("It deletes the lock, which is not its own any more but " + event.owner() + "'s.");
        step = Step.DELETED;
        if (next != null) {
            enter(next);
        }
    }

    private void enter(Event event) {
        WorkerProcess worker = event.worker();
        narration.tellBad("So " + (worker == stopped().worker() ? "it gets in again" : worker.name() + " gets in")
                + ", while " + holding().worker().name() + " is still inside.");
        next = event;
        finish();
    }

    private void leave(Event event) {
        switch (event.kind()) {
            // Who came in last writes last, so that what was forgotten stays forgotten.
            case SOLD, REFUSED -> Objects.requireNonNull(next).worker().pay();
            case RELEASED -> {
                if (event.isOfAnother()) {
                    narration.tellBad(
                            event.worker().title() + " in turn deletes " + event.owner() + "'s lock, and so on.");
                }
                step = Step.OVER;
            }
            default -> step = Step.OVER;
        }
    }

    private void finish() {
        holding().worker().pay();
        step = next == null ? Step.OVER : Step.ENTERED;
    }

    private Event stopped() {
        return Objects.requireNonNull(stopped);
    }

    private Event holding() {
        return Objects.requireNonNull(holding);
    }
}
