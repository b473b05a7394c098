package io.holdfast.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.history.Event.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The checker convicts who broke a promise, of that promise, and nobody else. Times are in milliseconds. */
class CheckerTest {

    private static final Promises PROMISES = new Promises(
            true,
            true,
            true,
            Duration.ofMillis(100),
            Duration.ofMillis(50),
            Duration.ofMillis(10),
            Optional.of(Duration.ofMillis(20)));

    private final List<Event> events = new ArrayList<>();

    @Test
    void goodOrderIsNoCrime() {
        held("a", 0, 10, 20, 1);
        held("b", 5, 21, 30, 2);
        held("c", 6, 31, 40, 3);
        assertThat(found()).isEmpty();
    }

    @Test
    void twoThatAreValidAtOnce() {
        asked("a", 0, "mutex");
        granted("a", 1, 1, 100);
        asked("b", 2, "mutex");
        granted("b", 3, 2, 100);
        valid("b", 4, 100);
        valid("a", 5, 96);
        released("a", 6);
        released("b", 7);
        assertThat(found()).containsExactly(Rule.EXCLUSION);
        assertThat(new Checker(PROMISES.withoutExclusion()).check(events)).isEmpty();
    }

    @Test
    void atTheSameMomentTheOrderOfTheRecorderCounts() {
        held("a", 0, 1, 5, 1);
        held("b", 2, 5, 9, 2);
        assertThat(found()).isEmpty();
        valid("c", 9, 5);
        events.clear();
        asked("a", 0, "mutex");
        granted("a", 1, 1, 100);
        asked("b", 2, "mutex");
        granted("b", 5, 2, 100);
        valid("a", 5, 90);
        released("a", 5);
        valid("b", 5, 100);
        released("b", 6);
        assertThat(found()).containsExactly(Rule.EXCLUSION);
    }

    @Test
    void readersHoldTogetherAndWritersAlone() {
        for (String reader : List.of("a", "b")) {
            asked(reader, 0, "read");
            granted(reader, 1, 7, 100);
            valid(reader, 5, 96);
        }
        assertThat(found()).isEmpty();
        asked("w", 2, "write");
        granted("w", 4, 8, 100);
        valid("w", 5, 99);
        List.of("a", "b", "w").forEach(each -> released(each, 6));
        assertThat(found()).containsExactly(Rule.EXCLUSION);
    }

    @Test
    void readersThatHoldTogetherHaveOneToken() {
        asked("a", 0, "read");
        granted("a", 1, 7, 100);
        asked("b", 0, "read");
        granted("b", 2, 8, 100);
        valid("a", 5, 96);
        valid("b", 5, 96);
        released("a", 6);
        released("b", 6);
        assertThat(found()).containsExactly(Rule.EPOCHS);
    }

    @Test
    void noMorePermitsThanThereAre() {
        for (String one : List.of("a", "b")) {
            asked(one, 0, "permits:2/5");
            granted(one, 1, 0, 100);
            valid(one, 5, 96);
        }
        assertThat(found()).isEmpty();
        asked("c", 2, "permits:2/5");
        granted("c", 4, 0, 100);
        valid("c", 5, 99);
        List.of("a", "b", "c").forEach(each -> released(each, 6));
        assertThat(found()).containsExactly(Rule.EXCLUSION);
    }

    @Test
    void aTokenThatWasGivenTwice() {
        held("a", 0, 1, 2, 5);
        held("b", 0, 3, 4, 5);
        assertThat(new Checker(PROMISES.withoutExclusion()).check(events))
                .extracting(Violation::rule)
                .containsExactly(Rule.TOKENS);
    }

    @Test
    void aTokenThatIsBelowOneThatWasKnownBefore() {
        held("a", 0, 1, 2, 5);
        held("b", 3, 4, 5, 4);
        assertThat(new Checker(PROMISES.withoutExclusion()).check(events))
                .extracting(Violation::rule)
                .containsExactly(Rule.TOKENS);
    }

    @Test
    void tokensOfThoseWhoAskedTogetherMayCrossOnlyWhereTwoMayHold() {
        held("a", 0, 2, 3, 5);
        held("b", 1, 4, 5, 4);
        assertThat(new Checker(PROMISES.withoutExclusion()).check(events)).isEmpty();
        assertThat(found()).containsExactly(Rule.TOKENS);
    }

    @Test
    void aReaderKnowsWhatWasWrittenBefore() {
        asked("w", 0, "write");
        granted("w", 1, 5, 100);
        released("w", 2);
        asked("r", 3, "read");
        granted("r", 4, 4, 100);
        released("r", 5);
        assertThat(found()).containsExactly(Rule.TOKENS);
        assertThat(new Checker(PROMISES.withoutExclusion()).check(events))
                .as("unless the store may have forgotten the writer")
                .isEmpty();
    }

