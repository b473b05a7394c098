package io.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.ClientInfo;
import io.holdfast.StoreConfigurationException;
import io.holdfast.spi.SessionContext;
import io.holdfast.tck.RealTime;
import io.holdfast.tck.RecordedSignals;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Which node has a vote, by what it says of itself. */
class StandingTest {

    private static final String NEVER = "0".repeat(40);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Standing standing = new Standing("node", Duration.ofSeconds(60));

    @Test
    void withoutAProofItHasNoVote() {
        assertThat(standing.untilVote(0)).isPositive();
    }

    /** A Redis that started at 0.9 s and is asked at 1.0 s says that it has been running for one second. */
    @Test
    void whatItSaysOfItsUptimeMayBeASecondTooMuch() {
        prove("one", NEVER, 60, 0);
        assertThat(standing.untilVote(0)).isEqualTo(SECOND);
        assertThat(standing.untilVote(SECOND)).isZero();
    }

    @Test
    void oneThatHasJustStartedWaitsForNoMoreThanTheWholeTime() {
        prove("one", NEVER, 0, 0);
        assertThat(standing.untilVote(0)).isEqualTo(60 * SECOND);
    }

    @Test
    void theSameProcessOnANewConnectionKeepsItsVote() {
        prove("one", NEVER, 61, 0);
        prove("one", NEVER, 0, SECOND);
        assertThat(standing.untilVote(SECOND)).isNotPositive();
    }

    /** Another clock might have been set forward there: what counts is that it was not known. */
    @Test
    void anotherProcessHasNoVoteWhateverItSaysOfItsUptime() {
        prove("one", NEVER, 1_000, 0);
        prove("other", NEVER, 1_000, SECOND);
        assertThat(standing.untilVote(SECOND)).isEqualTo(60 * SECOND);
    }

    @Test
    void oneThatWasAReplicaOnceHasNoVote() {
        prove("one", "f".repeat(40), 1_000, 0);
        assertThat(standing.untilVote(0)).isEqualTo(60 * SECOND);
    }

    @Test
    void aReplicaIsRefusedByName() {
        assertThatThrownBy(() -> standing.prove(
                        "run_id:one\r\nuptime_in_seconds:99", "role:slave\r\nmaster_host:h\r\nmaster_port:1", 0))
                .isInstanceOf(StoreConfigurationException.class)
                .hasMessageContainingAll("node", "is a replica of h:1");
    }

    private void prove(String runId, String formerly, long uptime, long now) {
        standing.prove(
                "run_id:" + runId + "\r\nuptime_in_seconds:" + uptime,
                "role:master\r\nmaster_replid:x" + runId + "\r\nmaster_replid2:" + formerly,
                now);
    }

    @Test
    void aNodeWhoseClockIsFarOffTheOthersIsKnown() {
        try (RealTime time = new RealTime();
                RedisClient client = RedisClient.create()) {
            QuorumNodes nodes = nodes(5, time, client);
            long second = TimeUnit.SECONDS.toMicros(1);
            clock(nodes, 0, 1_000 * second);
            assertThat(nodes.isClockRight(nodes.all().get(0)))
                    .as("of one alone nothing can be said")
                    .isTrue();
            clock(nodes, 1, 1_001 * second);
            clock(nodes, 2, 999 * second);
            clock(nodes, 3, 1_003 * second + 1);
            clock(nodes, 4, 60 * second);
            assertThat(nodes.all().stream().map(nodes::isClockRight)).containsExactly(true, true, true, false, false);
        }
    }

    @Test
    void oneThatRestartedIsNotJudgedByTheClockThatItHad() {
        standing.clock(5, 0);
        assertThat(standing.clockOffset()).isEqualTo(5_000);
        prove("one", NEVER, 0, 0);
        assertThat(standing.clockOffset()).isNull();
    }

    private static void clock(QuorumNodes nodes, int index, long micros) {
        nodes.all().get(index).standing().clock(micros, 0);
    }

    /** Nothing is connected. */
    private static QuorumNodes nodes(int count, RealTime time, RedisClient client) {
        Map<String, Connector> connectors = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            connectors.put("node " + i, new ServerConnector(client, List.of(), () -> {}));
        }
        ClientInfo info = new ClientInfo("c", "test", "localhost", 1, Instant.EPOCH);
        return new QuorumNodes(
                "test",
                connectors,
                new SessionContext(info, new RecordedSignals(), time.environment()),
                QuorumSettings.DEFAULTS);
    }
}
