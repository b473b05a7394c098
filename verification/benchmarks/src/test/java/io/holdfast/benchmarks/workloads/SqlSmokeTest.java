package io.holdfast.benchmarks.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.holdfast.benchmarks.measure.Metric;
import io.holdfast.benchmarks.rivals.SqlStage;
import io.holdfast.benchmarks.rivals.Stage;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Everybody, for a few cycles, on real SQL servers. How fast they are does not matter here. */
@Timeout(120)
class SqlSmokeTest {

    private static Stage postgres;
    private static Stage mariaDb;

    @BeforeAll
    static void start() {
        postgres = SqlStage.postgres();
        mariaDb = SqlStage.mariaDb();
    }

    @AfterAll
    static void stop() {
        postgres.close();
        mariaDb.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"own-16", "one-4x4", "hand-off"})
    void everybodyGetsTheLockAndNobodyWithAnother(String workload) throws Exception {
        Trial.assertAllWentWell(Trial.play("postgres-" + workload, postgres));
        Trial.assertAllWentWell(Trial.play("mariadb-" + workload, mariaDb));
    }

    @Test
    void aLockOfASessionCostsTwoStatementsAndNoCommit() throws Exception {
        List<Outcome> outcomes = Trial.play("postgres-own-1", postgres);

        assertThat(outcomes)
                .filteredOn(outcome -> outcome.contender().equals("advisory lock"))
                .singleElement()
                .satisfies(advisory -> {
                    assertThat(advisory.median().get(Metric.REQUESTS).orElseThrow())
                            .isCloseTo(2, within(0.1));
                    assertThat(advisory.median().get(Metric.COMMITS).orElseThrow())
                            .isCloseTo(0, within(0.1));
                });
    }

    @Test
    void theServersSayWhatTheyAre() {
        assertThat(postgres.server()).matches("PostgreSQL \\d+\\.\\d+");
        assertThat(mariaDb.server()).matches("MariaDB \\d+\\.\\d+\\.\\d+");
    }
}
