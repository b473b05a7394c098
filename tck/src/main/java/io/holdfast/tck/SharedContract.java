package io.holdfast.tck;

import static io.holdfast.spi.Demand.READ;
import static io.holdfast.spi.Demand.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.spi.Answer;
import io.holdfast.spi.Capabilities.Feature;
import org.junit.jupiter.api.Test;

/** Many readers or one writer, and neither keeps the other out for ever. */
@Needs(Feature.SHARED)
class SharedContract extends ContractGroup {

    SharedContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void readersHoldTogetherAndKeepAWriterOut() {
        String name = name();
        Claim one = client().claim(name, READ).take();
        Claim other = client().claim(name, READ).take();
        assertThat(client().claim(name, WRITE).acquire()).isInstanceOf(Answer.Busy.class);
        assertThat(one.release()).isTrue();
        assertThat(client().claim(name, WRITE).acquire()).isInstanceOf(Answer.Busy.class);
        assertThat(other.release()).isTrue();
        assertThat(client().claim(name, WRITE).acquire()).isInstanceOf(Answer.Granted.class);
    }

    @Test
    void aWriterKeepsEveryoneOut() {
        String name = name();
        Claim writer = client().claim(name, WRITE).take();
        assertThat(client().claim(name, READ).acquire()).isInstanceOf(Answer.Busy.class);
        assertThat(client().claim(name, WRITE).acquire()).isInstanceOf(Answer.Busy.class);
        assertThat(writer.release()).isTrue();
        assertThat(client().claim(name, READ).acquire()).isInstanceOf(Answer.Granted.class);
    }

    @Test
    @Needs(Feature.FIFO)
    void aReaderDoesNotGetPastAWriterThatWaits() {
        String name = name();
        Claim reader = client().claim(name, READ).take();
        Claim writer = client().claim(name, WRITE).queue();
        assertThat(client().claim(name, READ).acquire()).isInstanceOf(Answer.Busy.class);
        Claim late = client().claim(name, READ).queue();
        assertThat(reader.release()).isTrue();
        writer.awaitGrant(SOON);
        assertThat(late.poll()).isInstanceOf(Answer.Waiting.class);
        assertThat(writer.release()).isTrue();
        late.awaitGrant(SOON);
    }

    @Test
    @Needs(Feature.FIFO)
    void readersThatWaitTogetherAreGrantedTogether() {
        String name = name();
        Claim writer = client().claim(name, WRITE).take();
        Claim one = client().claim(name, READ).queue();
        Claim other = client().claim(name, READ).queue();
        Claim next = client().claim(name, WRITE).queue();
        Claim behind = client().claim(name, READ).queue();
        assertThat(writer.release()).isTrue();
        one.awaitGrant(SOON);
        other.awaitGrant(SOON);
        assertThat(behind.poll()).isInstanceOf(Answer.Waiting.class);
        assertThat(one.release()).isTrue();
        assertThat(next.poll()).isInstanceOf(Answer.Waiting.class);
        assertThat(other.release()).isTrue();
        next.awaitGrant(SOON);
    }

    @Test
    @Needs(Feature.FIFO)
    void whenAWriterThatWaitedLeavesThoseBehindItAreLetIn() {
        String name = name();
        client().claim(name, READ).take();
        Claim writer = client().claim(name, WRITE).queue();
        Claim late = client().claim(name, READ).queue();
        writer.abandon();
        late.awaitGrant(SOON);
    }

    @Test
    void aReaderThatDiedIsNotKeptAliveByOthers() {
        String name = name();
        Claim dead = client().claim(name, READ).lease(unit()).take();
        Claim living = client().claim(name, READ).take();
        awaitEnd(dead);
        assertThat(living.renew()).isPresent();
        assertThat(dead.renew()).isEmpty();
        assertThat(living.release()).isTrue();
        client().snatch(name, WRITE, SOON);
    }

    @Test
    void readersCarryATokenBetweenThoseOfTheWritersAroundThem() {
        String name = name();
        Claim before = client().claim(name, WRITE).block(8).take();
        before.release();
        Claim one = client().claim(name, READ).block(8).take();
        Claim other = client().claim(name, READ).take();
        assertThat(one.tokens()).isEqualTo(other.tokens());
        assertThat(one.tokens().first())
                .isEqualTo(one.tokens().last())
                .isGreaterThanOrEqualTo(before.tokens().last());
        one.release();
        other.release();
        Claim after = client().claim(name, WRITE).take();
        assertThat(after.tokens().first()).isGreaterThan(one.tokens().last());
    }

    @Test
    void onlyItsOwnerReleasesAReader() {
        String name = name();
        Claim one = client().claim(name, READ).take();
        Claim other = client().claim(name, READ).take();
        assertThat(one.release()).isTrue();
        assertThat(one.release()).isFalse();
        assertThat(one.renew()).isEmpty();
        assertThat(other.renew()).isPresent();
    }

    @Test
    @Lacks(Feature.SHARED)
    void withoutReadersAndWritersAskingForThemIsRefused() {
        assertRefused(READ);
        assertRefused(WRITE);
    }
}
