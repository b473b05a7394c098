package io.holdfast.spi.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.InvalidLockException;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Tokens;
import io.holdfast.spi.queue.ClaimQueue;
import io.holdfast.spi.queue.Marks;
import io.holdfast.spi.queue.Mint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Who stands in line holds the lock exactly when the claim model grants it, and watches whom it has to. */
class LineTest {

    private static final int HISTORIES = 2_000;
    private static final int STEPS = 30;

    @Test
    void theHoldersAreThoseOfTheClaimModel() {
        for (int seed = 0; seed < HISTORIES; seed++) {
            Random random = new Random(seed);
            int kind = random.nextInt(3);
            ClaimQueue<String> model = new ClaimQueue<>(new Numbers(), new NoMarks());
            List<Place> line = new ArrayList<>();
            for (int step = 0; step < STEPS; step++) {
                if (line.isEmpty() || random.nextInt(5) < 3) {
                    Demand demand = demand(random, kind);
                    Place place = new Place("s" + seed + "-" + step, demand, "k" + step);
                    line.add(place);
                    model.acquire(ask(place), true, "", step);
                } else {
                    model.abandon(ask(line.remove(random.nextInt(line.size()))), step);
                }
                assertSame(new Line(line), model, step, seed);
            }
        }
    }

    private static void assertSame(Line line, ClaimQueue<String> model, int step, int seed) {
        for (int i = 0; i < line.places().size(); i++) {
            Answer answer = model.poll(line.places().get(i).owner(), step);
            assertThat(line.holds(i))
                    .as("seed %s, step %s, place %s of %s", seed, step, i, line)
                    .isEqualTo(answer instanceof Answer.Granted);
        }
    }

    @Test
    void nobodyIsGrantedBeforeTheOneThatItWatchesLeavesOrIsGranted() {
        for (int seed = 0; seed < HISTORIES; seed++) {
            Random random = new Random(seed);
            int kind = random.nextInt(3);
            List<Place> line = new ArrayList<>();
            for (int i = 0; i < 2 + random.nextInt(8); i++) {
                line.add(new Place("o" + i, demand(random, kind), "k" + i));
            }
            int index = 1 + random.nextInt(line.size() - 1);
            Line before = new Line(line);
            Optional<Place> obstacle = before.holds(index) ? Optional.empty() : before.obstacle(index);
            if (before.holds(index)) {
                continue;
            }
            Place mine = line.get(index);
            if (obstacle.isEmpty()) {
                assertThat(before.holds(index - 1))
                        .as("only the first who waits watches all: %s", before)
                        .isTrue();
                continue;
            }
            List<Place> left = new ArrayList<>(line);
            left.removeIf(place -> !place.equals(mine) && !place.equals(obstacle.get()) && random.nextBoolean());
            Line after = new Line(left);
            int obstacleIndex = after.indexOf(obstacle.get().owner());
            boolean granted = after.holds(obstacleIndex)
                    && !before.holds(before.indexOf(obstacle.get().owner()));
            assertThat(after.holds(after.indexOf(mine.owner())) && !granted)
                    .as("seed %s: %s of %s watches %s, and holds in %s", seed, mine, before, obstacle, after)
                    .isFalse();
        }
    }

    @Test
    void aReaderWatchesTheNearestWriterAndAWriterTheOneBeforeIt() {
        Line line = new Line(List.of(
                new Place("r1", Demand.READ, "1"),
                new Place("w1", Demand.WRITE, "2"),
                new Place("r2", Demand.READ, "3"),
                new Place("r3", Demand.READ, "4"),
                new Place("w2", Demand.WRITE, "5")));
        assertThat(line.obstacle(1)).map(Place::owner).hasValue("r1");
        assertThat(line.obstacle(2)).map(Place::owner).hasValue("w1");
        assertThat(line.obstacle(3)).map(Place::owner).hasValue("w1");
        assertThat(line.obstacle(4)).map(Place::owner).hasValue("r3");
    }

    @Test
    void whoIsOfAnotherKindIsInTheWayAndRefused() {
        Line line = new Line(List.of(
                new Place("a", Demand.READ, "1"), new Place("b", Demand.MUTEX, "2"), new Place("c", Demand.READ, "3")));
        assertThat(line.holds(0)).isTrue();
        assertThat(line.holds(1)).isFalse();
        assertThat(line.holds(2)).isFalse();
        assertThat(line.obstacle(2)).map(Place::owner).hasValue("b");
        assertThatThrownBy(() -> line.check("x", Demand.MUTEX))
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining("'x' is in use as a read-write lock");
    }

    @Test
    void anyTextCanBePartOfAPathAndIsReadAsItWas() {
        for (String text :
                List.of("", ".", "..", "a/b", "%2f", "ä€𝄞", "a b\n\0", "..a", "~m~0000000001", "A", "a.b")) {
            String written = Encoding.encode(text);
            assertThat(Encoding.decode(written)).isEqualTo(text);
            assertThat(written).matches("[A-Za-z0-9_:@,+=%.-]*").isNotIn(".", "..");
        }
        assertThat(Encoding.encode("a/b/c")).startsWith(Encoding.encode("a/b"));
        assertThatThrownBy(() -> Encoding.decode("a%2")).isInstanceOf(IllegalArgumentException.class);
    }

    private static Demand demand(Random random, int kind) {
        return switch (kind) {
            case 0 -> Demand.MUTEX;
            case 1 -> random.nextInt(3) == 0 ? Demand.WRITE : Demand.READ;
            default -> Demand.permits(1 + random.nextInt(4), 4);
        };
    }

    private static Ask ask(Place place) {
        Duration lease = Duration.ofDays(1);
        return new Ask("x", place.demand(), place.owner(), lease, lease, Duration.ZERO, 1);
    }

    private static final class Numbers implements Mint {

        private long next = 1;

        @Override
        public Tokens tokens(int count) {
            Tokens tokens = new Tokens(next, next + count - 1);
            next += count;
            return tokens;
        }

        @Override
        public long epoch() {
            return next - 1;
        }
    }

    private static final class NoMarks implements Marks {

        @Override
        public boolean contains(String owner) {
            return false;
        }

        @Override
        public void leave(Ask ask, long now) {}
    }
}