    @Test
    void aWriterIsAboveTheReadersBefore() {
        asked("r", 0, "read");
        granted("r", 1, 5, 100);
        released("r", 2);
        asked("w", 3, "write");
        granted("w", 4, 5, 100);
        released("w", 5);
        assertThat(found()).containsExactly(Rule.TOKENS);
    }

    @Test
    void aWriteOfOneWhoWasFollowedAlready() {
        held("a", 0, 1, 9, 1);
        held("b", 2, 10, 20, 2);
        at(3, "a", Type.WRITTEN, 1, 0, "");
        at(11, "b", Type.WRITTEN, 2, 0, "");
        assertThat(found()).isEmpty();
        at(12, "a", Type.WRITTEN, 1, 0, "");
        assertThat(found()).containsExactly(Rule.STALE_WRITE);
    }

    @Test
    void aLeaseThatIsTakenFromItsHolder() {
        asked("a", 0, "mutex");
        granted("a", 1, 1, 100);
        at(50, "a", Type.LOST, 1, 0, "");
        assertThat(found()).containsExactly(Rule.ROBBED);
        assertThat(new Checker(PROMISES.withLosses()).check(events)).isEmpty();
        events.clear();
        asked("a", 0, "mutex");
        granted("a", 1, 1, 100);
        at(50, "a", Type.RELEASING, 1, 0, "");
        at(51, "a", Type.RELEASED, 1, 0, "LOST");
        assertThat(found()).containsExactly(Rule.ROBBED);
    }

    @Test
    void aLockThatNobodyHasAndSomebodyWaitsFor() {
        held("a", 0, 1, 10, 1);
        held("b", 5, 151, 160, 2);
        assertThat(found()).containsExactly(Rule.WAITING);
    }

    @Test
    void waitingCountsWhenAllIsWellAgainAndHasRecovered() {
        held("a", 0, 1, 10, 1);
        held("b", 5, 260, 270, 2);
        at(5, "", Type.BROKEN, 0, 0, "");
        at(111, "", Type.CALM, 0, 0, "");
        assertThat(found()).isEmpty();
        held("c", 265, 270, 280, 3);
        held("d", 281, 382, 390, 4);
        assertThat(found()).containsExactly(Rule.WAITING);
    }

    @Test
    void theLockOfADeadHolderIsFreeAfterItsLease() {
        asked("a", 0, "mutex lease=100 delay=20");
        granted("a", 1, 1, 100);
        at(50, "a", Type.DIED, 0, 0, "");
        asked("b", 10, "mutex");
        granted("b", 269, 2, 100);
        released("b", 270);
        assertThat(found()).isEmpty();
        events.set(4, event(271, "b", Type.GRANTED, 2, 100, ""));
        events.set(5, event(272, "b", Type.RELEASING, 2, 0, ""));
        assertThat(found()).contains(Rule.WAITING);
    }

    @Test
    void oneWhoPassesAnother() {
        held("x", 0, 60, 90, 1);
        strict("late", 85, 100, 110, 2);
        strict("early", 62, 112, 120, 3);
        assertThat(found()).containsExactly(Rule.ORDER);
    }

    @Test
    void whoStoodStillMayBePassed() {
        held("x", 0, 60, 90, 1);
        strict("late", 85, 100, 110, 2);
        strict("early", 62, 112, 120, 3);
        at(70, "early", Type.PAUSED, 0, 0, "");
        at(75, "early", Type.RESUMED, 0, 0, "");
        assertThat(found()).isEmpty();
    }

    @Test
    void aLossThatIsToldLate() {
        asked("a", 0, "mutex");
        granted("a", 1, 1, 10);
        at(22, "a", Type.LOST, 1, 0, "");
        assertThat(found()).containsExactly(Rule.LOSS_UNTOLD);
    }

    @Test
    void aLossThatIsNotToldAtAll() {
        asked("a", 0, "mutex");
        granted("a", 1, 1, 10);
        at(22, "", Type.CALM, 0, 0, "");
        assertThat(found()).containsExactly(Rule.LOSS_UNTOLD);
        at(15, "a", Type.PAUSED, 0, 0, "");
        assertThat(found()).isEmpty();
    }

    @Test
    void whatIsOverStaysOver() {
        held("a", 0, 1, 2, 1);
        at(3, "a", Type.RENEWED, 1, 0, "");
        assertThat(found()).containsExactly(Rule.REVIVED);
        events.remove(events.size() - 1);
        valid("a", 3, 10);
        assertThat(found()).containsExactly(Rule.REVIVED);
    }

