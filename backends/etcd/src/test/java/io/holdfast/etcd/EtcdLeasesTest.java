package io.holdfast.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.ClientInfo;
import io.holdfast.servers.EtcdServer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Environment;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.Signals;
import io.holdfast.spi.Tokens;
import io.holdfast.spi.line.Entry;
import io.holdfast.spi.line.Life;
import io.holdfast.spi.line.Lines;
import io.holdfast.spi.line.Place;
import io.holdfast.tck.RealTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The etcd leases of a session, whose clock can be moved ahead. */
@Timeout(30)
class EtcdLeasesTest {

    private static final Pattern ID = Pattern.compile("\"ID\":\"(\\d+)\"");
    private static final Duration LEASE = Duration.ofMinutes(2);

    private static EtcdServer server;

    private final AtomicLong ahead = new AtomicLong();
    private final RealTime time = new RealTime();
    private EtcdLines lines;

    @BeforeAll
    static void start() {
        server = EtcdServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open() throws Exception {
        Environment real = time.environment();
        Environment.Clock clock = new Environment.Clock() {
            @Override
            public long nanos() {
                return System.nanoTime() + ahead.get();
            }

            @Override
            public long wallMillis() {
                return System.currentTimeMillis();
            }
        };
        Environment environment = new Environment(clock, real.scheduler(), real.executor(), real.random());
        ClientInfo client = new ClientInfo("me", "test", "here", 1, Instant.EPOCH);
        lines = EtcdStore.of(EtcdUri.parse("etcd://" + server.address()))
                .lines(new SessionContext(client, new Nobody(), environment));
        get(lines.open(new Deaf()));
    }

    @AfterEach
    void close() {
        lines.close();
        time.close();
    }

    private static final class Nobody implements Signals {
        @Override
        public void granted(String name, String owner, Tokens tokens) {}

        @Override
        public void lookAgain(String name) {}

        @Override
        public void lost(String name, String owner) {}

        @Override
        public void suspended() {}
    }

    private static final class Deaf implements Lines.Listener {
        @Override
        public void ended(Life life) {}

        @Override
        public void suspended() {}
    }

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get();
    }

    private static long leases() {
        return ID.matcher(server.call("/v3/lease/leases", "{}")).results().count();
    }

    private static void eventually(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(20);
        }
    }

    private Entry enter(String name) throws Exception {
        Ask ask = new Ask(
                name, Demand.MUTEX, UUID.randomUUID().toString(), LEASE, Duration.ofSeconds(3), Duration.ZERO, 1);
        return get(lines.enter(null, ask, "text")).mine().orElseThrow();
    }

    private void passes(Duration duration) {
        ahead.addAndGet(duration.toNanos());
    }

    @Test
    void oneThatNothingLivesByIsRevokedAfterAWhile() throws Exception {
        long before = leases();
        Place place = enter("a").place();
        assertThat(leases()).isEqualTo(before + 1);
        get(lines.leave("a", place));
        passes(Duration.ofSeconds(31));
        eventually(() -> leases() == before);
        // And the next claim has another.
        assertThat(get(lines.leave("a", enter("a").place()))).isTrue();
    }

    @Test
    void oneThatSomethingLivesByIsNotRevokedAndIsKeptAliveAgainWhenThatIsConfirmed() throws Exception {
        Entry entry = enter("b");
        long until = entry.life().until();
        passes(Duration.ofSeconds(31));
        // It says goodbye to the lease, and sees that it cannot.
        Thread.sleep(3_000);
        Optional<Life> life = get(lines.confirm(List.of(new Lines.Confirmation("b", entry, LEASE)))
                .get(0));
        assertThat(life).containsSame(entry.life());
        assertThat(entry.life().until() - until)
                .isGreaterThan(Duration.ofSeconds(31).toNanos());
        assertThat(get(lines.leave("b", entry.place()))).isTrue();
    }

    @Test
    void claimsThatAreEnteredAtOnceShareALeaseThatIsJustBeingGranted() throws Exception {
        long before = leases();
        List<CompletionStage<Lines.Entered>> entering = IntStream.range(0, 20)
                .mapToObj(i -> lines.enter(
                        null,
                        new Ask("c" + i, Demand.MUTEX, "owner" + i, LEASE, LEASE, Duration.ofSeconds(i % 2), 1),
                        "text"))
                .toList();
        for (CompletionStage<Lines.Entered> each : entering) {
            Entry entry = get(each).mine().orElseThrow();
            assertThat(entry.life().until() - System.nanoTime()).isGreaterThan(LEASE.toNanos());
        }
        // With a lock delay, and without.
        assertThat(leases()).isEqualTo(before + 2);
        for (CompletionStage<Lines.Entered> each : entering) {
            Place place = get(each).mine().orElseThrow().place();
            assertThat(get(lines.leave("c" + place.owner().substring("owner".length()), place)))
                    .isTrue();
        }
    }
}
