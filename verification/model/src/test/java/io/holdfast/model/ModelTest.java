package io.holdfast.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The protocols keep their invariants, and each of their rules is needed: without it TLC finds the breach. */
class ModelTest {

    @TempDir
    private Path scratch;

    @ParameterizedTest
    @ValueSource(strings = {"Exclusion", "VanishingKeys"})
    void theProtocolHasOneHolder(String configuration) throws Exception {
        passes("Exclusion", configuration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Tokens", "TokensRestart", "TokensForget", "Readers", "ReadersForget"})
    void theProtocolKeepsTokensInOrder(String configuration) throws Exception {
        passes("Tokens", configuration);
    }

    @ParameterizedTest
    @CsvSource({
        "NoQuarantine, OneHolder",
        "ShortQuarantine, OneHolder",
        "StaleConnection, OneHolder",
        "QuorumOfReachable, OneHolder",
        "HealAlways, NoneRevived",
        "HealWithoutProbation, NoneRevived"
    })
    void withoutItsRulesTheLockIsShared(String configuration, String invariant) throws Exception {
        fails("Exclusion", configuration, invariant);
    }

    @ParameterizedTest
    @CsvSource({
        "NaiveMaximum, Unique",
        "QuarantineOfOnePeriod, WritersInOrder",
        "IdleOnePeriod, WritersInOrder",
        "BlockBelowFloor, WritersInOrder",
        "UnboundedSecondRound, WritersInOrder",
        "ReaderNoWriteBack, ReadersInOrder",
        "ReaderWithoutFloor, ReadersInOrder"
    })
    void withoutItsRulesTokensGoBack(String configuration, String invariant) throws Exception {
        fails("Tokens", configuration, invariant);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HandOff",
                "HandOffQueue",
                "HandOffOrder",
                "HandOffCopies",
                "HandOffLateCopies",
                "HandOffTokens",
                "HandOffServed"
            })
    void oneServerHandsTheLockOn(String configuration) throws Exception {
        passes("HandOff", configuration);
    }

    @ParameterizedTest
    @CsvSource({
        "ReleaseWithoutOwner, OneHolder",
        "RenewWithoutOwner, OneHolder",
        "DeadlineFromAnswer, OneHolder",
        "HandOverFromArrival, OneHolder",
        "HandOverFromAnyPoll, OneHolder",
        "Unconfirmed, OneHolder",
        "CopyAtAnyTime, OneHolder",
        "OwnerOnlyValue, NoneRevived",
        "NoMemory, GrantedOnce",
        "PollJoins, GrantedOnce",
        "NoMark, AbandonedIsOut",
        "RejoinAtHead, NoneOvertaken",
        "RejoinBeforeHandOver, NoneOvertaken",
        "SilentDropped, PlaceKept",
        "SilentInTheWay, HandedOn",
        "AbandonedToNobody, HandedOn",
        "OutOfTurn, Temporal properties",
        "CounterTokens, TokensInOrder",
        "BlockWithoutFence, TokensInOrder",
        "FenceWithoutLead, TokensInOrder"
    })
    void withoutItsRulesTheHandOffBreaks(String configuration, String invariant) throws Exception {
        fails("HandOff", configuration, invariant);
    }

    @Test
    void everyConfigurationIsChecked() throws Exception {
        Stream<String> checked = Arrays.stream(ModelTest.class.getDeclaredMethods())
                .flatMap(method -> Stream.concat(
                        Stream.ofNullable(method.getAnnotation(ValueSource.class))
                                .flatMap(source -> Arrays.stream(source.strings())),
                        Stream.ofNullable(method.getAnnotation(CsvSource.class))
                                .flatMap(source -> Arrays.stream(source.value()))
                                .map(row -> row.substring(0, row.indexOf(',')))));
        assertThat(checked).containsExactlyInAnyOrderElementsOf(Tlc.configurations());
    }

    private void passes(String module, String configuration) throws Exception {
        Tlc run = run(module, configuration);
        assertThat(run.passed()).as(run.output()).isTrue();
    }

    private void fails(String module, String configuration, String invariant) throws Exception {
        Tlc run = run(module, configuration);
        assertThat(run.violated()).as(run.output()).isEqualTo(invariant);
    }

    private Tlc run(String module, String configuration) throws Exception {
        Tlc run = Tlc.check(module, configuration, scratch);
        System.out.println(run);
        return run;
    }
}
