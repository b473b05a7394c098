package io.holdfast.benchmarks.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.benchmarks.rivals.Stage;
import io.holdfast.benchmarks.rivals.ZooKeeperStage;
import io.holdfast.servers.ZooKeeperServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Everybody, for a few cycles, on a real ZooKeeper. How fast they are does not matter here. */
@Timeout(120)
class ZooKeeperSmokeTest {

    private static Stage stage;

    @BeforeAll
    static void start() {
        stage = new ZooKeeperStage(ZooKeeperServer.start());
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"own-16", "one-4x4", "hand-off"})
    void everybodyGetsTheLockAndNobodyWithAnother(String workload) throws Exception {
        Trial.assertAllWentWell(Trial.play("zookeeper-" + workload, stage));
    }

    @Test
    void aFreeLockCostsThreeRequests() throws Exception {
        assertThat(Trial.requests("zookeeper-own-1", stage))
                .hasEntrySatisfying("holdfast", requests -> assertThat(requests).isBetween(3.0, 3.3))
                .hasEntrySatisfying("curator", requests -> assertThat(requests).isBetween(3.0, 3.3));
    }

    @Test
    void theServerSaysWhatItIs() {
        assertThat(stage.server()).matches("ZooKeeper 3\\.\\d+\\.\\d+");
    }
}
