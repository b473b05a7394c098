package io.holdfast.tck;

import static io.holdfast.spi.Demand.READ;
import static io.holdfast.spi.Demand.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.InvalidLockException;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.Held;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A writer can become a reader in one step, and no writer gets in between. */
@Needs({Feature.SHARED, Feature.DOWNGRADE})
class DowngradeContract extends ContractGroup {

    DowngradeContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void theWriterBecomesAReader() {
        String name = name();
        Client client = client();
        Claim writer = client.claim(name, WRITE).take();
        Claim reader = client.claim(name, READ);
        assertThat(writer.downgrade(reader)).isInstanceOf(Answer.Granted.class);
        assertThat(client().claim(name, WRITE).acquire()).isInstanceOf(Answer.Busy.class);
        Claim other = client().claim(name, READ).take();
        assertThat(writer.renew()).isEmpty();
        assertThat(writer.release()).isFalse();
        assertThat(reader.renew()).isPresent();
        assertThat(reader.release()).isTrue();
        assertThat(other.release()).isTrue();
        assertThat(client().claim(name, WRITE).acquire()).isInstanceOf(Answer.Granted.class);
    }

    @Test
    @Needs(Feature.FIFO)
    void itKeepsItsPlaceAndTheReadersRightBehindItAreLetIn() {
        String name = name();
        Client client = client();
        Claim writer = client.claim(name, WRITE).take();
        Claim behind = client().claim(name, READ).queue();
        Claim next = client().claim(name, WRITE).queue();
        Claim late = client().claim(name, READ).queue();
        Claim reader = client.claim(name, READ);
        assertThat(writer.downgrade(reader)).isInstanceOf(Answer.Granted.class);
        behind.awaitGrant(SOON);
        assertThat(next.poll()).isInstanceOf(Answer.Waiting.class);
        assertThat(late.poll()).isInstanceOf(Answer.Waiting.class);
        assertThat(behind.release()).isTrue();
        assertThat(next.poll()).isInstanceOf(Answer.Waiting.class);
        assertThat(reader.release()).isTrue();
        next.awaitGrant(SOON);
    }

    @Test
    void itsTokenIsBetweenThoseOfTheWriters() {
        String name = name();
        Client client = client();
        Claim writer = client.claim(name, WRITE).block(8).take();
        Claim reader = client.claim(name, READ).block(8);
        writer.downgrade(reader);
        Claim other = client().claim(name, READ).take();
        assertThat(reader.tokens()).isEqualTo(other.tokens());
        assertThat(reader.tokens().first())
                .isEqualTo(reader.tokens().last())
                .isGreaterThanOrEqualTo(writer.tokens().last());
        reader.release();
        other.release();
        Claim after = client().claim(name, WRITE).take();
        assertThat(after.tokens().first()).isGreaterThan(reader.tokens().last());
    }

    @Test
    void itMayBeRepeatedAndIsAnsweredWithWhatIsLeft() {
        Client client = client();
        Claim writer = client.claim(name(), WRITE).take();
        Claim reader = client.claim(writer.ask().name(), READ).lease(units(20));
        writer.downgrade(reader);
        long first = reader.validUntil();
        Eventually.reached(System.nanoTime()
                + unit().plus(capabilities().granularity().multipliedBy(2)).toNanos());
        assertThat(writer.downgrade(reader)).isInstanceOf(Answer.Granted.class);
        assertThat(reader.validUntil() - first)
                .as("the lease does not begin anew")
                .isLessThanOrEqualTo(
                        unit().dividedBy(2).plus(capabilities().granularity()).toNanos());
        assertThat(client().inspect(writer.ask().name()).orElseThrow().holders())
                .as("there is one reader")
                .hasSize(1);
        assertThat(reader.release()).isTrue();
        assertThat(writer.downgrade(reader)).isInstanceOf(Answer.Gone.class);
        assertThat(client().inspect(writer.ask().name())).isEmpty();
    }

    @Test
    void theReaderEndsWithItsOwnLease() {
        String name = name();
        Client client = client();
        Claim writer = client.claim(name, WRITE).take();
        Claim reader = client.claim(name, READ).lease(unit());
        writer.downgrade(reader);
        Claim next =
                client().snatch(name, WRITE, unit().plus(capabilities().slack()).plus(SOON));
        assertThat(nanosFrom(reader.validUntil(), next.answered())).isNotNegative();
    }

    @Test
    void whoDoesNotHoldDoesNotBecomeAReader() {
        String name = name();
        Claim released = client().claim(name, WRITE).take();
        released.release();
        assertThat(released.downgrade(client().claim(name, READ))).isInstanceOf(Answer.Gone.class);
        assertThat(client().inspect(name)).isEmpty();
        Claim over = client().claim(name, WRITE).lease(unit()).take();
        awaitEnd(over);
        assertThat(over.downgrade(client().claim(name, READ))).isInstanceOf(Answer.Gone.class);
        Claim next = client().claim(name, WRITE).take();
        assertThat(over.downgrade(client().claim(name, READ))).isInstanceOf(Answer.Gone.class);
        assertThat(next.release()).isTrue();
    }

    @Test
    void aReaderThatWasAbandonedIsNotMadeAndTheWriterStaysWhatItIs() {
        String name = name();
        Client client = client();
        Claim writer = client.claim(name, WRITE).take();
        Claim reader = client.claim(name, READ);
        if (reader.abandon()) {
            assertThat(writer.downgrade(reader)).isInstanceOf(Answer.Gone.class);
            assertThat(client().claim(name, READ).acquire()).isInstanceOf(Answer.Busy.class);
            assertThat(writer.renew()).isPresent();
        }
        assertThat(writer.release()).isTrue();
    }

    @Test
    @Lacks(Feature.DOWNGRADE)
    void withoutItAskingForItIsRefused() {
        Client client = client();
        Claim reader = client.claim(name(), READ);
        Held writer = new Held(reader.ask().name(), WRITE, "somebody", 1, Duration.ofSeconds(1), Duration.ZERO);
        assertThatThrownBy(() -> Eventually.answered(client.session().downgrade(writer, reader.ask())))
                .isInstanceOf(InvalidLockException.class);
    }
}
