package io.holdfast.faults;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/** Tells how far a long run is: in one line of a terminal, or in a line for each round. */
final class Progress {

    private static final int WIDTH = 110;

    private final long start = System.nanoTime();
    private final Duration time;
    private final boolean terminal = Boolean.getBoolean("holdfast.terminal");
    private final Set<String> running = new LinkedHashSet<>();

    Progress(Duration time) {
        this.time = time;
    }

    synchronized void begin(Cell cell) {
        running.add(cell.id());
    }

    synchronized void end(Outcome outcome, Report.Row total) {
        running.remove(outcome.cell().id());
        if (terminal) {
            line(total, running);
        } else {
            System.out.println(clock() + "  " + outcome.summary());
        }
    }

    private void line(Report.Row total, Collection<String> now) {
        String text = "%s of %s  %d rounds, %d grants  %s"
                .formatted(
                        clock(),
                        clock(time.toSeconds()),
                        total.rounds(),
                        total.tally().grants(),
                        String.join(", ", now));
        System.out.printf("\r%-" + WIDTH + "s", text.length() > WIDTH ? text.substring(0, WIDTH) : text);
        System.out.flush();
    }

    synchronized void end() {
        if (terminal) {
            System.out.println();
        }
    }

    private String clock() {
        return clock(Duration.ofNanos(System.nanoTime() - start).toSeconds());
    }

    private static String clock(long seconds) {
        return "%d:%02d:%02d".formatted(seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
}
