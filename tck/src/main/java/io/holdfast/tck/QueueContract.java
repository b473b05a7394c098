package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.spi.Answer;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.Freed;
import io.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** First come, first served: who joins the queue is granted in that order, and nobody gets past those who wait. */
@Needs(Feature.FIFO)
class QueueContract extends ContractGroup {

    QueueContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void thoseWhoWaitAreGrantedInTheOrderInWhichTheyJoined() {
        String name = name();
        Claim holder = client().claim(name).take();
        List<Claim> waiters = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            waiters.add(client().claim(name).queue());
        }
        while (!waiters.isEmpty()) {
            assertThat(waiters).allSatisfy(waiter -> assertThat(waiter.poll()).isInstanceOf(Answer.Waiting.class));
            assertThat(holder.release()).isTrue();
            holder = waiters.remove(0).awaitGrant(SOON);
        }
    }

    @Test
    void whoWaitsIsToldWhatItNeedsToKnow() {
        String name = name();
        Claim holder = client().claim(name).lease(units(10)).take();
        Claim waiter = client().claim(name);
        assertThat(waiter.join()).isInstanceOfSatisfying(Answer.Waiting.class, waiting -> {
            assertThat(waiting.validIfGranted())
                    .isPositive()
                    .isLessThanOrEqualTo(waiter.ask().lease());
            assertThat(waiting.askAgain()).isPositive();
            assertThat(waiting.holder()).isNotBlank();
        });
        assertThat(holder.release()).isTrue();
    }

    @Test
    @Needs(Feature.SIGNALS)
    void whoIsHandedTheLockIsSignalled() {
        String name = name();
        Client client = client();
        Claim holder = client().claim(name).take();
        Claim waiter = client.claim(name).queue();
        holder.release();
        Eventually.holds(
                "a signal comes to the one who waits",
                SOON,
                () -> client.signals().grant(name, waiter.owner()).isPresent()
                        || client.signals().hinted(name));
        assertThat(waiter.poll()).isInstanceOf(Answer.Granted.class);
    }

    @Test
    @Needs(Feature.FIFO)
    @Lacks(Feature.SIGNALS)
    void whoWillNotBeSignalledIsToldToAskAgainSoon() {
        String name = name();
        client().claim(name).take();
        Answer.Waiting waiting = (Answer.Waiting) client().claim(name).join();
        assertThat(waiting.askAgain()).isLessThanOrEqualTo(StoreSession.HEARTBEAT.dividedBy(10));
    }

    @Test
    void whoDoesNotJoinCannotOvertake() {
        String name = name();
        Claim holder = client().claim(name).take();
        Claim waiter = client().claim(name).queue();
        holder.release();
        assertThat(client().claim(name).acquire()).isInstanceOf(Answer.Busy.class);
        assertThat(waiter.awaitGrant(SOON).release()).isTrue();
        assertThat(client().claim(name).acquire()).isInstanceOf(Answer.Granted.class);
    }

    @Test
    void joiningTwiceIsOnePlace() {
        String name = name();
        Claim holder = client().claim(name).take();
        Claim waiter = client().claim(name).queue().queue();
        Claim next = client().claim(name).queue();
        waiter.queue();
        holder.release();
        assertThat(waiter.awaitGrant(SOON).release()).isTrue();
        next.awaitGrant(SOON);
    }

    @Test
    void aPollNeverJoins() {
        String name = name();
        Claim stranger = client().claim(name);
        assertThat(stranger.poll()).isInstanceOf(Answer.Gone.class);
        Claim holder = client().claim(name).take();
        assertThat(stranger.poll()).isInstanceOf(Answer.Gone.class);
        holder.release();
        assertThat(stranger.poll()).isInstanceOf(Answer.Gone.class);
        assertThat(client().claim(name).acquire()).isInstanceOf(Answer.Granted.class);
    }

    @Test
    void whoRejoinsStandsBehindThoseWhoWait() {
        String name = name();
        Client client = client();
        Claim first = client.claim(name).take();
        Claim second = client().claim(name).queue();
        Claim again = client.claim(name);
        Freed freed = first.release(Duration.ZERO, Optional.of(again));
        assertThat(freed.held()).isTrue();
        assertThat(freed.rejoined()).containsInstanceOf(Answer.Waiting.class);
        Claim third = client().claim(name).queue();
        assertThat(second.awaitGrant(SOON).release()).isTrue();
        assertThat(again.awaitGrant(SOON).release()).isTrue();
        third.awaitGrant(SOON);
    }

    @Test
    void whoRejoinsAloneIsGrantedAtOnceWithNewTokens() {
        Client client = client();
        Claim first = client.claim(name()).block(8).take();
        Claim again = client.claim(first.ask().name());
        assertThat(first.release(Duration.ZERO, Optional.of(again)).rejoined())
                .containsInstanceOf(Answer.Granted.class);
        assertThat(again.tokens().first()).isGreaterThan(first.tokens().last());
        assertThat(again.release()).isTrue();
    }

    @Test
    void theNewClaimJoinsEvenIfTheOldOneWasGone() {
        String name = name();
        Client client = client();
        Claim gone = client.claim(name).take();
        gone.release();
        Claim holder = client().claim(name).take();
        Claim again = client.claim(name);
        Freed freed = gone.release(Duration.ZERO, Optional.of(again));
        assertThat(freed.held()).isFalse();
        assertThat(freed.rejoined()).containsInstanceOf(Answer.Waiting.class);
        holder.release();
        again.awaitGrant(SOON);
    }

    @Test
    @Lacks(Feature.FIFO)
    void withoutAQueueWhoWouldJoinIsToldThatTheLockIsBusy() {
        String name = name();
        Claim holder = client().claim(name).take();
        Claim late = client().claim(name);
        assertThat(late.join()).isInstanceOf(Answer.Busy.class);
        holder.release();
        assertThat(late.poll()).isInstanceOf(Answer.Gone.class);
        assertThat(client().claim(name).acquire()).isInstanceOf(Answer.Granted.class);
    }
}
