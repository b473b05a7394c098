package io.holdfast.engine;

import static io.holdfast.LockEvent.Kind.ACQUIRED;
import static io.holdfast.LockEvent.Kind.AT_RISK;
import static io.holdfast.LockEvent.Kind.HANDED_OFF;
import static io.holdfast.LockEvent.Kind.LOST;
import static io.holdfast.LockEvent.Kind.RELEASED;
import static io.holdfast.LockEvent.Kind.RENEWED;
import static io.holdfast.LockEvent.Kind.WAITED;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What listeners and the flight recorder are told. */
class EventsTest {

    private final World world = new World();
    private final World.Client one = world.client();

    @Test
    void theLifeOfALockIsTold() {
        Lease first = one.acquire();
        var second = one.wantsLock();
        world.advanceMillis(5);
        first.release();
        world.time.settle();
        assertThat(world.eventKinds()).containsExactly(ACQUIRED, RELEASED, WAITED, HANDED_OFF);
        assertThat(world.events.get(2).took()).isEqualTo(Duration.ofMillis(5));
        assertThat(world.events.get(1).token()).isEqualTo(first.token());
        assertThat(world.events).allSatisfy(event -> assertThat(event.lock()).isEqualTo(World.NAME));

        world.events.clear();
        world.advance(Duration.ofSeconds(4));
        one.store.cut();
        world.advance(Duration.ofSeconds(10));
        assertThat(world.eventKinds()).containsExactly(RENEWED, AT_RISK, LOST);
        assertThat(second.join().isValid()).isFalse();
    }

    @Test
    void theFlightRecorderHasThem(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("locks.jfr");
        try (Recording recording = new Recording()) {
            List.of("Acquired", "Released").forEach(kind -> recording.enable("io.holdfast." + kind));
            recording.start();
            one.acquire().release();
            recording.stop();
            recording.dump(file);
        }
        assertThat(Files.size(file)).isPositive();
        List<RecordedEvent> recorded = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("io.holdfast."))
                .toList();
        assertThat(recorded.stream().map(event -> event.getEventType().getName()))
                .containsExactly("io.holdfast.Acquired", "io.holdfast.Released");
        assertThat(recorded.get(0).getString("lock")).isEqualTo(World.NAME);
        assertThat(recorded.get(0).getLong("token")).isEqualTo(1);
    }
}
