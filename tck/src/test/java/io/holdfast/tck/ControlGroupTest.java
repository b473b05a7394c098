package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedMethod;

import io.holdfast.memory.MemoryStore;
import io.holdfast.spi.Capabilities;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.ClaimStore;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

/**
 * Runs the contract against stores with a known defect, each of which it has to find, and against honest ones, which it
 * has to let pass. All run at the same time, since they mostly wait.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ControlGroupTest {

    /** Which store the contract is to run against, in this thread. */
    private static final ThreadLocal<Supplier<ClaimStore>> ON_TRIAL = new ThreadLocal<>();

    /** The contract as a store's test class has it. Not found by a build, since it is nested. */
    static class Accused extends StoreContract {

        @Override
        protected StoreFixture fixture() throws IOException {
            ClaimStore store = ON_TRIAL.get().get();
            return store.capabilities().has(Feature.ACROSS_PROCESSES) ? new RemoteServer(store) : () -> store;
        }
    }

    private final ExecutorService threads = Executors.newFixedThreadPool(Sabotage.values().length + 2);
    private final Map<Sabotage, Future<Events>> trials = new EnumMap<>(Sabotage.class);
    private Future<Events> honest;
    private Future<Events> modest;

    @BeforeAll
    void begin() {
        for (Sabotage sabotage : Sabotage.values()) {
            trials.put(sabotage, threads.submit(() -> run(sabotage)));
        }
        honest = threads.submit(() -> run(ControlGroupTest::honestStore, selectClass(Accused.class)));
        modest = threads.submit(() -> run(ControlGroupTest::modestStore, selectClass(Accused.class)));
    }

    @AfterAll
    void end() {
        threads.shutdownNow();
    }

    @ParameterizedTest
    @EnumSource
    void aDefectIsFound(Sabotage sabotage) throws Exception {
        assertThat(names(trials.get(sabotage).get().failed())).containsExactly(sabotage.test);
    }

    @Test
    void anHonestStorePasses() throws Exception {
        assertThat(names(honest.get().failed())).isEmpty();
        assertThat(names(honest.get().succeeded()))
                .containsAll(Arrays.stream(Sabotage.values())
                        .filter(sabotage -> sabotage != Sabotage.DOES_WHAT_IT_DOES_NOT_DECLARE)
                        // For those there is a whole test class: RemoteStoreTest.
                        .filter(sabotage -> !ProcessGroup.class.isAssignableFrom(sabotage.group))
                        .map(sabotage -> sabotage.test)
                        .toList());
    }

    @Test
    void aStoreThatDoesLittleAndSaysSoPasses() throws Exception {
        Events tests = modest.get();
        assertThat(names(tests.failed())).isEmpty();
        assertThat(names(tests.succeeded()))
                .contains(
                        "withoutAQueueWhoWouldJoinIsToldThatTheLockIsBusy",
                        "withoutReadersAndWritersAskingForThemIsRefused",
                        "withoutPermitsAskingForThemIsRefused",
                        "withoutItAskingForItIsRefused",
                        "withoutItAskingForSeveralInOneStepIsRefused",
                        "withoutItChangingTheNumberIsRefused",
                        "withoutAQueueStrictOrderIsRefused",
                        "withoutReadersAndWritersSuchALockIsRefusedBeforeAnythingIsSent",
                        "withoutPermitsASemaphoreIsRefusedBeforeAnythingIsSent",
                        "clientsThatCompeteNeverHoldItTogether",
                        "whoIsServedIsAloneAndTokensGrowFromGrantToGrant")
                .doesNotContain("thoseWhoWaitAreGrantedInTheOrderInWhichTheyJoined");
    }

    @Test
    void everyGroupHasADefectToFind() {
        List<String> groups = Arrays.stream(StoreContract.class.getDeclaredClasses())
                .map(nested -> nested.getSuperclass().getSimpleName())
                .filter(name -> name.endsWith("Contract"))
                .toList();
        assertThat(Sabotage.values())
                .extracting(sabotage -> sabotage.group.getSimpleName())
                .containsAll(groups);
    }

    private static ClaimStore honestStore() {
        return AccusedStore.with(ForwardingSession::new);
    }

    private static ClaimStore modestStore() {
        MemoryStore store = MemoryStore.create();
        Capabilities all = store.capabilities();
        return new AccusedStore(
                store, new Capabilities(Set.of(), all.granularity(), all.slack(), all.maxLease()), ModestSession::new);
    }

    private static DiscoverySelector test(Sabotage sabotage) {
        return Arrays.stream(StoreContract.class.getDeclaredClasses())
                .filter(nested -> nested.getSuperclass().equals(sabotage.group))
                .map(nested -> selectNestedMethod(List.of(Accused.class), nested, sabotage.test))
                .findFirst()
                .orElseThrow();
    }

    /** Tries it up to three times: a defect in time can go unseen while this process stands still. */
    private static Events run(Sabotage sabotage) {
        Events tests = run(sabotage.store, test(sabotage));
        for (int again = 0; again < 2 && tests.failed().count() == 0; again++) {
            tests = run(sabotage.store, test(sabotage));
        }
        return tests;
    }

    private static Events run(Supplier<ClaimStore> store, DiscoverySelector tests) {
        ON_TRIAL.set(store);
        EngineExecutionResults results =
                EngineTestKit.engine("junit-jupiter").selectors(tests).execute();
        assertThat(results.testEvents().started().count()).isPositive();
        return results.testEvents();
    }

    private static List<String> names(Events tests) {
        return tests.stream()
                .map(Event::getTestDescriptor)
                .flatMap(test -> test.getSource().stream())
                .map(source -> ((MethodSource) source).getMethodName())
                .toList();
    }
}
