package io.holdfast.tck;

import static io.holdfast.spi.Demand.permits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.InvalidLockException;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Capabilities.Feature;
import org.junit.jupiter.api.Test;

/** The number of permits can be changed on purpose, and nobody who has some loses them by it. */
@Needs({Feature.PERMITS, Feature.RESIZE})
class ResizeContract extends ContractGroup {

    ResizeContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void fewerPermitsAreTakenFromNobody() {
        String name = name();
        Claim one = client().claim(name, permits(1, 3)).take();
        Claim other = client().claim(name, permits(1, 3)).take();
        assertThat(client().resize(name, 3, 1)).isTrue();
        assertThat(one.renew()).isPresent();
        assertThat(other.renew()).isPresent();
        assertThat(client().inspect(name).orElseThrow().capacity()).isEqualTo(1);
        assertThat(client().claim(name, permits(1, 1)).acquire()).isInstanceOf(Answer.Busy.class);
        assertThat(one.release()).isTrue();
        assertThat(client().claim(name, permits(1, 1)).acquire()).isInstanceOf(Answer.Busy.class);
        assertThat(other.release()).isTrue();
        assertThat(client().claim(name, permits(1, 1)).acquire()).isInstanceOf(Answer.Granted.class);
    }

    @Test
    @Needs(Feature.FIFO)
    void morePermitsGoToThoseWhoWait() {
        String name = name();
        client().claim(name, permits(1, 1)).take();
        Claim first = client().claim(name, permits(1, 1)).queue();
        Claim second = client().claim(name, permits(1, 1)).queue();
        assertThat(client().resize(name, 1, 2)).isTrue();
        first.awaitGrant(SOON);
        assertThat(second.poll()).isInstanceOf(Answer.Waiting.class);
        assertThat(first.release()).isTrue();
        second.awaitGrant(SOON);
    }

    @Test
    @Needs(Feature.FIFO)
    void whoWantsMoreThanThereIsLeavesTheQueueAndTheOthersKeepTheirPlaces() {
        String name = name();
        Claim holder = client().claim(name, permits(3, 3)).take();
        Claim tooMany = client().claim(name, permits(3, 3)).queue();
        Claim first = client().claim(name, permits(2, 3)).queue();
        Claim second = client().claim(name, permits(1, 3)).queue();
        assertThat(client().resize(name, 3, 2)).isTrue();
        assertThat(tooMany.poll()).isInstanceOf(Answer.Gone.class);
        assertThat(holder.release()).isTrue();
        first.awaitGrant(SOON);
        assertThat(second.poll()).isInstanceOf(Answer.Waiting.class);
    }

    @Test
    void theOldNumberIsRefusedFromThenOn() {
        String name = name();
        Claim holder = client().claim(name, permits(1, 3)).take();
        assertThat(client().resize(name, 3, 5)).isTrue();
        assertThatThrownBy(client().claim(name, permits(1, 3))::acquire)
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining("3")
                .hasMessageContaining("5");
        assertThat(client().claim(name, permits(4, 5)).acquire()).isInstanceOf(Answer.Granted.class);
        assertThat(holder.release()).isTrue();
    }

    @Test
    void itMayBeRepeatedAndAThirdNumberIsRefused() {
        String name = name();
        client().claim(name, permits(1, 3)).take();
        assertThat(client().resize(name, 3, 5)).isTrue();
        assertThat(client().resize(name, 3, 5)).isTrue();
        assertThatThrownBy(() -> client().resize(name, 3, 7))
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining("5");
        assertThat(client().inspect(name).orElseThrow().capacity()).isEqualTo(5);
    }

    @Test
    void whatNobodyUsesHasNoNumber() {
        String name = name();
        assertThat(client().resize(name, 3, 5)).isFalse();
        assertThat(client().inspect(name)).isEmpty();
        assertThat(client().claim(name, permits(1, 4)).acquire()).isInstanceOf(Answer.Granted.class);
    }

    @Test
    void whatIsNoSemaphoreIsRefused() {
        Claim mutex = client().claim(name()).take();
        assertThatThrownBy(() -> client().resize(mutex.ask().name(), 1, 5)).isInstanceOf(InvalidLockException.class);
        assertThat(mutex.release()).isTrue();
    }

    @Test
    @Lacks(Feature.RESIZE)
    void withoutItChangingTheNumberIsRefused() {
        assertThatThrownBy(() -> client().resize(name(), 3, 5)).isInstanceOf(InvalidLockException.class);
    }
}
