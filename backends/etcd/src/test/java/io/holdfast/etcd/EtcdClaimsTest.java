package io.holdfast.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.LeaseOption;
import io.etcd.jetcd.options.PutOption;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LockInfo;
import io.holdfast.LockOptions;
import io.holdfast.Release;
import io.holdfast.StoreUnavailableException;
import io.holdfast.servers.EtcdServer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** What Holdfast writes into etcd, and what becomes of it. Each test has a prefix of its own. */
@Timeout(60)
class EtcdClaimsTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static final Pattern ID = Pattern.compile("\"ID\":\"(\\d+)\"");

    private static EtcdServer server;
    private static Client client;
    private String prefix;

    @BeforeAll
    static void start() {
        server = EtcdServer.start();
        client = Client.builder().endpoints(server.endpoint()).build();
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
    }

    @BeforeEach
    void prefix(TestInfo test) {
        prefix = "test/" + test.getTestMethod().orElseThrow().getName();
    }

    private String uri() {
        return "etcd://" + server.address() + "/" + prefix;
    }

    private List<KeyValue> keys(String under) {
        return client.getKVClient()
                .get(
                        EtcdPlace.bytes(prefix + "/" + under),
                        GetOption.builder().isPrefix(true).build())
                .join()
                .getKvs();
    }

    private static List<Long> leases() {
        return ID.matcher(server.call("/v3/lease/leases", "{}"))
                .results()
                .map(each -> Long.parseLong(each.group(1)))
                .toList();
    }

    private static void eventually(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + SOON.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
            Thread.sleep(20);
        }
    }

    @Test
    void nothingIsLeftBehind() throws Exception {
        List<Long> before = leases();
        try (Holdfast one = Holdfast.open(uri());
                Holdfast other = Holdfast.open(uri())) {
            for (int i = 0; i < 5; i++) {
                one.lock("a").acquire().release();
                one.semaphore("s", 3).acquire(1).release();
                Lease held = one.lock("b").acquire();
                var waiting = other.lock("b").tryAcquireAsync(SOON);
                eventually(() -> keys("q/b/").size() == 2);
                held.release();
                waiting.get().orElseThrow().release();
                assertThat(keys("q/")).isEmpty();
            }
        }
        assertThat(keys("")).isEmpty();
        assertThat(leases()).isSubsetOf(before);
    }

    @Test
    void whatALoserOfTimeLeavesIsAMarkThatEndsByItself() throws Exception {
        try (Holdfast one = Holdfast.open(uri());
                Holdfast other = Holdfast.open(uri())) {
            Lease held = one.lock("a").acquire();
            assertThat(other.lock("a").tryAcquire(Duration.ofMillis(300))).isEmpty();
            eventually(() -> keys("q/").size() == 1);
            held.release();
        }
        assertThat(keys("q/")).isEmpty();
        assertThat(keys("g/")).allSatisfy(mark -> assertThat(mark.getLease()).isPositive());
    }

    @Test
    void whatReadersAreToldIsUnderALeaseOfHours() throws Exception {
        try (Holdfast holdfast = Holdfast.open(uri())) {
            Lease writer = holdfast.readWriteLock("a").writeLock().acquire();
            long written = writer.token();
            writer.release();
            try (Lease reader = holdfast.readWriteLock("a").readLock().acquire()) {
                assertThat(reader.token()).isGreaterThanOrEqualTo(written);
            }
            assertThat(keys("e/")).hasSize(1);
            long left = client.getLeaseClient()
                    .timeToLive(keys("e/").get(0).getLease(), LeaseOption.DEFAULT)
                    .join()
                    .getTTL();
            assertThat(Duration.ofSeconds(left)).isBetween(Duration.ofHours(1), Duration.ofHours(2));
        }
    }

    @Test
    void aReadersNumberIsBelowThatOfAWriterWhoWaitsAlready() throws Exception {
        try (Holdfast one = Holdfast.open(uri());
                Holdfast other = Holdfast.open(uri())) {
            Lease first = one.readWriteLock("a").readLock().acquire();
            var writer = other.readWriteLock("a").writeLock().acquireAsync();
            eventually(() -> keys("q/a/").size() == 2);
            // As if it had been idle for hours.
            client.getKVClient().delete(EtcdPlace.bytes(prefix + "/e/a")).join();
            LockInfo info = one.locks().find("a").orElseThrow();
            long told = info.holders().get(0).token();
            first.release();
            assertThat(writer.get().token()).isGreaterThan(told).isGreaterThan(first.token());
            writer.get().release();
        }
    }

    @Test
    void anEtcdLeaseThatIsRevokedIsToldAsLostAtOnce() throws Exception {
        try (Holdfast holdfast = Holdfast.open(uri())) {
            Lease held = holdfast.lock("a")
                    .with(LockOptions.defaults().lease(Duration.ofMinutes(5)))
                    .acquire();
            CountDownLatch lost = new CountDownLatch(1);
            held.onLost(lost::countDown);
            client.getLeaseClient().revoke(keys("q/a/").get(0).getLease()).join();
            assertThat(lost.await(5, TimeUnit.SECONDS)).isTrue();
            assertThat(held.state()).isEqualTo(Lease.State.LOST);
            // The next one gets an etcd lease of its own.
            Lease next = holdfast.lock("a")
                    .with(LockOptions.defaults().lease(Duration.ofMinutes(5)))
                    .acquire();
            assertThat(next.token()).isGreaterThan(held.token());
            assertThat(next.release()).isEqualTo(Release.RELEASED);
        }
    }

    @Test
    void aClaimIsEnteredThoughItsEtcdLeaseIsGone() throws Exception {
        try (Holdfast holdfast = Holdfast.open(uri())) {
            Lease first = holdfast.lock("a").acquire();
            long lease = keys("q/a/").get(0).getLease();
            first.release();
            client.getLeaseClient().revoke(lease).join();
            assertThat(holdfast.lock("a").acquire().release()).isEqualTo(Release.RELEASED);
        }
    }

    @Test
    void claimsUnderOneEtcdLeaseExcludeEachOther() throws Exception {
        try (Holdfast holdfast = Holdfast.open(uri())) {
            Lease held = holdfast.lock("a").acquire();
            Lease other = holdfast.lock("b").acquire();
            assertThat(keys("q/a/").get(0).getLease())
                    .isEqualTo(keys("q/b/").get(0).getLease());
            assertThat(holdfast.lock("a").tryAcquire()).isEmpty();
            held.release();
            assertThat(holdfast.lock("b").tryAcquire()).isEmpty();
            other.release();
        }
    }

    @Test
    void aClaimThatWaitsHasAShortEtcdLease() throws Exception {
        LockOptions hours = LockOptions.defaults().lease(Duration.ofHours(1));
        try (Holdfast one = Holdfast.open(uri());
                Holdfast other = Holdfast.open(uri())) {
            Lease held = one.lock("a").with(hours).acquire();
            var waiting = other.lock("a").with(hours).acquireAsync();
            eventually(() ->
                    ttls().stream().anyMatch(ttl -> ttl <= 6) && ttls().stream().anyMatch(ttl -> ttl >= 3600));
            held.release();
            Lease next = waiting.get();
            eventually(() -> ttls().stream().allMatch(ttl -> ttl >= 3600));
            assertThat(next.isValid()).isTrue();
            next.release();
        }
    }

    private List<Long> ttls() {
        return keys("q/a/").stream()
                .map(key -> client.getLeaseClient()
                        .timeToLive(key.getLease(), LeaseOption.DEFAULT)
                        .join()
                        .getGrantedTTL())
                .toList();
    }

    @Test
    void aLockWithAnOddNameIsFoundByIt() throws Exception {
        List<String> odd = List.of("a/b", "a", "..", " ", "ä€😀", "a%2fb", "~1", "q/", "a-b", "a0");
        try (Holdfast holdfast = Holdfast.open(uri())) {
            List<Lease> held = odd.stream()
                    .map(name -> holdfast.lock(name).tryAcquire().orElseThrow())
                    .toList();
            assertThat(holdfast.locks().list("").map(LockInfo::name))
                    .containsExactlyInAnyOrderElementsOf(
                            held.stream().map(Lease::name).toList());
            held.forEach(Lease::release);
        }
    }

    @Test
    void aStrangerAmongTheKeysIsNamed() {
        client.getKVClient()
                .put(EtcdPlace.bytes(prefix + "/q/a/x"), EtcdPlace.bytes("hello"))
                .join();
        try (Holdfast holdfast = Holdfast.open(uri())) {
            assertThatThrownBy(() -> holdfast.lock("a").tryAcquire())
                    .hasMessageContaining("somebody else writes keys")
                    .hasMessageContaining(prefix + "/q/a/x");
        }
        client.getKVClient().delete(EtcdPlace.bytes(prefix + "/q/a/x")).join();
    }

    // ---- answers that are lost

    /** Keeps back the answers to transactions. */
    private static final class Held implements ClientInterceptor {

        private final Queue<Runnable> answers = new ConcurrentLinkedQueue<>();
        private volatile boolean holding;

        @Override
        public <A, B> ClientCall<A, B> interceptCall(
                MethodDescriptor<A, B> method, CallOptions options, Channel channel) {
            return new SimpleForwardingClientCall<>(channel.newCall(method, options)) {
                @Override
                public void start(Listener<B> listener, Metadata headers) {
                    boolean keep = holding && method.getFullMethodName().endsWith("/Txn");
                    super.start(
                            new SimpleForwardingClientCallListener<>(listener) {
                                @Override
                                public void onMessage(B message) {
                                    pass(() -> super.onMessage(message));
                                }

                                @Override
                                public void onClose(Status status, Metadata trailers) {
                                    pass(() -> super.onClose(status, trailers));
                                }

                                private void pass(Runnable answer) {
                                    if (keep) {
                                        answers.add(answer);
                                    } else {
                                        answer.run();
                                    }
                                }
                            },
                            headers);
                }
            };
        }

        void deliver() {
            holding = false;
            for (Runnable answer = answers.poll(); answer != null; answer = answers.poll()) {
                answer.run();
            }
        }
    }

    @Test
    void aClaimWhoseAnswerWasLostIsCleanedUp() throws Exception {
        Held held = new Held();
        try (Client slow = Client.builder()
                        .endpoints(server.endpoint())
                        .interceptor(held)
                        .build();
                Holdfast holdfast = Holdfast.open(EtcdStore.builder(slow)
                        .prefix(prefix)
                        .commandTimeout(Duration.ofMillis(500))
                        .build())) {
            held.holding = true;
            assertThatThrownBy(() -> holdfast.lock("a").tryAcquire()).isInstanceOf(StoreUnavailableException.class);
            held.holding = false;
            eventually(() -> keys("q/").isEmpty() && keys("g/").size() == 1);
            held.deliver();
            assertThat(holdfast.lock("a").acquire().release()).isEqualTo(Release.RELEASED);
        }
    }

    @Test
    void aClaimThatIsSentTooLateIsCleanedUpWhenItIsAnswered() throws Exception {
        Held held = new Held();
        try (Client slow = Client.builder()
                        .endpoints(server.endpoint())
                        .interceptor(held)
                        .build();
                Holdfast holdfast = Holdfast.open(EtcdStore.builder(slow)
                        .prefix(prefix)
                        .commandTimeout(Duration.ofMillis(500))
                        .build())) {
            held.holding = true;
            assertThatThrownBy(() -> holdfast.lock("a").tryAcquire()).isInstanceOf(StoreUnavailableException.class);
            held.holding = false;
            eventually(() -> keys("q/").isEmpty() && keys("g/").size() == 1);
            // As if it was executed only now, and the mark is over.
            String owner = Keys.ownerOf(keys("g/").get(0).getKey().toString(UTF_8));
            client.getKVClient().delete(keys("g/").get(0).getKey()).join();
            client.getKVClient()
                    .put(EtcdPlace.bytes(prefix + "/q/a/" + owner), EtcdPlace.bytes("- M 1 1 0 0 "), PutOption.DEFAULT)
                    .join();
            held.deliver();
            eventually(() -> keys("q/").isEmpty());
        }
    }

    // ---- the guard

    @Test
    void aTransactionOfOnesOwnIsRefusedOnceTheLockIsLost() throws Exception {
        var account = EtcdPlace.bytes(prefix + "/account");
        EtcdGuard guard = EtcdGuard.of(client, prefix);
        try (Holdfast holdfast = Holdfast.open(uri())) {
            Lease lease = holdfast.lock("a").acquire();
            Cmp held = guard.held(lease).join();
            Op write = Op.put(account, EtcdPlace.bytes("100"), PutOption.DEFAULT);
            assertThat(client.getKVClient()
                            .txn()
                            .If(held)
                            .Then(write)
                            .commit()
                            .join()
                            .isSucceeded())
                    .isTrue();
            // Somebody takes it away.
            client.getKVClient().delete(keys("q/a/").get(0).getKey()).join();
            assertThat(client.getKVClient()
                            .txn()
                            .If(held)
                            .Then(write)
                            .commit()
                            .join()
                            .isSucceeded())
                    .isFalse();
            assertThatThrownBy(() -> guard.held(lease).join()).hasCauseInstanceOf(LeaseLostException.class);
            lease.release();
            Lease next = holdfast.lock("a").acquire();
            assertThat(client.getKVClient()
                            .txn()
                            .If(held)
                            .Then(write)
                            .commit()
                            .join()
                            .isSucceeded())
                    .isFalse();
            next.release();
        }
    }

    @Test
    void theGuardIsNotForReadersAndPermits() throws Exception {
        EtcdGuard guard = EtcdGuard.of(client, prefix);
        try (Holdfast holdfast = Holdfast.open(uri());
                Lease reader = holdfast.readWriteLock("r").readLock().acquire();
                Lease permit = holdfast.semaphore("s", 2).acquire(1)) {
            assertThatThrownBy(() -> guard.held(reader).join()).hasCauseInstanceOf(LeaseLostException.class);
            assertThatThrownBy(() -> guard.held(permit).join()).hasCauseInstanceOf(LeaseLostException.class);
        }
    }
}
