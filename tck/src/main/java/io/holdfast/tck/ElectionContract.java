package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Candidacy;
import io.holdfast.Election;
import io.holdfast.ElectionListener;
import io.holdfast.Holdfast;
import io.holdfast.InvalidLockException;
import io.holdfast.Leader;
import io.holdfast.spi.Capabilities.Feature;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** One leader at a time, who can be seen, and who is replaced when it is gone. */
class ElectionContract extends EngineGroup {

    private final List<String> told = new CopyOnWriteArrayList<>();

    ElectionContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void thereIsOneLeaderAndTheNextIsElectedAfterItHasCeased() {
        Election election = open().election(name());
        Holdfast client = open();
        Candidacy first = election.takePart("", listener("first"));
        awaitTold("first elected");
        long token = first.token().orElseThrow();
        assertThat(first.remaining()).isPositive();
        Candidacy second = client.election(election.name()).takePart("", listener("second"));
        awaitWaiters(client, election.name(), 1);
        // That nobody else is elected shows only after a while.
        Eventually.reached(System.nanoTime() + unit().toNanos());
        assertThat(first.isLeader()).isTrue();
        assertThat(second.isLeader()).isFalse();
        assertThat(told).containsExactly("first elected");
        first.close();
        assertThat(first.isLeader()).isFalse();
        assertThat(first.remaining()).isZero();
        awaitTold("second elected");
        assertThat(told).containsExactly("first elected", "first ceased", "second elected");
        assertThat(second.token().orElseThrow()).isGreaterThan(token);
        second.close();
    }

    @Test
    void aLeaderThatDiesIsReplaced() {
        Election election = open().election(name()).with(leaseOf(2).renew(false).maxHold(unit()));
        Candidacy first = election.takePart("", listener("first"));
        awaitTold("first elected");
        Holdfast client = open();
        client.election(election.name()).takePart("", listener("second"));
        Eventually.holds("the next is elected", afterDeath(units(2)).plus(SOON), () -> told.contains("second elected"));
        // It knows by its clock. That it is told is a matter of a thread of its own, which a busy machine may keep
        // waiting.
        assertThat(first.isLeader()).isFalse();
        awaitTold("first ceased");
        first.close();
    }

    @Test
    @Needs(Feature.NOTES)
    void everybodyCanSeeWhoLeadsAndWhatItSaysOfItself() {
        Holdfast client = open();
        Election election = client.election(name());
        String data = "http://10.0.0.7:8080/?a=b&c={d} \u9501 \"quoted\"";
        Candidacy candidacy = election.takePart(data, listener("first"));
        awaitTold("first elected");
        Election elsewhere = open().election(election.name());
        Leader leader = elsewhere.leader().orElseThrow();
        assertThat(leader.data()).isEqualTo(data);
        assertThat(leader.token()).isEqualTo(candidacy.token().orElseThrow());
        candidacy.close();
        Eventually.holds("nobody leads", SOON, () -> elsewhere.leader().isEmpty());
    }

    @Test
    @Needs({Feature.NOTES, Feature.FIFO})
    void theDataOfWhoeverWaitedAreThereWhenItLeads() {
        Holdfast client = open();
        Election election = client.election(name());
        Candidacy first = election.takePart("first", listener("first"));
        awaitTold("first elected");
        Candidacy second = open().election(election.name()).takePart("second", listener("second"));
        awaitWaiters(client, election.name(), 1);
        first.close();
        awaitTold("second elected");
        assertThat(election.leader()).map(Leader::data).hasValue("second");
        second.close();
    }

    @Test
    @Lacks(Feature.NOTES)
    void withoutAPlaceForThemDataAreRefused() {
        Election election = open().election(name());
        assertThatThrownBy(() -> election.takePart("data", listener("first"))).isInstanceOf(InvalidLockException.class);
    }

    private void awaitTold(String what) {
        Eventually.holds(what, SOON, () -> told.contains(what));
    }

    private ElectionListener listener(String who) {
        return new ElectionListener() {
            @Override
            public void elected(long token) {
                told.add(who + " elected");
            }

            @Override
            public void ceased() {
                told.add(who + " ceased");
            }
        };
    }
}
