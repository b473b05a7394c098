package io.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.Release;
import io.holdfast.StoreUnavailableException;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisServer;
import io.holdfast.servers.ReplicaPair;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A master and a replica that are named both: locks are on the master, whichever of them that is. */
@Timeout(60)
class RedisReplicaTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    private ReplicaPair pair;
    private RedisServer master;
    private RedisServer replica;

    @BeforeEach
    void start() {
        pair = ReplicaPair.start(RedisBinary.EMBEDDED);
        master = pair.master();
        replica = pair.replicas().get(0);
    }

    @AfterEach
    void stop() {
        pair.close();
    }

    private String uri(RedisServer... servers) {
        return "redis-replica://"
                + String.join(
                        ",", List.of(servers).stream().map(RedisServer::address).toList());
    }

    @Test
    void locksAreOnTheMasterWhereverItStandsInTheUri() throws Exception {
        for (String uri : List.of(uri(master, replica), uri(replica, master))) {
            long before = master.calls("evalsha", "eval");
            try (Holdfast holdfast = Holdfast.open(uri)) {
                holdfast.lock("a").acquire().close();
            }
            assertThat(master.calls("evalsha", "eval")).isGreaterThan(before);
            assertThat(replica.calls("evalsha", "eval")).isZero();
        }
    }

    @Test
    void whenTheyChangePlacesEveryoneFollowsTheMaster() throws Exception {
        RedisClient given = RedisClient.create();
        RedisStore store = RedisStore.builder(given)
                .servers(RedisURI.create(master.uri()), RedisURI.create(replica.uri()))
                .build();
        try (Holdfast one = Holdfast.open(pair.uri());
                Holdfast other = Holdfast.open(store);
                Load load = new Load(List.of(one, other), List.of("a", "b"), LockOptions.defaults())) {
            load.awaitMore(10);
            replica.command("REPLICAOF", "NO", "ONE");
            master.command("REPLICAOF", "127.0.0.1", Integer.toString(replica.port()));
            load.awaitMore(10);
            assertThat(replica.calls("evalsha")).isPositive();
        } finally {
            given.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        }
    }

    @Test
    void withoutAMasterThereAreNoLocks() throws Exception {
        try (Holdfast holdfast = Holdfast.open(pair.uri())) {
            Lease lease = holdfast.lock("a").acquire();
            master.kill();
            assertThatThrownBy(() -> Holdfast.open(pair.uri()))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("none of the servers that answer is the master");
            master.start();
            assertThat(lease.release()).as("it was not kept").isEqualTo(Release.LOST);
        }
    }

    @Test
    void twoMastersAreNotTaken() {
        replica.command("REPLICAOF", "NO", "ONE");
        assertThatThrownBy(() -> Holdfast.open(pair.uri()))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("more than one")
                .hasMessageContaining(master.address())
                .hasMessageContaining(replica.address());
    }
}
