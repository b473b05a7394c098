package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.HoldfastException;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.Tokens;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The tokens of a lock only grow, whatever lies between two grants, and no number is issued twice. */
class TokenContract extends ContractGroup {

    TokenContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void tokensGrowAcrossRelease() {
        String name = name();
        Client client = client();
        long last = 0;
        for (int i = 0; i < 20; i++) {
            Claim claim = client.claim(name).take();
            assertThat(claim.tokens().first()).isGreaterThan(last);
            last = claim.tokens().last();
            assertThat(claim.release()).isTrue();
        }
    }

    @Test
    void blocksAreNoLargerThanAskedForAndNeverOverlap() {
        String name = name();
        Client client = client();
        long last = 0;
        for (int block : new int[] {1, 32, 1, 7, 100, 2}) {
            Claim claim = client.claim(name).block(block).take();
            Tokens tokens = claim.tokens();
            assertThat(tokens.first()).isGreaterThan(last);
            assertThat(tokens.last() - tokens.first() + 1).isBetween(1L, (long) block);
            last = tokens.last();
            assertThat(claim.release()).isTrue();
        }
    }

    @Test
    void tokensGrowAcrossExpiry() {
        String name = name();
        Claim first = client().claim(name).block(32).lease(unit()).take();
        Claim second = client().snatch(name, unit().plus(SOON));
        assertThat(second.tokens().first()).isGreaterThan(first.tokens().last());
    }

    @Test
    void tokensGrowAcrossAbandonment() {
        String name = name();
        Claim first = client().claim(name).block(32).take();
        first.abandon();
        assertThat(client().claim(name).take().tokens().first())
                .isGreaterThan(first.tokens().last());
    }

    @Test
    void tokensGrowFromClientToClient() {
        String name = name();
        long last = 0;
        for (int i = 0; i < 5; i++) {
            try (Client client = client()) {
                Claim claim = client.claim(name).block(5).take();
                assertThat(claim.tokens().first()).isGreaterThan(last);
                last = claim.tokens().last();
                claim.release();
            }
        }
    }

    @Test
    @Needs(Feature.FIFO)
    void tokensGrowAcrossHandOverAndAreToldThreeTimesTheSame() {
        String name = name();
        Client client = client();
        Claim first = client().claim(name).block(32).take();
        Claim second = client.claim(name).block(32).queue();
        first.release();
        Tokens told = second.awaitGrant(SOON).tokens();
        assertThat(told.first()).isGreaterThan(first.tokens().last());
        assertThat(second.poll()).isInstanceOf(Answer.Granted.class);
        assertThat(second.tokens()).isEqualTo(told);
        client.signals()
                .grant(name, second.owner())
                .ifPresent(signalled -> assertThat(signalled).isEqualTo(told));
    }

    @Test
    void tokensGrowAcrossARestart() throws Exception {
        assumeTrue(fixture().restart().isPresent(), "There is nothing to restart");
        assertTokensGrowAcross(fixture().restart().get());
    }

    @Test
    void tokensGrowAcrossAReconnect() throws Exception {
        assumeTrue(fixture().breakConnections().isPresent(), "There are no connections");
        assertTokensGrowAcross(fixture().breakConnections().get());
    }

    private void assertTokensGrowAcross(StoreFixture.Fault fault) throws Exception {
        String name = name();
        Client client = client();
        Claim first = client.claim(name).block(32).lease(units(2)).take();
        fault.strike();
        Claim second = Eventually.found("the lock is to be had again", units(2).plus(SOON), () -> {
            Claim claim = client.claim(name);
            try {
                return claim.acquire() instanceof Answer.Granted ? Optional.of(claim) : Optional.empty();
            } catch (HoldfastException notYet) {
                return Optional.empty();
            }
        });
        assertThat(second.tokens().first()).isGreaterThan(first.tokens().last());
    }
}
