package io.holdfast.simulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.redis.ScriptTexts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SimulatedServerTest {

    private static final String[] KEYS = {"5", "l", "{l}:fence", "{l}:queue", "{l}:waiters"};

    private final Scripts scripts = new Scripts(UnaryOperator.identity());
    private long now = 1_700_000_000_000_000L;
    private final SimulatedServer server = new SimulatedServer(() -> now, scripts);

    @Test
    void aMutexIsGrantedHandedOverAndReleased() {
        List<String> published = new ArrayList<>();
        server.onPublish((channel, message) -> published.add(channel + " " + message));

        assertThat(acquire("o1")).isEqualTo(List.of(1L, now, now, 30_000L));
        assertThat(server.execute("GET", "l")).isEqualTo("o1:" + now);
        now += 5_000;
        assertThat(acquire("o2")).isEqualTo(List.of(2L, 29_995L, 1L, "o1:1700000000000000"));
        now += 5_000;
        assertThat(run("RELEASE", "o1", "mutex:1", "o1:1700000000000000", "", "0", "0"))
                .isEqualTo(List.of(1L));
        assertThat(published).containsExactly("holdfast:inbox:client 1700000000009969 1700000000010000 o2 l");
        assertThat(server.keys())
                .contains(new KeyView("l", "string", 10_000), new KeyView("{l}:fence", "string", 3_600_000));
    }

    @Test
    void aScriptIsKnownFromItsFirstUseUntilARestart() {
        ScriptTexts keep = ScriptTexts.named("KEEP");
        String[] call = {"EVALSHA", keep.digest(), "1", "k", "5"};
        Failure unknown = new Failure("NOSCRIPT No matching script. Please use EVAL.");
        assertThat(server.execute(call)).isEqualTo(unknown);
        assertThat(server.execute("EVAL", keep.source(), "1", "k", "5")).isEqualTo(List.of(-2L));
        assertThat(server.execute(call)).isEqualTo(List.of(-2L));
        server.restart(server.snapshot());
        assertThat(server.execute(call)).isEqualTo(unknown);
    }

    @Test
    void aRestartShowsInWhatAServerSaysOfItself() {
        now += 3_000_000;
        String before = (String) server.execute("INFO", "server");
        assertThat(before).contains("uptime_in_seconds:3\r\n");
        server.restart(SimulatedServer.empty());
        String after = (String) server.execute("INFO", "server");
        assertThat(after).contains("uptime_in_seconds:0\r\n");
        assertThat(runId(after)).hasSize(40).isNotEqualTo(runId(before));
        assertThat(runId((String) new SimulatedServer(() -> now, scripts).execute("INFO", "server")))
                .isNotEqualTo(runId(before));
    }

    private static String runId(String info) {
        return info.lines()
                .filter(line -> line.startsWith("run_id:"))
                .findFirst()
                .orElseThrow()
                .substring(7);
    }

    @Test
    void aSnapshotStaysAsItWas() {
        server.execute("ZADD", "z", "1", "a");
        server.execute("HSET", "h", "f", "1");
        Snapshot snapshot = server.snapshot();
        String before = server.dump();
        server.execute("ZADD", "z", "2", "b");
        server.execute("HSET", "h", "f", "2");
        server.execute("SET", "s", "v");
        SimulatedServer other = new SimulatedServer(() -> now, scripts);
        other.restart(snapshot);
        assertThat(other.dump()).isEqualTo(before);
        other.execute("ZREM", "z", "a");
        server.restart(snapshot);
        assertThat(server.dump()).isEqualTo(before).contains("z -1 [1 a]", "h -1 {f=1}");
    }

    @Test
    void aKeyIsThereInItsLastMillisecondAndNotAfterIt() {
        server.execute("SET", "k", "v", "PX", "10");
        now += 10_000;
        assertThat(server.execute("PTTL", "k")).isEqualTo(0L);
        assertThat(server.execute("GET", "k")).isEqualTo("v");
        now += 1_000;
        assertThat(server.execute("GET", "k")).isNull();
        assertThat(server.keys()).isEmpty();
    }

    @Test
    void aSabotagedScriptGoesByTheDigestOfTheRealOne() {
        ScriptTexts release = ScriptTexts.named("RELEASE");
        Scripts other = new Scripts(text -> "return 'sabotaged'");
        SimulatedServer sabotaged = new SimulatedServer(() -> now, other);
        assertThat(sabotaged.execute("SCRIPT", "LOAD", release.source())).isEqualTo(release.digest());
        assertThat(sabotaged.execute("EVALSHA", release.digest(), "0")).isEqualTo("sabotaged");
    }

    @Test
    void scriptsCannotLeaveGlobalsBehind() {
        assertThat(server.execute("EVAL", "x = 1", "0")).isInstanceOf(Failure.class);
        assertThat(server.execute("EVAL", "return x", "0")).isInstanceOf(Failure.class);
        assertThat(server.execute("EVAL", "return os", "0")).isInstanceOf(Failure.class);
    }

    private Object acquire(String owner) {
        return run("ACQUIRE", owner, "mutex:1", "1", owner, "client", "30000", "10000", "0", "32", "1");
    }

    private Object run(String script, String owner, String... args) {
        return server.execute(Stream.of(
                        Stream.of("EVAL", ScriptTexts.named(script).source()),
                        Stream.of(KEYS),
                        Stream.of("{l}:gone:" + owner),
                        Stream.of(args))
                .flatMap(words -> words)
                .toArray(String[]::new));
    }
}
