package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockTimeoutException;
import io.holdfast.MultiLease;
import io.holdfast.Release;
import io.holdfast.spi.Capabilities.Feature;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Several locks at once: all of them, or none. */
class MultiLockContract extends EngineGroup {

    MultiLockContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void allAreHeldTogetherAndReleasedTogether() throws Exception {
        String one = name();
        String other = name();
        MultiLease lease = open().lockAll(one, other, one).acquire();
        Holdfast client = open();
        assertThat(client.lock(one).tryAcquire()).isEmpty();
        assertThat(client.lock(other).tryAcquire()).isEmpty();
        assertThat(lease.release()).isEqualTo(Release.RELEASED);
        MultiLease next = client.lockAll(other, one).acquire(A_POLL);
        assertThat(next.tokens())
                .containsOnlyKeys(one, other)
                .allSatisfy((name, token) ->
                        assertThat(token).isGreaterThan(lease.tokens().get(name)));
    }

    @Test
    void whoeverWantsSomeOfTheSameLocksIsServedInTheEnd() throws Exception {
        List<String> names = List.of(name(), name(), name());
        Map<String, String> holders = new ConcurrentHashMap<>();
        List<Callable<Boolean>> contenders = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Holdfast client = open();
            for (int thread = 0; thread < 2; thread++) {
                String me = i + "/" + thread;
                Random random = new Random(me.hashCode());
                contenders.add(() -> {
                    for (int turn = 0; turn < 6; turn++) {
                        List<String> wanted = new ArrayList<>(names);
                        Collections.shuffle(wanted, random);
                        String[] some = wanted.subList(0, 1 + random.nextInt(3)).toArray(String[]::new);
                        try (MultiLease lease = client.lockAll(some).acquire()) {
                            for (String name : some) {
                                assertThat(holders.put(name, me)).as(name).isNull();
                            }
                            assertThat(lease.isValid()).isTrue();
                            for (String name : some) {
                                assertThat(holders.remove(name)).isEqualTo(me);
                            }
                        }
                    }
                    return true;
                });
            }
        }
        together(contenders);
    }

    @Test
    void aWaitThatEndsWithoutAllGivesBackWhatItTook() throws Exception {
        List<String> names = new ArrayList<>(List.of(name(), name()));
        Collections.sort(names);
        Holdfast client = open();
        Lease busy = open().lock(names.get(1)).acquire();
        String[] both = names.toArray(String[]::new);
        assertThat(client.lockAll(both).tryAcquire()).isEmpty();
        assertThatThrownBy(() -> client.lockAll(both).acquire(unit())).isInstanceOf(LockTimeoutException.class);
        CompletableFuture<MultiLease> cancelled = client.lockAll(both).acquireAsync();
        awaitWaiters(client, names.get(1), 1);
        cancelled.cancel(true);
        awaitWaiters(client, names.get(1), 0);
        Lease first = open().lock(names.get(0)).acquire(A_POLL);
        assertThat(first.release()).isEqualTo(Release.RELEASED);
        assertThat(busy.release()).isEqualTo(Release.RELEASED);
        assertThat(client.lockAll(both).acquire(A_POLL).release()).isEqualTo(Release.RELEASED);
    }

    @Test
    @Needs(Feature.TOGETHER)
    void locksThatAreFreeTakeOneRequest() throws Exception {
        CountedStore counted = new CountedStore(store());
        Holdfast client = open(counted);
        String[] five = neighbours(5).toArray(String[]::new);
        int before = counted.requests();
        MultiLease lease = client.lockAll(five).acquire();
        assertThat(counted.requests() - before).as("requests").isEqualTo(1);
        Holdfast other = open();
        assertThat(other.lockAll(five).tryAcquire()).isEmpty();
        assertThat(lease.release()).isEqualTo(Release.RELEASED);
        assertThat(other.lockAll(five).acquire(A_POLL).release()).isEqualTo(Release.RELEASED);
    }

    @Test
    @Needs(Feature.TOGETHER)
    void whoTriesLocksOfWhichOneIsBusyIsAnsweredByOneRequest() throws Exception {
        CountedStore counted = new CountedStore(store());
        Holdfast client = open(counted);
        List<String> five = neighbours(5);
        Lease busy = open().lock(five.get(3)).acquire();
        int before = counted.requests();
        assertThat(client.lockAll(five.toArray(String[]::new)).tryAcquire()).isEmpty();
        assertThat(counted.requests() - before).as("requests").isEqualTo(1);
        assertThat(client.locks().find(five.get(0))).isEmpty();
        assertThat(busy.release()).isEqualTo(Release.RELEASED);
    }

    @Test
    void clientsThatWantTheSameLocksOfOnePlaceNeverHoldThemTogether() throws Exception {
        String[] names = neighbours(3).toArray(String[]::new);
        AtomicInteger inside = new AtomicInteger();
        List<Callable<Boolean>> contenders = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Holdfast client = open();
            contenders.add(() -> {
                for (int turn = 0; turn < 10; turn++) {
                    client.lockAll(names).run(lease -> {
                        assertThat(inside.incrementAndGet()).isEqualTo(1);
                        inside.decrementAndGet();
                    });
                }
                return true;
            });
        }
        together(contenders);
    }
}
