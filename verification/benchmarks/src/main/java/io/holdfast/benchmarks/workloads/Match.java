package io.holdfast.benchmarks.workloads;

import io.holdfast.benchmarks.measure.Figures;
import io.holdfast.benchmarks.rivals.Contender;
import io.holdfast.benchmarks.rivals.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One workload, with all who take part in it: they have their turns one after the other, round by round. */
public final class Match {

    private final Workload workload;
    private final Stage stage;
    private final Plan plan;

    /**
     * A match.
     *
     * @param workload what is played
     * @param stage where
     * @param plan how often and how long
     */
    public Match(Workload workload, Stage stage, Plan plan) {
        this.workload = workload;
        this.stage = stage;
        this.plan = plan;
    }

    /**
     * Plays it.
     *
     * @return what became of each contender, in the order of the stage
     * @throws InterruptedException if this thread is interrupted
     */
    public List<Outcome> play() throws InterruptedException {
        stage.awaitReady();
        List<Seat> seats = stage.contenders().stream()
                .filter(workload.who())
                .map(Seat::new)
                .toList();
        int warmUps = workload.pace() == Workload.Pace.IN_TURNS ? plan.warmUps() : 0;
        int rounds = warmUps + Math.min(plan.rounds(), workload.pace().mostRounds());
        try {
            for (int round = 0; round < rounds; round++) {
                // Not always the same one first, after whatever the pause between two rounds may bring.
                List<Seat> order = new ArrayList<>(seats);
                Collections.rotate(order, -round);
                for (Seat seat : order) {
                    seat.turn(round >= warmUps, round >= warmUps && round == rounds - 1);
                }
            }
        } finally {
            seats.forEach(Seat::close);
        }
        return seats.stream().map(Seat::outcome).toList();
    }

    /** A contender's, with what it has done so far. */
    private final class Seat {

        private final Contender contender;
        private final List<Figures> figures = new ArrayList<>();
        private @Nullable Entry entry;
        private long overlaps;
        private @Nullable String failure;

        Seat(Contender contender) {
            this.contender = contender;
        }

        void turn(boolean counts, boolean last) throws InterruptedException {
            if (failure != null) {
                return;
            }
            try {
                Entry present = entry == null ? workload.entrance().enter(contender, stage.meter()) : entry;
                entry = present;
                Figures measured = present.turn(plan.turn());
                if (counts) {
                    figures.add(measured);
                }
                if (last) {
                    figures.add(present.count(plan.turn()));
                }
                if (workload.pace() != Workload.Pace.IN_TURNS) {
                    close();
                }
            } catch (TimeoutException | RuntimeException e) {
                failure = String.valueOf(e.getMessage());
                close();
            }
        }

        void close() {
            if (entry != null) {
                overlaps += entry.overlaps();
                entry.close();
                entry = null;
            }
        }

        Outcome outcome() {
            return new Outcome(workload, contender.name(), List.copyOf(figures), overlaps, failure);
        }
    }
}
