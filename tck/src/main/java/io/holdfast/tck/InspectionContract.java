package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.ClaimInfo;
import io.holdfast.LockInfo;
import io.holdfast.LockKind;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.Page;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The store can be asked who holds what and who waits, and does not change by being asked. */
class InspectionContract extends ContractGroup {

    InspectionContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void nothingIsKnownOfALockThatNobodyUses() {
        String name = name();
        assertThat(client().inspect(name)).isEmpty();
        client().claim(name).take().release();
        assertThat(client().inspect(name)).isEmpty();
    }

    @Test
    void aHolderIsShown() {
        Client client = client();
        Claim claim = client.claim(name()).take();
        LockInfo lock = client().inspect(claim.ask().name()).orElseThrow();
        assertThat(lock.name()).isEqualTo(claim.ask().name());
        assertThat(lock.kind()).isEqualTo(LockKind.MUTEX);
        assertThat(lock.waiters()).isEmpty();
        assertThat(lock.holders()).singleElement().satisfies(holder -> {
            assertThat(holder.owner()).isEqualTo(claim.owner());
            assertThat(holder.units()).isEqualTo(1);
            assertThat(holder.token()).isEqualTo(claim.tokens().first());
            assertThat(holder.age()).isBetween(Duration.ZERO, SOON);
            assertThat(holder.remaining())
                    .isBetween(
                            shorter(claim.ask().lease(), capabilities().maxSilence())
                                    .minus(SOON),
                            claim.ask().lease().plus(capabilities().granularity()));
            assertIs(holder, client);
        });
    }

    @Test
    @Needs(Feature.FIFO)
    void thoseWhoWaitAreShownInTheirOrder() {
        String name = name();
        client().claim(name).take();
        Client one = client();
        Client other = client();
        Claim first = one.claim(name).queue();
        Claim second = other.claim(name).queue();
        List<ClaimInfo> waiters = client().inspect(name).orElseThrow().waiters();
        assertThat(waiters).extracting(ClaimInfo::owner).containsExactly(first.owner(), second.owner());
        assertThat(waiters).allSatisfy(waiter -> {
            assertThat(waiter.token()).isZero();
            assertThat(waiter.age()).isBetween(Duration.ZERO, SOON);
        });
        assertIs(waiters.get(0), one);
        assertIs(waiters.get(1), other);
    }

    @Test
    void aListShowsAllWhoseNamesStartWithAPrefixPageByPage() {
        String prefix = name() + ":";
        Client client = client();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            names.add(prefix + i);
            client.claim(prefix + i).take();
        }
        client.claim(prefix + "released").take().release();
        client.claim(name()).take();
        assertThat(list(prefix, 2)).containsExactlyInAnyOrderElementsOf(names);
        assertThat(list(prefix, 1_000)).containsExactlyInAnyOrderElementsOf(names);
        assertThat(list(prefix + "nothing", 2)).isEmpty();
    }

    @Test
    void aPrefixIsTakenLiterally() {
        String start = name();
        List<String> odd = List.of("*", "?", "[a]", "%", "_", "\\", "{a}", ".*");
        Client client = client();
        client.claim(start + "plain").take();
        odd.forEach(part -> client.claim(start + part + "x").take());
        assertThat(odd).allSatisfy(part -> assertThat(list(start + part, 10)).containsExactly(start + part + "x"));
    }

    @Test
    void lookingKeepsNothingAlive() {
        Claim claim = client().claim(name()).lease(unit()).take();
        Client onlooker = client();
        for (long end = claim.answered() + unit().toNanos(); System.nanoTime() - end < 0; ) {
            onlooker.inspect(claim.ask().name());
            Eventually.reached(System.nanoTime() + unit().dividedBy(10).toNanos());
        }
        awaitEnd(claim);
        assertThat(onlooker.inspect(claim.ask().name())).isEmpty();
        assertThat(onlooker.claim(claim.ask().name()).acquire()).isInstanceOf(Answer.Granted.class);
    }

    private List<String> list(String prefix, int limit) {
        Client client = client();
        List<String> names = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        do {
            Page page = Eventually.answered(client.session().list(prefix, cursor, limit));
            page.locks().forEach(lock -> names.add(lock.name()));
            cursor = page.next();
        } while (cursor.isPresent());
        return names;
    }

    private static void assertIs(ClaimInfo claim, Client client) {
        assertThat(claim.client()).hasValue(client.info());
    }
}
