package io.holdfast.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Seeds;
import io.holdfast.memory.ClaimDraws.World;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The in-memory store does what {@link ClaimModel} does, in long random histories of every kind of lock. */
class ClaimHistoriesTest {

    private static final int USUAL = 160;

    private static final List<String> OF_EVERY_KIND =
            List.of("granted", "handed over", "rejoined", "renewed", "renewed too late", "abandoned");

    @Test
    void everyHistoryGoesAsTheModelSays() {
        Map<World, Map<String, Integer>> happened = new EnumMap<>(World.class);
        Seeds.play(ClaimHistoriesTest.class, USUAL, ClaimHistory::new, history -> {
            Map<String, Integer> sum = happened.computeIfAbsent(history.draws.world, world -> new HashMap<>());
            history.happened.forEach((what, count) -> sum.merge(what, count, Integer::sum));
        });
        if (!Seeds.isOne()) {
            happened.forEach((world, counts) -> {
                // A history in which nothing happens proves nothing.
                int least = 5 * Seeds.count(USUAL) / World.values().length;
                assertThat(counts).as(world.name()).containsKeys(usualIn(world));
                for (String what : usualIn(world)) {
                    assertThat(counts.get(what)).as(world + " " + what).isGreaterThan(least);
                }
            });
        }
    }

    private static String[] usualIn(World world) {
        Stream<String> own = switch (world) {
            case MUTEX -> Stream.of();
            case READ_WRITE -> Stream.of("became a reader");
            case SEMAPHORE -> Stream.of("resized", "granted several", "refused");
            case ONE_AFTER_THE_OTHER -> Stream.of("became a reader", "resized", "granted several", "refused");
        };
        return Stream.concat(OF_EVERY_KIND.stream(), own).toArray(String[]::new);
    }
}
