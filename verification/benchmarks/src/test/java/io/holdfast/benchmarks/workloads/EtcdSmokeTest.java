package io.holdfast.benchmarks.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.benchmarks.rivals.EtcdStage;
import io.holdfast.benchmarks.rivals.Stage;
import io.holdfast.servers.EtcdServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Everybody, for a few cycles, on a real etcd. How fast they are does not matter here. */
@Timeout(120)
class EtcdSmokeTest {

    private static Stage stage;

    @BeforeAll
    static void start() {
        stage = new EtcdStage(EtcdServer.start());
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"own-16", "one-4x4", "hand-off", "names-1000"})
    void everybodyGetsTheLockAndNobodyWithAnother(String workload) throws Exception {
        Trial.assertAllWentWell(Trial.play("etcd-" + workload, stage));
    }

    @Test
    void aFreeLockCostsTwoRequests() throws Exception {
        assertThat(Trial.requests("etcd-own-1", stage))
                .hasEntrySatisfying("holdfast", requests -> assertThat(requests).isBetween(2.0, 2.3))
                .hasEntrySatisfying("jetcd", requests -> assertThat(requests).isBetween(2.0, 2.3));
    }

    @Test
    void theServerSaysWhatItIs() {
        assertThat(stage.server()).matches("etcd 3\\.\\d+\\.\\d+");
    }
}
