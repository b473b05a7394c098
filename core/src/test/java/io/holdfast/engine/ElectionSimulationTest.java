package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Candidacy;
import io.holdfast.ElectionListener;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** An election in a world that goes wrong at random. */
class ElectionSimulationTest {

    private static final int USUAL = 500;

    private long grants;

    @Test
    void thereIsNeverMoreThanOneLeaderAndOneInTheEnd() {
        Seeds.play(ElectionSimulationTest.class, USUAL, Run::new, run -> grants += run.grants);
        if (!Seeds.isOne()) {
            assertThat(grants).as("terms").isGreaterThan(5L * Seeds.count(USUAL));
        }
    }

    private static final class Run extends Simulation {

        final List<Candidacy> candidates = new ArrayList<>();
        long lastToken;

        Run(long seed) {
            super(seed, 60, Duration.ofSeconds(2));
            // Long enough to be kept over this network, so that in the end nobody is replaced any more.
            LockOptions options = LockOptions.defaults().lease(Duration.ofMillis(4_000 + random.nextInt(8_000)));
            loss = random.nextDouble() * 0.3;
            drawProcesses(options);
            for (FaultyProcess process : processes) {
                candidates.add(process.engine.election("leader").takePart("data " + candidates.size(), new Listener()));
            }
        }

        /** A candidate steps down, if it leads. */
        @Override
        void want(FaultyProcess process) {
            if (random.nextBoolean()) {
                candidates.get(processes.indexOf(process)).stepDown();
            }
            time.advance(Duration.ofMillis(random.nextInt(1_500)));
            assertThat(leaders()).isLessThanOrEqualTo(1);
        }

        @Override
        void tryWithin(FaultyProcess process, Duration atMost) {
            process.machine.pause(atMost);
        }

        @Override
        void inTheEnd() {
            assertThat(leaders()).as("leaders in the end").isEqualTo(1);
            candidates.forEach(Candidacy::close);
            time.advance(Duration.ofMinutes(1));
        }

        @Override
        CompletableFuture<Lease> takeAll(FaultyProcess process) {
            return process.engine.lock("leader").acquireAsync();
        }

        long leaders() {
            return candidates.stream().filter(Candidacy::isLeader).count();
        }

        private final class Listener implements ElectionListener {

            private boolean leads;

            @Override
            public void elected(long token) {
                grants++;
                if (leads || token <= lastToken) {
                    broken.add(new AssertionError("elected twice, or out of order"));
                }
                leads = true;
                lastToken = token;
            }

            @Override
            public void ceased() {
                if (!leads) {
                    broken.add(new AssertionError("ceased twice"));
                }
                leads = false;
            }
        }
    }
}
