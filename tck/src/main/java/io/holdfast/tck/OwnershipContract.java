package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.spi.Answer;
import io.holdfast.spi.Held;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Only the owner of a grant can renew or release it, and only as long as it is its own. */
class OwnershipContract extends ContractGroup {

    OwnershipContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void aStrangerCanNeitherRenewNorRelease() {
        Claim claim = client().claim(name()).take();
        Held held = claim.held();
        Held strange =
                new Held(held.name(), held.demand(), held.owner() + "x", held.token(), held.lease(), held.lockDelay());
        assertIsNobodys(strange);
        assertThat(claim.release()).isTrue();
    }

    @Test
    void theOwnerWithATokenOfAnotherGrantCanNeitherRenewNorRelease() {
        assumeTrue(fixture().comparesTokens(), "The store keeps no token with the claim");
        Claim claim = client().claim(name()).take();
        Held held = claim.held();
        Held other =
                new Held(held.name(), held.demand(), held.owner(), held.token() + 1, held.lease(), held.lockDelay());
        assertIsNobodys(other);
        assertThat(claim.release()).isTrue();
    }

    @Test
    void aStaleOwnerCanNeitherRenewNorRelease() {
        String name = name();
        Claim stale = client().claim(name).lease(unit()).take();
        Claim owner = client().snatch(name, units(2).plus(SOON));
        assertThat(stale.renew()).isEmpty();
        assertThat(stale.release()).isFalse();
        assertThat(owner.renew()).isPresent();
        assertThat(owner.release()).isTrue();
    }

    @Test
    void aStaleOwnerCanNeitherRenewNorReleaseALockThatIsFree() {
        Claim stale = client().claim(name()).lease(unit()).take();
        awaitEnd(stale);
        assertThat(stale.renew()).isEmpty();
        assertThat(stale.release()).isFalse();
        assertThat(client().inspect(stale.ask().name())).isEmpty();
    }

    @Test
    void aLockIsReleasedOnce() {
        String name = name();
        Claim claim = client().claim(name).take();
        assertThat(claim.release()).isTrue();
        assertThat(claim.release()).isFalse();
        Claim next = client().claim(name).take();
        assertThat(claim.release()).isFalse();
        assertThat(next.release()).isTrue();
    }

    @Test
    void nobodyOwnsALockThatStaysTakenAfterItsRelease() {
        String name = name();
        Claim claim = client().claim(name).take();
        long released = System.nanoTime();
        assertThat(claim.release(units(2), Optional.empty()).held()).isTrue();
        assertThat(claim.renew()).isEmpty();
        assertThat(claim.release()).isFalse();
        assertThat(claim.poll()).isInstanceOf(Answer.Gone.class);
        Claim next = client().snatch(name, units(2).plus(SOON));
        assertThat(nanosFrom(released, next.answered())).isGreaterThanOrEqualTo(units(2).toNanos());
    }

    @Test
    void aLockThatStaysTakenOutlivesTheSessionThatReleasedIt() {
        String name = name();
        Client client = client();
        Claim claim = client.claim(name).take();
        long released = System.nanoTime();
        claim.release(units(2), Optional.empty());
        client.close();
        Claim next = client().snatch(name, units(2).plus(SOON));
        assertThat(nanosFrom(released, next.answered())).isGreaterThanOrEqualTo(units(2).toNanos());
    }

    @Test
    void aLockThatWasNotHeldDoesNotStayTaken() {
        Claim claim = client().claim(name()).take();
        claim.release();
        assertThat(claim.release(Duration.ofMinutes(1), Optional.empty()).held())
                .isFalse();
        assertThat(client().claim(claim.ask().name()).acquire()).isInstanceOf(Answer.Granted.class);
    }

    /** Asserts that a claim that is held by another name or token is out of reach for this one. */
    private void assertIsNobodys(Held held) {
        Client client = client();
        assertThat(client.renew(List.of(held))).containsExactly(Optional.empty());
        assertThat(Eventually.answered(client.session().release(held, Duration.ZERO, Optional.empty()))
                        .held())
                .isFalse();
        assertThat(client.claim(held.name()).acquire()).isInstanceOf(Answer.Busy.class);
    }
}
