package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.spi.Answer;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.Held;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A renewal moves the end of a lease, only ever away from now, and only while there is a lease. */
class RenewalContract extends ContractGroup {

    RenewalContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void aRenewedLeaseOutlivesTheFirst() {
        Client client = client();
        Claim claim = client.claim(name()).lease(units(2)).take();
        assertThat(client.renew(List.of(renewedBy(claim, units(20)))))
                .singleElement()
                .satisfies(left -> assertThat(left)
                        .hasValueSatisfying(
                                time -> assertThat(time).isGreaterThan(units(2)).isLessThanOrEqualTo(units(20))));
        awaitEnd(claim);
        assertThat(client().claim(claim.ask().name()).acquire()).isInstanceOf(Answer.Busy.class);
        assertThat(claim.release()).isTrue();
    }

    @Test
    void aRenewalNeverShortensWhatIsLeft() {
        Client client = client();
        Claim claim = client.claim(name()).lease(units(20)).take();
        long sent = System.nanoTime();
        Duration left = client.renew(List.of(renewedBy(claim, unit()))).get(0).orElseThrow();
        assertThat(nanosFrom(claim.validUntil(), sent + left.toNanos()) + System.nanoTime() - sent)
                .as("what the renewal told, against what the grant had told")
                .isNotNegative();
        Eventually.reached(System.nanoTime() + units(2).toNanos());
        assertThat(client().claim(claim.ask().name()).acquire()).isInstanceOf(Answer.Busy.class);
    }

    @Test
    void whatWasReleasedIsNotBroughtBack() {
        Claim claim = client().claim(name()).take();
        claim.release();
        assertThat(claim.renew()).isEmpty();
        assertThat(client().claim(claim.ask().name()).acquire()).isInstanceOf(Answer.Granted.class);
    }

    @Test
    void whatRanOutIsNotBroughtBack() {
        Claim claim = client().claim(name()).lease(unit()).take();
        awaitEnd(claim);
        assertThat(claim.renew()).isEmpty();
        assertThat(client().claim(claim.ask().name()).acquire()).isInstanceOf(Answer.Granted.class);
    }

    @Test
    void eachClaimOfABatchHasItsOwnAnswerInTheirOrder() {
        Client client = client();
        Claim one = client.claim(name()).take();
        Claim gone = client.claim(name()).take();
        Claim other = client.claim(name()).take();
        gone.release();
        assertThat(client.renew(List.of(one.held(), gone.held(), other.held())))
                .extracting(Optional::isPresent)
                .containsExactly(true, false, true);
    }

    @Test
    void nothingToRenewIsNoError() {
        assertThat(client().renew(List.of())).isEmpty();
    }

    @Test
    @Needs(Feature.FIFO)
    void theFirstRenewalStretchesAGrantThatNobodyAskedFor() {
        String name = name();
        Claim holder = client().claim(name).take();
        Claim waiter = client().claim(name).grantLease(units(4)).queue();
        holder.release();
        waiter.awaitGrant(SOON);
        assertThat(waiter.renew()).hasValueSatisfying(left -> assertThat(left).isGreaterThan(units(5)));
    }

    private static Held renewedBy(Claim claim, Duration lease) {
        Held held = claim.held();
        return new Held(held.name(), held.demand(), held.owner(), held.token(), lease, held.lockDelay());
    }
}
