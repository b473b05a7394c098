package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.holdfast.spi.Answer;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.StoreSession;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Who waits and died holds nobody up, and who was only silent for a while has lost nothing. These take seconds. */
@Needs(Feature.FIFO)
class SilenceContract extends ContractGroup {

    private static final Duration DEAD = StoreSession.DEAD_AFTER.plusMillis(200);

    SilenceContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void whoIsHeardOfOncePerHeartbeatIsNotPassedOver() {
        String name = name();
        Claim holder = client().claim(name).take();
        Claim waiter = client().claim(name).queue();
        Claim next = client().claim(name).queue();
        Eventually.reached(waiter.answered() + StoreSession.HEARTBEAT.toNanos());
        assertThat(next.poll()).isInstanceOf(Answer.Waiting.class);
        holder.release();
        waiter.awaitGrant(SOON);
        assertThat(next.poll()).isInstanceOf(Answer.Waiting.class);
    }

    @Test
    void whoDiedWhileWaitingIsPassedOver() {
        String name = name();
        Claim holder = client().claim(name).take();
        Client dying = client();
        Claim dead = dying.claim(name).queue();
        Claim living = client().claim(name).queue();
        fixture().kill(dying.session());
        pollUntilDead(dead, living);
        assertThat(holder.release()).isTrue();
        // The dead one must not even be granted for a moment, and so it takes no grant lease to get here.
        long released = System.nanoTime();
        living.awaitGrant(SOON);
        assertThat(Duration.ofNanos(living.answered() - released)).isLessThan(Duration.ofSeconds(2));
        assertThat(living.release()).isTrue();
        assertThat(client().claim(name).acquire())
                .as("nobody alive waits any more")
                .isInstanceOf(Answer.Granted.class);
    }

    @Test
    void whoWasPassedOverKeepsItsPlace() {
        assumeFalse(fixture().waitersLiveBySession(), "A place goes with its session");
        String name = name();
        Claim holder = client().claim(name).take();
        Claim silent = client().claim(name).queue();
        Claim living = client().claim(name).queue();
        pollUntilDead(silent, living);
        holder.release();
        living.awaitGrant(SOON);
        Claim late = client().claim(name).queue();
        assertThat(silent.poll()).as("it is alive again").isInstanceOf(Answer.Waiting.class);
        living.release();
        assertThat(late.poll()).isInstanceOf(Answer.Waiting.class);
        assertThat(silent.awaitGrant(SOON).release()).isTrue();
        late.awaitGrant(SOON);
    }

    /** Lets one who waits count as dead, while another shows signs of life. */
    private void pollUntilDead(Claim silent, Claim living) {
        long dead = silent.answered() + DEAD.plus(capabilities().slack()).toNanos();
        while (System.nanoTime() - dead < 0) {
            assertThat(living.poll()).isInstanceOf(Answer.Waiting.class);
            Eventually.reached(
                    Math.min(dead, System.nanoTime() + Duration.ofMillis(500).toNanos()));
        }
        assertThat(living.poll()).isInstanceOf(Answer.Waiting.class);
    }
}
