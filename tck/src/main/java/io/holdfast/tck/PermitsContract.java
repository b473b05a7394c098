package io.holdfast.tck;

import static io.holdfast.spi.Demand.permits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.InvalidLockException;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.Tokens;
import org.junit.jupiter.api.Test;

/** As many holders as there are permits, in the order in which they came, whatever number each takes. */
@Needs(Feature.PERMITS)
class PermitsContract extends ContractGroup {

    PermitsContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void thereAreAsManyHoldersAsPermits() {
        String name = name();
        Claim one = client().claim(name, permits(1, 3)).take();
        client().claim(name, permits(1, 3)).take();
        client().claim(name, permits(1, 3)).take();
        assertThat(client().claim(name, permits(1, 3)).acquire()).isInstanceOf(Answer.Busy.class);
        assertThat(one.release()).isTrue();
        assertThat(client().claim(name, permits(1, 3)).acquire()).isInstanceOf(Answer.Granted.class);
    }

    @Test
    void aClaimMayTakeSeveralOrAll() {
        String name = name();
        Claim two = client().claim(name, permits(2, 3)).take();
        assertThat(client().claim(name, permits(2, 3)).acquire()).isInstanceOf(Answer.Busy.class);
        Claim one = client().claim(name, permits(1, 3)).take();
        assertThat(two.release()).isTrue();
        assertThat(client().claim(name, permits(3, 3)).acquire()).isInstanceOf(Answer.Busy.class);
        assertThat(one.release()).isTrue();
        Claim all = client().claim(name, permits(3, 3)).take();
        assertThat(client().claim(name, permits(1, 3)).acquire()).isInstanceOf(Answer.Busy.class);
        assertThat(all.release()).isTrue();
    }

    @Test
    void permitsMakeNoFencingClaim() {
        assertThat(client().claim(name(), permits(1, 1)).block(8).take().tokens())
                .isEqualTo(Tokens.NONE);
    }

    @Test
    @Needs(Feature.FIFO)
    void whoWantsManyIsNotStarvedByThoseWhoWantFew() {
        String name = name();
        Claim one = client().claim(name, permits(1, 3)).take();
        Claim other = client().claim(name, permits(1, 3)).take();
        Claim all = client().claim(name, permits(3, 3)).queue();
        assertThat(client().claim(name, permits(1, 3)).acquire()).isInstanceOf(Answer.Busy.class);
        Claim few = client().claim(name, permits(1, 3)).queue();
        assertThat(one.release()).isTrue();
        assertThat(few.poll()).isInstanceOf(Answer.Waiting.class);
        assertThat(other.release()).isTrue();
        all.awaitGrant(SOON);
        assertThat(few.poll()).isInstanceOf(Answer.Waiting.class);
        assertThat(all.release()).isTrue();
        few.awaitGrant(SOON);
    }

    @Test
    @Needs(Feature.FIFO)
    void oneReleaseLetsInAllWhoFit() {
        String name = name();
        Claim all = client().claim(name, permits(3, 3)).take();
        Claim one = client().claim(name, permits(1, 3)).queue();
        Claim two = client().claim(name, permits(2, 3)).queue();
        Claim late = client().claim(name, permits(1, 3)).queue();
        assertThat(all.release()).isTrue();
        one.awaitGrant(SOON);
        two.awaitGrant(SOON);
        assertThat(late.poll()).isInstanceOf(Answer.Waiting.class);
    }

    @Test
    void thePermitsOfAHolderThatDiedComeBack() {
        String name = name();
        Claim dead = client().claim(name, permits(2, 3)).lease(unit()).take();
        Claim living = client().claim(name, permits(1, 3)).take();
        Claim next = client().snatch(name, permits(2, 3), unit().plus(SOON));
        assertThat(nanosFrom(dead.validUntil(), next.answered())).isNotNegative();
        assertThat(dead.release()).isFalse();
        assertThat(living.renew()).isPresent();
        assertThat(client().claim(name, permits(1, 3)).acquire()).isInstanceOf(Answer.Busy.class);
    }

    @Test
    void aSemaphoreHasOneSizeAtATime() {
        String name = name();
        client().claim(name, permits(1, 3)).take();
        assertThatThrownBy(client().claim(name, permits(1, 4))::acquire)
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining(name);
    }

    @Test
    @Lacks(Feature.PERMITS)
    void withoutPermitsAskingForThemIsRefused() {
        assertRefused(permits(1, 3));
        assertRefused(permits(3, 3));
    }
}
