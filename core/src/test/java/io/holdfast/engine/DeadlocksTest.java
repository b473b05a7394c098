package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.ClaimInfo;
import io.holdfast.ClientInfo;
import io.holdfast.Deadlock;
import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LockInfo;
import io.holdfast.LockKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Circles of clients that wait for each other. */
class DeadlocksTest {

    private final World world = new World();
    private final World.Client one = world.client();
    private final World.Client two = world.client();
    private final World.Client three = world.client();

    @Test
    void threeClientsInACircleAreFound() {
        holds(one.engine.lock("a"), one);
        holds(two.engine.lock("b"), two);
        holds(three.engine.lock("c"), three);
        wants(one.engine.lock("b"));
        wants(two.engine.lock("c"));
        assertThat(deadlocks()).isEmpty();
        wants(three.engine.lock("a"));
        assertThat(deadlocks()).singleElement().satisfies(deadlock -> {
            assertThat(deadlock.waits()).extracting(Deadlock.Wait::lock).containsExactlyInAnyOrder("a", "b", "c");
            assertThat(deadlock.waits()).extracting(Deadlock.Wait::client).doesNotHaveDuplicates();
        });
        assertThat(one.engine.locks().deadlocks("b")).as("a part of it").isEmpty();
    }

    @Test
    void aQueueIsNoCircle() {
        holds(one.engine.lock("a"), one);
        wants(two.engine.lock("a"));
        wants(three.engine.lock("a"));
        wants(one.engine.lock("a"));
        assertThat(deadlocks()).isEmpty();
    }

    @Test
    void twoReadersThatWantToWriteAreFound() {
        holds(one.engine.readWriteLock("a").readLock(), one);
        holds(two.engine.readWriteLock("a").readLock(), two);
        wants(one.engine.readWriteLock("a").writeLock());
        assertThat(deadlocks()).isEmpty();
        wants(two.engine.readWriteLock("a").writeLock());
        assertThat(deadlocks()).hasSize(1);
    }

    @Test
    void oneThatWaitsBehindAnotherWaitsForWhomeverThatOneWaits() {
        // One has the permits; two wants all of them and stands before three, which would have room beside one.
        holds(one.engine.semaphore("a", 3).permits(1), one);
        wants(two.engine.semaphore("a", 3).permits(3));
        wants(three.engine.semaphore("a", 3).permits(1));
        holds(three.engine.lock("b"), three);
        assertThat(deadlocks()).isEmpty();
        wants(one.engine.lock("b"));
        assertThat(deadlocks())
                .singleElement()
                .satisfies(deadlock -> assertThat(deadlock.waits()).hasSize(2));
    }

    @Test
    void permitsThatAnyoneMayGiveBackAreNoCircle() {
        holds(one.engine.semaphore("a", 2).permits(1), one);
        holds(three.engine.semaphore("a", 2).permits(1), three);
        holds(two.engine.lock("b"), two);
        wants(two.engine.semaphore("a", 2).permits(1));
        wants(one.engine.lock("b"));
        assertThat(deadlocks()).as("three may give back its own").isEmpty();
    }

    @Test
    void whatOnlyOneLookShowsIsNotBelieved() {
        LockInfo a = lock("a", List.of("1"), List.of("2"));
        LockInfo b = lock("b", List.of("2"), List.of("1"));
        LockInfo free = lock("b", List.of(), List.of("1"));
        assertThat(Deadlocks.in(List.of(a, b), List.of(a, b))).hasSize(1);
        assertThat(Deadlocks.in(List.of(a, free), List.of(a, b))).isEmpty();
        assertThat(Deadlocks.in(List.of(a, b), List.of(a, free))).isEmpty();
    }

    @Test
    void aCircleIsFoundIfAndOnlyIfThereIsOne() {
        for (int seed = 0; seed < 3_000; seed++) {
            Random random = new Random(seed);
            int size = 2 + random.nextInt(6);
            List<LockInfo> locks = new ArrayList<>();
            Map<Integer, Set<Integer>> edges = new HashMap<>();
            for (int i = random.nextInt(8); i >= 0; i--) {
                int holder = random.nextInt(size);
                List<String> waiters = new ArrayList<>();
                List<Integer> before = new ArrayList<>(List.of(holder));
                for (int k = random.nextInt(3); k > 0; k--) {
                    int waiter = random.nextInt(size);
                    waiters.add(String.valueOf(waiter));
                    before.stream()
                            .filter(other -> other != waiter)
                            .forEach(other -> edges.computeIfAbsent(waiter, id -> new HashSet<>())
                                    .add(other));
                    before.add(waiter);
                }
                locks.add(lock("lock " + i, List.of(String.valueOf(holder)), waiters));
            }
            List<Deadlock> found = Deadlocks.in(locks, locks);
            assertThat(found.isEmpty()).as("seed " + seed).isEqualTo(!isCircular(edges, size));
            for (Deadlock deadlock : found) {
                for (int i = 0; i < deadlock.waits().size(); i++) {
                    int client =
                            Integer.parseInt(deadlock.waits().get(i).client().id());
                    int next = Integer.parseInt(deadlock.waits()
                            .get((i + 1) % deadlock.waits().size())
                            .client()
                            .id());
                    assertThat(edges.get(client)).as("seed " + seed).contains(next);
                }
            }
        }
    }

    /** Takes away, again and again, whoever waits for nobody; what is left goes in circles. */
    private static boolean isCircular(Map<Integer, Set<Integer>> edges, int size) {
        Set<Integer> left = new HashSet<>();
        for (int i = 0; i < size; i++) {
            left.add(i);
        }
        while (left.removeIf(
                client -> edges.getOrDefault(client, Set.of()).stream().noneMatch(left::contains))) {}
        return !left.isEmpty();
    }

    private static LockInfo lock(String name, List<String> holders, List<String> waiters) {
        return new LockInfo(name, LockKind.MUTEX, 1, claims(name + " held by", holders), claims(name, waiters));
    }

    /** Claims that have the same owner ids whenever they are made of the same. */
    private static List<ClaimInfo> claims(String name, List<String> clients) {
        List<ClaimInfo> claims = new ArrayList<>();
        for (String client : clients) {
            claims.add(new ClaimInfo(
                    name + " " + client + "/" + claims.size(),
                    Optional.of(new ClientInfo(client, "", "", 1, Instant.EPOCH)),
                    1,
                    1,
                    Duration.ZERO,
                    Duration.ZERO));
        }
        return claims;
    }

    private void holds(DistributedLock lock, World.Client client) {
        Lease lease = client.acquire(lock);
        assertThat(lease.isValid()).isTrue();
    }

    private void wants(DistributedLock lock) {
        assertThat(lock.acquireAsync()).isNotNull();
        world.time.settle();
    }

    private List<Deadlock> deadlocks() {
        return one.engine.locks().deadlocks("");
    }
}
