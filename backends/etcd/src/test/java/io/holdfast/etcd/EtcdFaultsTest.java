package io.holdfast.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.Release;
import io.holdfast.StoreUnavailableException;
import io.holdfast.servers.EtcdCluster;
import io.holdfast.servers.EtcdServer;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of leases when servers fail. */
@Timeout(90)
class EtcdFaultsTest {

    private static final LockOptions LONG_ENOUGH = LockOptions.defaults().lease(Duration.ofSeconds(15));

    /** {@return after how long a lock could be had and given back, tried again until then} */
    private static Duration untilUsable(Holdfast holdfast) throws InterruptedException {
        long start = System.nanoTime();
        while (true) {
            assertThat(System.nanoTime() - start)
                    .isLessThan(Duration.ofSeconds(60).toNanos());
            try {
                Optional<Lease> lease = holdfast.lock("probe").tryAcquire(Duration.ofSeconds(1));
                if (lease.isPresent() && lease.get().release() == Release.RELEASED) {
                    return Duration.ofNanos(System.nanoTime() - start);
                }
            } catch (StoreUnavailableException again) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void leasesGoOnWhenTheLeaderDies() throws Exception {
        try (EtcdCluster cluster = EtcdCluster.start();
                Holdfast holdfast = Holdfast.open(EtcdFixture.uri(cluster))) {
            Lease held = holdfast.lock("a").with(LONG_ENOUGH).acquire();
            cluster.leader().kill();
            assertThat(untilUsable(holdfast)).isLessThan(Duration.ofSeconds(12));
            assertThat(held.isValid()).isTrue();
            assertThat(held.release()).isEqualTo(Release.RELEASED);
        }
    }

    @Test
    void aServerThatStandsStillIsLeft() throws Exception {
        try (EtcdCluster cluster = EtcdCluster.start();
                Holdfast holdfast = Holdfast.open(EtcdFixture.uri(cluster) + "?commandTimeout=1s")) {
            Lease held = holdfast.lock("a").with(LONG_ENOUGH).acquire();
            // A client that is new is not replaced.
            Thread.sleep(5_500);
            cluster.followers().get(0).pause();
            Duration all = Duration.ZERO;
            for (int i = 0; i < 10; i++) {
                all = all.plus(untilUsable(holdfast));
            }
            assertThat(all).isLessThan(Duration.ofSeconds(6));
            assertThat(held.isValid()).isTrue();
            assertThat(held.release()).isEqualTo(Release.RELEASED);
        }
    }

    @Test
    void aServerThatWasAwayIsReachedSoonAfterItIsBack() throws Exception {
        try (EtcdServer server = EtcdServer.start();
                Holdfast holdfast = Holdfast.open("etcd://" + server.address() + "?commandTimeout=1s")) {
            Lease held = holdfast.lock("a")
                    .with(LockOptions.defaults().lease(Duration.ofMinutes(1)))
                    .acquire();
            server.kill();
            // Long enough for gRPC to wait for longer and longer between its attempts.
            long end = System.nanoTime() + Duration.ofSeconds(12).toNanos();
            while (System.nanoTime() < end) {
                try {
                    holdfast.lock("b").tryAcquire();
                } catch (StoreUnavailableException expected) {
                    Thread.sleep(100);
                }
            }
            server.revive();
            assertThat(untilUsable(holdfast)).isLessThan(Duration.ofSeconds(4));
            assertThat(held.release()).isEqualTo(Release.RELEASED);
        }
    }
}
