package io.holdfast.tck;

import io.holdfast.memory.MemoryStore;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Capabilities;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.Demand;
import io.holdfast.spi.StoreSession;
import io.holdfast.spi.Tokens;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A defect that a store may have, and the test that has to find it. */
enum Sabotage {
    IS_EVERY_KIND_AT_ONCE(
            CapabilityContract.class, "aNameIsOneKindOfLockAtATime", each(Saboteurs.IsEveryKindAtOnce::new)),
    LETS_TWO_IN(
            ExclusionContract.class,
            "aHeldLockIsBusyForOthersWhoeverTheyAre",
            answers((ask, answer) -> answer instanceof Answer.Busy
                    ? new Answer.Granted(new Tokens(1_000_000, 1_000_000), ask.lease())
                    : answer)),
    RELEASES_FOR_ANYONE(
            OwnershipContract.class, "aStaleOwnerCanNeitherRenewNorRelease", each(Saboteurs.ReleasesForAnyone::new)),
    IGNORES_TOKENS(
            OwnershipContract.class,
            "theOwnerWithATokenOfAnotherGrantCanNeitherRenewNorRelease",
            each(Saboteurs.IgnoresTokens::new)),
    DOES_NOT_STAY_TAKEN(
            OwnershipContract.class,
            "nobodyOwnsALockThatStaysTakenAfterItsRelease",
            each(Saboteurs.DoesNotStayTaken::new)),
    ENDS_EARLY(
            ExpiryContract.class,
            "aLockIsFreeWhenItsLeaseIsOverAndNotBefore",
            answers((ask, answer) -> answer instanceof Answer.Granted granted
                    ? new Answer.Granted(granted.tokens(), granted.validFor().multipliedBy(2))
                    : answer)),
    TELLS_THE_WHOLE_LEASE_AGAIN(
            ExpiryContract.class,
            "aGrantIsToldForWhatIsLeftOfIt",
            answers((ask, answer) -> answer instanceof Answer.Granted granted
                    ? new Answer.Granted(granted.tokens(), ask.lease())
                    : answer)),
    TELLS_THE_LOCK_DELAY(
            LockDelayContract.class,
            "theDelayKeepsTheLockClosedButIsNotToldToTheHolder",
            answers((ask, answer) -> answer instanceof Answer.Granted granted
                    ? new Answer.Granted(granted.tokens(), granted.validFor().plus(ask.lockDelay()))
                    : answer)),
    FORGETS_THE_LOCK_DELAY(
            LockDelayContract.class,
            "theDelayKeepsTheLockClosedButIsNotToldToTheHolder",
            each(Saboteurs.ForgetsTheLockDelay::new)),
    REVIVES_BY_RENEWAL(RenewalContract.class, "whatRanOutIsNotBroughtBack", each(Saboteurs.RevivesByRenewal::new)),
    RENEWS_FOR_LESS(RenewalContract.class, "aRenewalNeverShortensWhatIsLeft", each(Saboteurs.RenewsForLess::new)),
    REPEATS_TOKENS(TokenContract.class, "tokensGrowAcrossRelease", () -> {
        var tokens = new Conspirators.RealTokens();
        return AccusedStore.with(session -> new Conspirators.RepeatsTokens(session, tokens));
    }),
    OVERLAPS_BLOCKS(
            TokenContract.class,
            "blocksAreNoLargerThanAskedForAndNeverOverlap",
            answers((ask, answer) -> answer instanceof Answer.Granted granted
                    ? new Answer.Granted(
                            new Tokens(
                                    granted.tokens().first(), granted.tokens().last() + 1),
                            granted.validFor())
                    : answer)),
    SERVES_THE_LAST_FIRST(QueueContract.class, "thoseWhoWaitAreGrantedInTheOrderInWhichTheyJoined", () -> {
        var stack = new Conspirators.Stack();
        return AccusedStore.with(session -> new Conspirators.ServesTheLastFirst(session, stack));
    }),
    JOINS_BY_POLL(QueueContract.class, "aPollNeverJoins", each(Saboteurs.JoinsByPoll::new)),
    REJOINS_IN_FRONT(QueueContract.class, "whoRejoinsStandsBehindThoseWhoWait", () -> {
        var names = new Conspirators.Aliases();
        return AccusedStore.with(session -> new Conspirators.RejoinsInFront(session, names));
    }),
    SAYS_NOTHING(QueueContract.class, "whoIsHandedTheLockIsSignalled", () -> {
        SignalFilter deaf = new SignalFilter(MemoryStore.create());
        deaf.drop(true);
        return deaf;
    }),
    KEEPS_THE_DEAD_ALIVE(SilenceContract.class, "whoDiedWhileWaitingIsPassedOver", () -> {
        var seen = new Conspirators.Sightings();
        return AccusedStore.with(session -> new Conspirators.KeepsTheDeadAlive(session, seen));
    }),
    DROPS_THE_SILENT(SilenceContract.class, "whoWasPassedOverKeepsItsPlace", () -> {
        var seen = new Conspirators.Sightings();
        return AccusedStore.with(session -> new Conspirators.DropsTheSilent(session, seen));
    }),
    LEAVES_NO_MARK(AbandonContract.class, "aLateCopyOfARequestCannotBringItBack", () -> {
        var lives = new Conspirators.Lives();
        return AccusedStore.with(session -> new Conspirators.LeavesNoMark(session, lives));
    }),
    ABANDONS_ONLY_WHAT_IS_HELD(
            AbandonContract.class, "abandoningWhatWaitsLeavesTheQueue", each(Saboteurs.AbandonsOnlyWhatIsHeld::new)),
    FOLDS_CASE(
            NamesContract.class,
            "everyNameIsALockOfItsOwn",
            each(session -> new Saboteurs.Renames(session, name -> name.toLowerCase(Locale.ROOT)))),
    STRIPS_SPACES(
            NamesContract.class,
            "everyNameIsALockOfItsOwn",
            each(session -> new Saboteurs.Renames(session, String::strip))),
    CUTS_AT_BRACES(
            NamesContract.class,
            "everyNameIsALockOfItsOwn",
            each(session -> new Saboteurs.Renames(session, name -> name.replaceFirst("^\\{([^}]+)}.*", "{$1}")))),
    LETS_READERS_OVERTAKE(
            SharedContract.class,
            "aReaderDoesNotGetPastAWriterThatWaits",
            answers((ask, answer) -> ask.demand().equals(Demand.READ) && !(answer instanceof Answer.Granted)
                    ? new Answer.Granted(Tokens.NONE, ask.lease())
                    : answer)),
    LETS_WRITERS_IN_BETWEEN(
            DowngradeContract.class,
            "itKeepsItsPlaceAndTheReadersRightBehindItAreLetIn",
            each(Saboteurs.LetsWritersInBetween::new)),
    STARTS_A_REPEATED_READER_ANEW(
            DowngradeContract.class,
            "itMayBeRepeatedAndIsAnsweredWithWhatIsLeft",
            each(Saboteurs.StartsARepeatedReaderAnew::new)),
    MAKES_A_READER_OF_ANYONE(
            DowngradeContract.class, "whoDoesNotHoldDoesNotBecomeAReader", each(Saboteurs.MakesAReaderOfAnyone::new)),
    GRANTS_ONLY_A_PART(
            TogetherContract.class, "ifOneIsBusyNoneIsTakenAndItsHolderIsNamed", each(Saboteurs.GrantsOnlyAPart::new)),
    TAKES_THE_REST_OF_WHAT_WAS_ABANDONED(
            TogetherContract.class, "ifOneWasAbandonedNoneIsTaken", each(Saboteurs.GrantsOnlyAPart::new)),
    HAS_ONE_PERMIT_TOO_MANY(
            PermitsContract.class, "thereAreAsManyHoldersAsPermits", each(Saboteurs.HasOnePermitTooMany::new)),
    ONLY_SAYS_THAT_IT_RESIZES(
            ResizeContract.class, "morePermitsGoToThoseWhoWait", each(Saboteurs.OnlySaysThatItResizes::new)),
    RESIZES_WHATEVER_IT_WAS(
            ResizeContract.class, "itMayBeRepeatedAndAThirdNumberIsRefused", each(Saboteurs.ResizesWhateverItWas::new)),
    HIDES_WHO_WAITS(InspectionContract.class, "thoseWhoWaitAreShownInTheirOrder", each(Saboteurs.HidesWhoWaits::new)),
    RENEWS_WHEN_LOOKED_AT(
            InspectionContract.class, "lookingKeepsNothingAlive", each(Saboteurs.RenewsWhenLookedAt::new)),
    DOES_WHAT_IT_DOES_NOT_DECLARE(SharedContract.class, "withoutReadersAndWritersAskingForThemIsRefused", () -> {
        MemoryStore store = MemoryStore.create();
        Capabilities all = store.capabilities();
        return new AccusedStore(
                store,
                new Capabilities(Set.of(Feature.FIFO), all.granularity(), all.slack(), all.maxLease()),
                UnaryOperator.identity());
    }),
    HIDES_GRANTS_FROM_POLLS(
            WaitingContract.class,
            "everyoneWhoWaitsIsServedThoughSignalsAreLost",
            each(Swindlers.HidesGrantsFromPolls::new)),
    LETS_IN_WHO_SHOULD_WAIT(
            WaitingContract.class, "whoIsServedIsAloneAndTokensGrowFromGrantToGrant", answers(Sabotage::letIn)),
    SAYS_NOTHING_TO_CLIENTS(WaitingContract.class, "theLockGoesFromClientToClientWithoutWaitingForAPoll", () -> {
        SignalFilter deaf = new SignalFilter(MemoryStore.create());
        deaf.drop(true);
        return deaf;
    }),
    KEEPS_THE_LOCKS_OF_THE_DEAD(
            WaitingContract.class,
            "aHolderThatDiedIsPassedOverWhenItsLeaseIsOverAndNotBefore",
            each(Swindlers.KeepsTheLocksOfTheDead::new)),
    ABANDONS_NOTHING(
            CancellationContract.class,
            "aFutureThatIsCancelledLeavesNothingBehind",
            each(Swindlers.AbandonsNothing::new)),
    ABANDONS_ONLY_WHO_WAITS(
            CancellationContract.class,
            "aGrantThatCrossesWithACancellationIsGivenBack",
            each(Swindlers.AbandonsOnlyWhoWaits::new)),
    QUEUES_WHO_ONLY_TRIES(
            CancellationContract.class, "tryingLeavesNothingBehind", each(Swindlers.QueuesWhoOnlyTries::new)),
    ONLY_SAYS_THAT_IT_RENEWS(
            LossContract.class, "aLeaseIsRenewedForAsLongAsItIsHeld", each(Swindlers.OnlySaysThatItRenews::new)),
    SAYS_THAT_WHAT_IS_GONE_IS_HELD(
            LossContract.class, "aLeaseThatIsTakenAwayIsHeardOfOnce", each(Swindlers.OnlySaysThatItRenews::new)),
    OPENS_WHAT_WAS_LOST(
            LossContract.class, "aLockThatWasLostStaysClosedForItsLockDelay", each(Saboteurs.ForgetsTheLockDelay::new)),
    OPENS_WHAT_IS_TO_STAY_TAKEN(
            LossContract.class,
            "aLockStaysTakenForItsMinimumHoldEvenIfItIsReleasedSooner",
            each(Saboteurs.DoesNotStayTaken::new)),
    REFUSES_WHAT_IT_DECLARES(
            RefusalsContract.class, "theLongestLeaseIsNotRefused", each(Swindlers.RefusesLongLeases::new)),
    KEEPS_NO_QUEUE(RefusalsContract.class, "strictOrderGoesThroughTheQueue", each(ModestSession::new)),
    HIDES_READERS_FROM_WRITERS(
            ReadWriteContract.class,
            "readersOfAllClientsHoldItTogetherAndAWriterAlone",
            each(Swindlers.HidesReadersFromWriters::new)),
    LETS_READERS_OF_CLIENTS_OVERTAKE(
            ReadWriteContract.class,
            "readersThatComeAfterAWriterWaitBehindItAndAreLetInTogether",
            answers((ask, answer) -> ask.demand().equals(Demand.READ) && !(answer instanceof Answer.Granted)
                    ? new Answer.Granted(Tokens.NONE, ask.lease())
                    : answer)),
    DOWNGRADES_WITH_A_GAP(
            ReadWriteContract.class,
            "aWriterThatBecomesAReaderLetsNoOtherWriterIn",
            each(Saboteurs.LetsWritersInBetween::new)),
    COUNTS_PERMITS_AS_ONE(
            SemaphoreContract.class, "whoWantsManyIsServedInItsTurn", each(Swindlers.CountsPermitsAsOne::new)),
    HAS_ANY_NUMBER_OF_PERMITS(
            SemaphoreContract.class,
            "clientsThatDisagreeAboutTheNumberAreToldBoth",
            each(Swindlers.HasAnyNumberOfPermits::new)),
    CHANGES_NO_NUMBER(
            SemaphoreContract.class, "theNumberCanBeChangedWhileItIsInUse", each(Saboteurs.OnlySaysThatItResizes::new)),
    LETS_IN_WHO_WANTS_SEVERAL(
            MultiLockContract.class, "whoeverWantsSomeOfTheSameLocksIsServedInTheEnd", answers(Sabotage::letIn)),
    KEEPS_THE_PLACES_OF_THOSE_WHO_WANTED_SEVERAL(
            MultiLockContract.class,
            "aWaitThatEndsWithoutAllGivesBackWhatItTook",
            each(Swindlers.AbandonsNothing::new)),
    HOLDS_A_PART_FOR_WHO_TRIES_SEVERAL(
            MultiLockContract.class,
            "whoTriesLocksOfWhichOneIsBusyIsAnsweredByOneRequest",
            each(Saboteurs.GrantsOnlyAPart::new)),
    ELECTS_WHOEVER_WAITS(
            ElectionContract.class, "thereIsOneLeaderAndTheNextIsElectedAfterItHasCeased", answers(Sabotage::letIn)),
    FORGETS_NOTES(
            ElectionContract.class,
            "everybodyCanSeeWhoLeadsAndWhatItSaysOfItself",
            each(session -> new ForwardingSession(session) {
                @Override
                Ask ask(Ask ask) {
                    return rename(ask, ask.name(), ask.owner());
                }
            })),
    SHOWS_NO_CLIENTS(
            DeadlockContract.class, "clientsThatWaitForEachOtherAreFound", each(Saboteurs.ShowsNoClients::new)),
    LETS_OTHER_PROCESSES_IN(
            ProcessesContract.class,
            "processesNeverHoldALockTogether",
            acrossProcesses(session -> new ForwardingSession(session) {
                @Override
                Answer answer(Ask ask, Answer answer) {
                    return letIn(ask, answer);
                }
            })),
    KEEPS_THE_LOCKS_OF_DEAD_PROCESSES(
            ProcessesContract.class,
            "theLockOfAProcessThatIsKilledIsFreeWhenItsLeaseIsOver",
            acrossProcesses(Swindlers.KeepsTheLocksOfTheDead::new)),
    KEEPS_DEAD_READERS_WITH_THE_LIVING(
            KilledProcessesContract.class,
            "aReaderIsGoneWithItsOwnLeaseThoughAnotherGoesOn",
            acrossProcesses(Swindlers.RenewsForAll::new)),
    SHOWS_NO_CLIENTS_OF_OTHER_PROCESSES(
            KilledProcessesContract.class,
            "processesThatWaitForEachOtherAreFoundAndOneGoesOnWhenTheOtherIsKilled",
            acrossProcesses(Saboteurs.ShowsNoClients::new)),
    KEEPS_A_LEADER_THAT_STANDS_STILL(
            StoppedProcessesContract.class,
            "aLeaderHearsThatItLeadsNoMoreAndStandsAgain",
            acrossProcesses(Swindlers.KeepsTheLocksOfTheDead::new));

    final Class<?> group;
    final String test;
    final Supplier<ClaimStore> store;

    Sabotage(Class<?> group, String test, Supplier<ClaimStore> store) {
        this.group = group;
        this.test = test;
        this.store = store;
    }

    @FunctionalInterface
    private interface Lie {

        Answer about(Ask ask, Answer truth);
    }

    private static Supplier<ClaimStore> each(UnaryOperator<StoreSession> sessions) {
        return () -> AccusedStore.with(sessions);
    }

    private static Supplier<ClaimStore> acrossProcesses(UnaryOperator<StoreSession> sessions) {
        return () -> new AccusedStore(MemoryStore.create(), new RemoteStore(0).capabilities(), sessions);
    }

    private static Answer letIn(Ask ask, Answer answer) {
        return answer instanceof Answer.Waiting
                ? new Answer.Granted(new Tokens(1_000_000, 1_000_000), ask.lease())
                : answer;
    }

    private static Supplier<ClaimStore> answers(Lie lie) {
        return each(session -> new ForwardingSession(session) {
            @Override
            Answer answer(Ask ask, Answer answer) {
                return lie.about(ask, answer);
            }
        });
    }
}
