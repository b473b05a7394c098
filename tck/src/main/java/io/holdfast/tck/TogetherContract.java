package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.InvalidLockException;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.Demand;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Several mutexes can be taken in one step: all of them, or none. */
@Needs(Feature.TOGETHER)
class TogetherContract extends ContractGroup {

    TogetherContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void allAreGrantedInOneStepEachAsIfItHadBeenAskedForAlone() {
        Client client = client();
        List<Claim> claims = claims(client, neighbours(3));
        claims.get(1).block(8).lease(units(20));
        assertThat(client.session().isTogether(names(claims))).isTrue();
        assertThat(Claim.acquireAll(claims)).hasSize(3).allMatch(answer -> answer instanceof Answer.Granted);
        for (Claim claim : claims) {
            assertThat(client().claim(claim.ask().name()).acquire()).isInstanceOf(Answer.Busy.class);
            assertThat(claim.renew()).contains(claim.ask().lease());
        }
        assertThat(claims.get(1).tokens().last() - claims.get(1).tokens().first())
                .isLessThan(8);
        for (Claim claim : claims) {
            assertThat(claim.release()).isTrue();
            Claim next = client().claim(claim.ask().name()).take();
            assertThat(next.tokens().first()).isGreaterThan(claim.tokens().last());
        }
    }

    @Test
    void ifOneIsBusyNoneIsTakenAndItsHolderIsNamed() {
        Client client = client();
        List<Claim> claims = claims(client, neighbours(3));
        Claim holder = client().claim(claims.get(1).ask().name()).take();
        List<Answer> answers = Claim.acquireAll(claims);
        assertThat(answers).hasSize(3).allMatch(answer -> answer instanceof Answer.Busy);
        assertThat(answers)
                .extracting(answer -> ((Answer.Busy) answer).holder().isEmpty())
                .containsExactly(true, false, true);
        assertThat(client.inspect(claims.get(0).ask().name())).isEmpty();
        assertThat(client.inspect(claims.get(2).ask().name())).isEmpty();
        assertThat(client.inspect(holder.ask().name()).orElseThrow().waiters()).isEmpty();
        assertThat(holder.release()).isTrue();
        assertThat(Claim.acquireAll(claims(client, names(claims))))
                .allMatch(answer -> answer instanceof Answer.Granted);
    }

    @Test
    @Needs(Feature.FIFO)
    void nobodyWhoWaitsIsOvertaken() {
        Client client = client();
        List<String> names = neighbours(2);
        Claim holder = client().claim(names.get(1)).lease(unit()).take();
        Claim waiter = client().claim(names.get(1)).queue();
        awaitEnd(holder);
        waiter.poll();
        assertThat(Claim.acquireAll(claims(client, names))).allMatch(answer -> answer instanceof Answer.Busy);
        waiter.awaitGrant(SOON);
        Claim next = client().claim(names.get(1)).queue();
        assertThat(waiter.release()).isTrue();
        assertThat(Claim.acquireAll(claims(client, names))).allMatch(answer -> answer instanceof Answer.Busy);
        next.awaitGrant(SOON);
        assertThat(client.inspect(names.get(0))).isEmpty();
    }

    @Test
    void aSecondCopyChangesNothingAndGetsTheCurrentState() {
        List<Claim> claims = claims(client(), neighbours(2));
        Claim.acquireAll(claims);
        List<Claim> copies =
                claims.stream().map(claim -> claim.through(client())).toList();
        assertThat(Claim.acquireAll(copies)).allMatch(answer -> answer instanceof Answer.Granted);
        for (int i = 0; i < 2; i++) {
            assertThat(copies.get(i).tokens()).isEqualTo(claims.get(i).tokens());
        }
        assertThat(claims.get(1).release()).isTrue();
        List<Answer> late = Claim.acquireAll(copies);
        assertThat(late.get(0)).isInstanceOf(Answer.Granted.class);
        assertThat(late.get(1)).isNotInstanceOf(Answer.Granted.class);
        assertThat(client().inspect(claims.get(1).ask().name())).isEmpty();
        assertThat(claims.get(0).release()).isTrue();
    }

    @Test
    void ifOneWasAbandonedNoneIsTaken() {
        Client client = client();
        List<Claim> claims = claims(client, neighbours(3));
        if (claims.get(1).abandon()) {
            List<Answer> answers = Claim.acquireAll(claims);
            assertThat(answers.get(1)).isInstanceOf(Answer.Gone.class);
            assertThat(answers).noneMatch(answer -> answer instanceof Answer.Granted);
            for (Claim claim : claims) {
                assertThat(client.inspect(claim.ask().name())).isEmpty();
            }
        }
        assertThat(Claim.acquireAll(claims(client, names(claims))))
                .allMatch(answer -> answer instanceof Answer.Granted);
    }

    @Test
    void whatWasTakenIsAbandonedOneByOne() {
        List<Claim> claims = claims(client(), neighbours(2));
        Claim.acquireAll(claims);
        claims.get(0).abandon();
        assertThat(client().claim(claims.get(0).ask().name()).acquire()).isInstanceOf(Answer.Granted.class);
        assertThat(client().claim(claims.get(1).ask().name()).acquire()).isInstanceOf(Answer.Busy.class);
        assertThat(claims.get(1).release()).isTrue();
    }

    @Test
    void eachEndsWithItsOwnLeaseAndLockDelay() {
        Client client = client();
        List<Claim> claims = claims(client, neighbours(2));
        claims.get(0).lease(unit());
        claims.get(1).lease(unit()).lockDelay(units(3));
        Claim.acquireAll(claims);
        Claim first = client.snatch(
                claims.get(0).ask().name(), unit().plus(capabilities().slack()).plus(SOON));
        assertThat(nanosFrom(claims.get(0).validUntil(), first.answered())).isNotNegative();
        Claim second = client.snatch(
                claims.get(1).ask().name(),
                units(4).plus(capabilities().slack()).plus(SOON));
        assertThat(nanosFrom(claims.get(1).validUntil(), second.answered()))
                .isGreaterThanOrEqualTo(
                        units(3).minus(capabilities().granularity()).toNanos());
    }

    @Test
    @Needs(Feature.PERMITS)
    void aNameOfAnotherKindIsRefusedAndNoneIsTaken() {
        Client client = client();
        List<String> names = neighbours(2);
        Claim permit = client().claim(names.get(1), Demand.permits(1, 3)).take();
        assertThatThrownBy(() -> Claim.acquireAll(claims(client, names)))
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining(names.get(1));
        assertThat(client.inspect(names.get(0))).isEmpty();
        assertThat(permit.release()).isTrue();
    }

    @Test
    @Lacks(Feature.TOGETHER)
    void withoutItAskingForSeveralInOneStepIsRefused() {
        Client client = client();
        List<Claim> claims = claims(client, neighbours(2));
        assertThat(client.session().isTogether(names(claims))).isFalse();
        assertThatThrownBy(() -> Claim.acquireAll(claims)).isInstanceOf(InvalidLockException.class);
    }

    private static List<Claim> claims(Client client, List<String> names) {
        return names.stream().map(client::claim).toList();
    }

    private static List<String> names(List<Claim> claims) {
        return claims.stream().map(Claim::ask).map(Ask::name).toList();
    }
}
