package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.spi.Answer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A lock delay keeps a lock closed that was lost, for longer than its holder was told, whatever the holder does. */
class LockDelayContract extends ContractGroup {

    LockDelayContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void theDelayKeepsTheLockClosedButIsNotToldToTheHolder() {
        Claim lost = claimWithDelay().take();
        assertThat(lost.validUntil() - lost.answered()).isLessThanOrEqualTo(unit().toNanos());
        assertStaysClosed(lost);
    }

    @Test
    void theDelayIsNotToldWithARenewalEither() {
        Claim claim = client().claim(name())
                .lease(units(10))
                .lockDelay(longDelay(units(20)))
                .take();
        assertThat(claim.renew()).hasValueSatisfying(left -> assertThat(left).isLessThanOrEqualTo(units(10)));
    }

    @Test
    void aRenewalMovesTheDelayToo() {
        Claim lost = client().claim(name()).lease(units(2)).lockDelay(unit()).take();
        long renewed = System.nanoTime();
        assertThat(lost.renew()).isPresent();
        Claim next = client().snatch(lost.ask().name(), units(3).plus(SOON));
        assertThat(nanosFrom(renewed, next.answered())).isGreaterThanOrEqualTo(units(3).toNanos());
    }

    @Test
    void aLockThatIsReleasedInTimeOpensAtOnce() {
        Claim claim = client().claim(name())
                .lockDelay(longDelay(Duration.ofMinutes(1)))
                .take();
        assertThat(claim.release()).isTrue();
        assertThat(client().claim(claim.ask().name()).acquire()).isInstanceOf(Answer.Granted.class);
    }

    @Test
    void theReleaseOfALockThatWasLostDoesNotOpenItSooner() {
        Claim lost = claimWithDelay().take();
        awaitEnd(lost);
        assertThat(lost.release()).isFalse();
        assertStaysClosed(lost);
    }

    @Test
    void abandoningAClaimThatWasLostDoesNotOpenTheLockSooner() {
        Claim lost = claimWithDelay().take();
        awaitEnd(lost);
        lost.abandon();
        assertStaysClosed(lost);
    }

    private Claim claimWithDelay() {
        return client().claim(name()).lease(unit()).lockDelay(units(2));
    }

    private void assertStaysClosed(Claim lost) {
        Claim next = client().snatch(lost.ask().name(), units(3).plus(SOON));
        assertThat(nanosFrom(lost.validUntil(), next.answered())).isGreaterThanOrEqualTo(units(2).toNanos());
    }
}
