package io.holdfast.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Environment;
import io.holdfast.spi.Held;
import io.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many threads at once, each a client of its own: nobody holds beside another, and every hand-over is heard of. */
class MemoryStoreThreadsTest {

    private static final int THREADS = 8;
    private static final int ROUNDS = 5_000;
    private static final String[] NAMES = {"a", "b"};

    private final Environment.Clock clock = new Environment.Clock() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public long wallMillis() {
            return System.currentTimeMillis();
        }
    };
    private final MemoryStore store = MemoryStore.create(clock);
    private final long[] lastToken = new long[NAMES.length];
    private final int[] counted = new int[NAMES.length];

    @Test
    @Timeout(60)
    void clientsThatWaitForTheirSignalsTakeTurns() throws Exception {
        List<Callable<Integer>> clients = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int id = i;
            clients.add(() -> run(id));
        }
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            for (Future<Integer> rounds : threads.invokeAll(clients)) {
                assertThat(rounds.get()).isEqualTo(ROUNDS);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(counted[0] + counted[1]).isEqualTo(THREADS * ROUNDS);
        assertThat(store.isEmpty()).isTrue();
    }

    @Test
    @Timeout(60)
    void clientsThatAskForBothInAnyOrderNeverWaitForEachOther() throws Exception {
        List<Callable<Integer>> clients = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int id = i;
            clients.add(() -> takeBoth(id));
        }
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        int granted = 0;
        try {
            for (Future<Integer> grants : threads.invokeAll(clients)) {
                granted += grants.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(counted).containsExactly(granted, granted);
        assertThat(store.isEmpty()).isTrue();
    }

    private int takeBoth(int id) {
        TestSession session = new TestSession(store, clock, "client-" + id);
        int grants = 0;
        for (int round = 0; round < ROUNDS || grants == 0; round++) {
            int first = (id + round) % NAMES.length;
            Ask one = TestSession.mutex(NAMES[first], id + "-" + round + "-first");
            Ask other = TestSession.mutex(NAMES[1 - first], id + "-" + round + "-second");
            List<Answer> answers = TestSession.now(session.session.acquireAll(List.of(one, other)));
            if (answers.get(0) instanceof Answer.Granted granted) {
                Tokens tokens = ((Answer.Granted) answers.get(1)).tokens();
                grants++;
                // Plain fields: two at once would lose counts.
                counted[0]++;
                counted[1]++;
                assertThat(session.release(one, granted.tokens()).held()).isTrue();
                assertThat(session.release(other, tokens).held()).isTrue();
            } else {
                assertThat(answers).allMatch(answer -> answer instanceof Answer.Busy);
            }
        }
        return grants;
    }

    private int run(int id) throws InterruptedException {
        Semaphore signalled = new Semaphore(0);
        TestSession session = new TestSession(store, clock, "client-" + id);
        session.onGranted = owner -> signalled.release();
        int round = 0;
        for (; round < ROUNDS; round++) {
            int index = (id + round) % NAMES.length;
            Duration lease = Duration.ofMinutes(1);
            Ask ask = new Ask(NAMES[index], Demand.MUTEX, id + "-" + round, lease, lease, Duration.ZERO, 3);
            Answer answer = session.join(ask);
            if (answer instanceof Answer.Waiting) {
                signalled.acquire();
                answer = session.poll(ask);
            }
            Tokens tokens = ((Answer.Granted) answer).tokens();
            // Plain fields: two at once would lose counts, and see tokens out of order.
            assertThat(tokens.first()).isGreaterThan(lastToken[index]);
            lastToken[index] = tokens.last();
            counted[index]++;
            Held held = TestSession.held(ask, tokens.first());
            assertThat(TestSession.now(session.session.release(held, Duration.ZERO, Optional.empty()))
                            .held())
                    .isTrue();
        }
        return round;
    }
}
