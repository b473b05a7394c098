package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.spi.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** One holder at a time. */
class ExclusionContract extends ContractGroup {

    private static final int CLIENTS = 4;
    private static final int ROUNDS = 15;

    ExclusionContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void aFreeLockIsGrantedAtOnceForItsLease() {
        Claim claim = client().claim(name()).lease(units(10));
        assertThat(claim.acquire())
                .isInstanceOfSatisfying(
                        Answer.Granted.class,
                        granted -> assertThat(granted.validFor()).isPositive().isLessThanOrEqualTo(units(10)));
    }

    @Test
    void whoWouldJoinGetsAFreeLockAtOnceToo() {
        assertThat(client().claim(name()).join()).isInstanceOf(Answer.Granted.class);
    }

    @Test
    void aHeldLockIsBusyForOthersWhoeverTheyAre() {
        String name = name();
        Client client = client();
        client.claim(name).take();
        for (Client other : List.of(client, client())) {
            assertThat(other.claim(name).acquire()).isInstanceOfSatisfying(Answer.Busy.class, busy -> {
                assertThat(busy.askAgain()).isPositive();
                assertThat(busy.holder()).isNotBlank();
            });
        }
    }

    @Test
    void aReleasedLockIsFreeAtOnce() {
        String name = name();
        Claim first = client().claim(name).take();
        assertThat(first.release()).isTrue();
        assertThat(client().claim(name).acquire()).isInstanceOf(Answer.Granted.class);
    }

    @Test
    void whoDidNotJoinLeavesNoTrace() {
        String name = name();
        Claim holder = client().claim(name).take();
        Claim passerBy = client().claim(name);
        assertThat(passerBy.acquire()).isInstanceOf(Answer.Busy.class);
        assertThat(passerBy.poll()).isInstanceOf(Answer.Gone.class);
        assertThat(client().inspect(name)).hasValueSatisfying(lock -> {
            assertThat(lock.holders()).hasSize(1);
            assertThat(lock.waiters()).isEmpty();
        });
        assertThat(holder.release()).isTrue();
        assertThat(client().inspect(name)).isEmpty();
    }

    @Test
    void aSecondCopyOfARequestGetsTheSameGrant() {
        Claim claim = client().claim(name()).take();
        long first = claim.tokens().first();
        assertThat(claim.take().tokens().first()).isEqualTo(first);
        // Where claims live by a session, a copy can only come from the session itself.
        if (!fixture().waitersLiveBySession()) {
            assertThat(claim.through(client()).take().tokens().first()).isEqualTo(first);
        }
        assertThat(claim.release()).isTrue();
    }

    @Test
    void clientsThatCompeteNeverHoldItTogether() throws Exception {
        String name = name();
        AtomicInteger inside = new AtomicInteger();
        List<Long> tokens = new ArrayList<>();
        List<Callable<Boolean>> contenders = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            Client client = client();
            contenders.add(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    Claim claim = client.obtain(name, Duration.ofSeconds(30));
                    assertThat(inside.incrementAndGet()).isEqualTo(1);
                    tokens.add(claim.tokens().first());
                    inside.decrementAndGet();
                    assertThat(claim.release()).isTrue();
                }
                return true;
            });
        }
        together(contenders);
        assertThat(tokens).hasSize(CLIENTS * ROUNDS).isSorted().doesNotHaveDuplicates();
    }
}