    @Test
    void theLockDelayKeepsOthersOut() {
        asked("a", 0, "mutex delay=50");
        granted("a", 1, 1, 10);
        valid("a", 2, 9);
        at(11, "a", Type.LOST, 1, 0, "");
        held("b", 5, 61, 70, 2);
        assertThat(found()).isEmpty();
        events.clear();
        asked("a", 0, "mutex delay=50");
        granted("a", 1, 1, 10);
        valid("a", 2, 9);
        at(11, "a", Type.LOST, 1, 0, "");
        held("b", 5, 60, 70, 2);
        assertThat(found()).containsExactly(Rule.LOCK_DELAY);
    }

    @Test
    void whatIsLeftAndWhatMakesNoSense() {
        at(1, "", Type.LEFT, 0, 0, "a key");
        asked("a", 2, "mutex");
        asked("a", 3, "mutex");
        granted("b", 4, 1, 10);
        assertThat(found()).containsExactlyInAnyOrder(Rule.LEFT, Rule.NONSENSE, Rule.NONSENSE);
    }

    @Test
    void aReleaseThatNeverEnds() {
        asked("a", 0, "mutex");
        granted("a", 1, 1, 10);
        at(2, "a", Type.RELEASING, 1, 0, "");
        assertThat(found()).containsExactly(Rule.NONSENSE);
        at(3, "a", Type.DIED, 0, 0, "");
        assertThat(found()).isEmpty();
    }

    @Test
    void severalLocksAreTakenOneByOneWhileTheLastIsWaitedFor() {
        asked("a", 0, "mutex all");
        held("b", 5, 200, 210, 1);
        at(195, "a", Type.DENIED, 0, 0, "");
        assertThat(found()).isEmpty();
    }

    @Test
    void aRequestWithoutAnAnswerIsOpenForEver() {
        asked("a", 0, "mutex");
        held("b", 1, 2, 3, 7);
        held("c", 4, 5, 6, 8);
        assertThat(found()).isEmpty();
    }

    @Test
    void aLineSaysAll() {
        Event event = new Event(-5, "client", Type.DENIED, "a lock", "id", 7, 8, "because\tof\nthis");
        assertThat(Event.parse(event.line()))
                .isEqualTo(new Event(-5, "client", Type.DENIED, "a lock", "id", 7, 8, "because of this"));
        assertThatThrownBy(() -> Event.parse("5\tclient")).hasMessageContaining("Not an event: 5");
    }

    @Test
    void aWordThatIsNotKnownIsNotPassedOver() {
        asked("a", 0, "mutex together lease=10");
        assertThatThrownBy(this::found).hasMessageContaining("together");
    }

    @Test
    void aResourceRefusesWhatIsBelowTheHighest() {
        Resource resource = new Resource();
        assertThat(List.of(
                        resource.write("x", 2), resource.write("x", 2), resource.write("x", 1), resource.write("y", 1)))
                .containsExactly(true, true, false, true);
    }

    private List<Rule> found() {
        return new Checker(PROMISES).check(events).stream().map(Violation::rule).toList();
    }

    /** Asks, is granted and releases, and is valid in between. The id is the client's. */
    private void held(String id, long asked, long granted, long released, long token) {
        asked(id, asked, "mutex");
        granted(id, granted, token, 100);
        valid(id, granted, 100);
        valid(id, released, 100 - (released - granted));
        released(id, released);
    }

    private void strict(String id, long asked, long granted, long released, long token) {
        asked(id, asked, "mutex strict");
        granted(id, granted, token, 100);
        valid(id, granted, 100);
        released(id, released);
    }

    private void asked(String id, long at, String detail) {
        at(at, id, Type.ASKED, 0, 0, detail);
    }

    private void granted(String id, long at, long token, long left) {
        at(at, id, Type.GRANTED, token, left, "");
    }

    private void valid(String id, long at, long left) {
        at(at, id, Type.VALID, 0, left, "");
    }

    private void released(String id, long at) {
        at(at, id, Type.RELEASING, 0, 0, "");
        at(at, id, Type.RELEASED, 0, 0, "RELEASED");
    }

    private void at(long at, String id, Type type, long token, long left, String detail) {
        events.add(event(at, id, type, token, left, detail));
    }

    private static Event event(long at, String id, Type type, long token, long left, String detail) {
        return new Event(at * 1_000_000, id, type, "lock", id, token, left * 1_000_000, detail);
    }
}
