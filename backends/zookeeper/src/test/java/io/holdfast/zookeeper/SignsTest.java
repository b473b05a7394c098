package io.holdfast.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is said of a session's time is never more than the leader gives it, whatever is late. */
class SignsTest {

    private static final Duration T = Duration.ofSeconds(12);
    private static final long SECOND = 1_000_000_000L;

    @Test
    void aNewSessionAndOneThatIsHeardOfAllTheTimeHaveHalfTheirTime() {
        Signs signs = new Signs(T, 0);
        signs.writeAnswered(1);
        assertThat(signs.until()).isEqualTo(6 * SECOND + 1);
        for (long now = SECOND; now < 60 * SECOND; now += SECOND) {
            signs.answered(now - SECOND / 2);
            signs.writeAnswered(now);
            assertThat(signs.until()).isEqualTo(now + 6 * SECOND);
        }
    }

    @Test
    void aWriteAfterASilenceSaysNothingThatTheLeaderDoesNotKnow() {
        Signs signs = new Signs(T, 0);
        signs.writeAnswered(0);
        signs.writeAnswered(11 * SECOND);
        assertThat(signs.until()).as("the leader may end it at 12 s").isEqualTo(10 * SECOND);
        signs.writeAnswered(12 * SECOND);
        assertThat(signs.until()).isEqualTo(10 * SECOND);
        // A quarter of the time later it has heard of the first of them.
        signs.writeAnswered(14 * SECOND);
        assertThat(signs.until()).isEqualTo(20 * SECOND);
    }

    @Test
    void whatOneServerWasAskedIsNotWhatAnotherTellsTheLeader() {
        Signs signs = new Signs(T, 0);
        signs.answered(5 * SECOND);
        signs.disconnected();
        // It has been asked about the session when the next connection was made, and that was later than the last
        // answer.
        signs.writeAnswered(9 * SECOND);
        assertThat(signs.until()).isEqualTo(15 * SECOND);
        signs.answered(10 * SECOND);
        signs.disconnected();
        signs.writeAnswered(19 * SECOND);
        assertThat(signs.until()).isEqualTo(20 * SECOND);
    }

    /** Ticks of at most half the time, servers that tell the leader at each half tick, and requests at any time. */
    @Test
    void itNeverOutlivesASimulatedLeadersPatience() {
        for (int seed = 0; seed < 5_000; seed++) {
            Random random = new Random(seed);
            long half = SECOND + (long) (random.nextDouble() * 2 * SECOND);
            Signs signs = new Signs(T, 0);
            long now = 0;
            long asked = 0;
            long heard = 0;
            long nextTick = half;
            for (int step = 0; step < 100; step++) {
                now += (long) (random.nextDouble() * random.nextDouble() * 12 * SECOND);
                for (; nextTick <= now; nextTick += half) {
                    if (nextTick - heard >= T.toNanos()) {
                        break;
                    }
                    heard = Math.max(heard, Math.min(asked, nextTick));
                }
                if (now - heard >= T.toNanos()) {
                    break;
                }
                if (random.nextBoolean()) {
                    signs.answered(now);
                } else {
                    signs.writeAnswered(now);
                }
                asked = now;
                assertThat(signs.until()).as("seed %s", seed).isLessThanOrEqualTo(heard + T.toNanos());
            }
        }
    }
}
