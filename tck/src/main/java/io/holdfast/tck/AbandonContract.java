package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.spi.Answer;
import io.holdfast.spi.Capabilities.Feature;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An abandoned claim neither waits nor holds, whatever became of its requests, and in whatever order they arrive. */
class AbandonContract extends ContractGroup {

    AbandonContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void abandoningWhatIsHeldFreesTheLock() {
        Claim claim = client().claim(name()).take();
        claim.abandon();
        assertThat(claim.renew()).isEmpty();
        assertThat(claim.release()).isFalse();
        assertThat(client().claim(claim.ask().name()).acquire()).isInstanceOf(Answer.Granted.class);
    }

    @Test
    void abandoningWhatIsNotThereIsNoErrorAndHurtsNobody() {
        String name = name();
        client().claim(name).abandon();
        Claim holder = client().claim(name).take();
        Claim stranger = client().claim(name);
        stranger.abandon();
        stranger.abandon();
        assertThat(holder.renew()).isPresent();
        assertThat(holder.release()).isTrue();
    }

    @Test
    void aLateCopyOfARequestCannotBringItBack() {
        Claim claim = client().claim(name());
        boolean certain = claim.abandon();
        Answer late = claim.acquire();
        if (certain) {
            assertThat(late).isInstanceOf(Answer.Gone.class);
            assertThat(claim.join()).isInstanceOf(Answer.Gone.class);
        } else {
            claim.abandon();
        }
        assertThat(client().claim(claim.ask().name()).acquire()).isInstanceOf(Answer.Granted.class);
    }

    @Test
    void aLateCopyOfARequestCannotBringBackAGrant() {
        Claim claim = client().claim(name()).take();
        boolean certain = claim.abandon();
        // Where claims live by a session, a copy can only come from the session itself.
        Answer late = (fixture().waitersLiveBySession() ? claim : claim.through(client())).acquire();
        if (certain) {
            assertThat(late).isInstanceOf(Answer.Gone.class);
        } else {
            claim.abandon();
        }
        assertThat(client().inspect(claim.ask().name())).isEmpty();
    }

    @Test
    @Needs(Feature.FIFO)
    void abandoningWhatWaitsLeavesTheQueue() {
        String name = name();
        Claim holder = client().claim(name).take();
        Claim waiter = client().claim(name).queue();
        Claim next = client().claim(name).queue();
        boolean certain = waiter.abandon();
        assertThat(waiter.poll()).isInstanceOf(Answer.Gone.class);
        if (certain) {
            assertThat(waiter.join()).isInstanceOf(Answer.Gone.class);
        }
        holder.release();
        next.awaitGrant(SOON);
    }

    @Test
    @Needs(Feature.FIFO)
    void abandoningAGrantThatCrossedWithItGivesItToTheNext() {
        String name = name();
        Claim holder = client().claim(name).take();
        Claim waiter = client().claim(name).queue();
        Claim next = client().claim(name).queue();
        holder.release();
        waiter.abandon();
        assertThat(waiter.poll()).isInstanceOf(Answer.Gone.class);
        next.awaitGrant(SOON);
    }

    @Test
    @Needs(Feature.FIFO)
    void whoWasAbandonedBeforeDoesNotRejoin() {
        String name = name();
        Client client = client();
        Claim holder = client.claim(name).take();
        Claim again = client.claim(name);
        boolean certain = again.abandon();
        Optional<Answer> rejoined =
                holder.release(Duration.ZERO, Optional.of(again)).rejoined();
        if (certain) {
            assertThat(rejoined).containsInstanceOf(Answer.Gone.class);
        } else {
            again.abandon();
        }
        assertThat(client().claim(name).acquire()).isInstanceOf(Answer.Granted.class);
    }
}
