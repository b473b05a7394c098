package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.spi.Answer;
import io.holdfast.spi.Capabilities.Feature;
import org.junit.jupiter.api.Test;

/** A lease ends by itself, by the store's clock: not sooner than the holder was told, and not much later. */
class ExpiryContract extends ContractGroup {

    ExpiryContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void aLockIsFreeWhenItsLeaseIsOverAndNotBefore() {
        String name = name();
        Claim first = client().claim(name).lease(units(2)).take();
        Claim second = client().snatch(name, units(2).plus(SOON));
        assertThat(nanosFrom(first.validUntil(), second.answered())).isNotNegative();
    }

    @Test
    void theLockOfAClientThatDiedIsFreeWhenItsLeaseIsOver() {
        String name = name();
        Client dying = client();
        Claim first = dying.claim(name).lease(units(2)).take();
        fixture().kill(dying.session());
        Claim second =
                client().snatch(name, units(2).plus(capabilities().slack()).plus(SOON));
        assertThat(nanosFrom(first.validUntil(), second.answered())).isNotNegative();
    }

    @Test
    void aGrantIsToldForWhatIsLeftOfIt() {
        Claim claim = client().claim(name()).lease(units(20)).take();
        long latestEnd = claim.answered() + units(20).toNanos();
        Eventually.reached(claim.answered() + unit().toNanos());
        assertThat(claim.acquire()).isInstanceOf(Answer.Granted.class);
        assertThat(nanosFrom(claim.validUntil(), latestEnd)).isNotNegative();
    }

    @Test
    void aClaimWhoseTimeIsOverIsGone() {
        Claim claim = client().claim(name()).lease(unit()).take();
        awaitEnd(claim);
        assertThat(claim.poll()).isInstanceOf(Answer.Gone.class);
        assertThat(client().inspect(claim.ask().name())).isEmpty();
    }

    @Test
    @Needs(Feature.FIFO)
    void whoWaitsIsGrantedWhenTheHoldersLeaseIsOver() {
        String name = name();
        Claim holder = client().claim(name).lease(units(2)).take();
        Claim waiter = client().claim(name).queue();
        waiter.awaitGrant(units(2).plus(SOON));
        assertThat(nanosFrom(holder.validUntil(), waiter.answered())).isNotNegative();
    }

    @Test
    @Needs(Feature.FIFO)
    void aGrantThatNobodyAskedForEndsSoonUnlessItIsRenewed() {
        String name = name();
        Claim holder = client().claim(name).take();
        Claim waiter = client().claim(name).grantLease(unit()).queue();
        assertThat(holder.release()).isTrue();
        // Its lease is 30 s: who gets the lock within half of that got it because the short one was over.
        Claim next = client().snatch(name, unit().plus(SOON));
        assertThat(next.release()).isTrue();
        assertThat(waiter.poll()).isInstanceOf(Answer.Gone.class);
    }
}
