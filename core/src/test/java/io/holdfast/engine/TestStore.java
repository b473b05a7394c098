package io.holdfast.engine;

import io.holdfast.InvalidLockException;
import io.holdfast.LockInfo;
import io.holdfast.StoreUnavailableException;
import io.holdfast.memory.MemoryStore;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Capabilities;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.Freed;
import io.holdfast.spi.Held;
import io.holdfast.spi.Page;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.Signals;
import io.holdfast.spi.StoreSession;
import io.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The in-memory store behind a connection that a test can hold up, break and cut: each request is a {@link Call} whose
 * execution and whose answer are two things.
 */
class TestStore implements ClaimStore {

    /** What a request does on its way. */
    enum Operation {
        ACQUIRE,
        ACQUIRE_ALL,
        POLL,
        RENEW,
        RELEASE,
        DOWNGRADE,
        RESIZE,
        ABANDON
    }

    /** A request on its way to the store, or its answer on the way back. */
    static final class Call {
        final Operation operation;
        final Object request;
        private final Supplier<CompletionStage<?>> body;
        private final CompletableFuture<Object> reply = new CompletableFuture<>();
        private CompletionStage<?> result = CompletableFuture.failedFuture(new IllegalStateException("not executed"));

        private Call(Operation operation, Object request, Supplier<CompletionStage<?>> body) {
            this.operation = operation;
            this.request = request;
            this.body = body;
        }

        /** Has the store execute it, without the client hearing of it. */
        Call execute() {
            result = body.get();
            return this;
        }

        /** Lets the client hear the answer. */
        void answer() {
            result.whenComplete((value, error) -> {
                if (error == null) {
                    reply.complete(value);
                } else {
                    reply.completeExceptionally(error);
                }
            });
        }

        /** Lets the client hear an answer that the store would not give. */
        void answerWith(Object value) {
            reply.complete(value);
        }

        /** Lets the client hear that it never can be. */
        void refuse() {
            reply.completeExceptionally(new InvalidLockException(World.NAME, "it is not a mutex", null));
        }

        void executeAndAnswer() {
            execute().answer();
        }

        /** Lets the client hear that it timed out. */
        void timeOut() {
            reply.completeExceptionally(new StoreUnavailableException(null, "timed out", null));
        }
    }

    final MemoryStore memory;
    private final Capabilities capabilities;

    /** Every request so far, in the order in which they were sent. */
    final List<Call> calls = Collections.synchronizedList(new ArrayList<>());

    /** What to do with a request: by default it is executed and answered at once. */
    Function<Call, Runnable> link = call -> call::executeAndAnswer;

    boolean dropSignals;

    /** Which locks live where one request can take them all. */
    Predicate<Collection<String>> together = names -> true;

    /** Sessions that are open. */
    int sessions;

    TestStore(MemoryStore memory) {
        this(memory, memory.capabilities());
    }

    TestStore(MemoryStore memory, Capabilities capabilities) {
        this.memory = memory;
        this.capabilities = capabilities;
    }

    /** Holds up requests of a kind until the test deals with them. */
    void hold(Operation held) {
        link = call -> call.operation == held ? () -> {} : call::executeAndAnswer;
    }

    /** Lets every request time out unexecuted. */
    void cut() {
        link = call -> call::timeOut;
    }

    void heal() {
        link = call -> call::executeAndAnswer;
    }

    List<Call> calls(Operation operation) {
        return calls.stream().filter(call -> call.operation == operation).toList();
    }

    Call last(Operation operation) {
        List<Call> all = calls(operation);
        return all.get(all.size() - 1);
    }

    @Override
    public String description() {
        return "test:";
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public StoreSession connect(SessionContext context) {
        sessions++;
        StoreSession session =
                memory.connect(new SessionContext(context.client(), filter(context.signals()), context.environment()));
        return new TestSession(session);
    }

    /** Whether the store is there; for a test to say otherwise. */
    CompletionStage<Void> ready(CompletionStage<Void> ready) {
        return ready;
    }

    private Signals filter(Signals signals) {
        return new Signals() {
            @Override
            public void granted(String name, String owner, Tokens tokens) {
                if (!dropSignals) {
                    signals.granted(name, owner, tokens);
                }
            }

            @Override
            public void lookAgain(String name) {
                signals.lookAgain(name);
            }

            @Override
            public void lost(String name, String owner) {
                signals.lost(name, owner);
            }

            @Override
            public void suspended() {
                signals.suspended();
            }
        };
    }

    private final class TestSession implements StoreSession {

        private final StoreSession session;

        private TestSession(StoreSession session) {
            this.session = session;
        }

        @SuppressWarnings("unchecked")
        private <T> CompletionStage<T> send(
                Operation operation, Object request, Supplier<? extends CompletionStage<?>> body) {
            Call call = new Call(operation, request, body::get);
            calls.add(call);
            link.apply(call).run();
            return (CompletionStage<T>) (CompletionStage<?>) call.reply;
        }

        @Override
        public CompletionStage<Void> ready() {
            return TestStore.this.ready(session.ready());
        }

        @Override
        public CompletionStage<Answer> acquire(Ask ask, boolean join) {
            return send(Operation.ACQUIRE, ask, () -> session.acquire(ask, join));
        }

        @Override
        public boolean isTogether(Collection<String> names) {
            return together.test(names) && session.isTogether(names);
        }

        @Override
        public CompletionStage<List<Answer>> acquireAll(List<Ask> asks) {
            return send(Operation.ACQUIRE_ALL, asks, () -> session.acquireAll(asks));
        }

        @Override
        public CompletionStage<Answer> poll(Ask ask) {
            return send(Operation.POLL, ask, () -> session.poll(ask));
        }

        @Override
        public List<CompletionStage<Optional<Duration>>> renew(List<Held> claims) {
            return claims.stream()
                    .map(held -> this.<Optional<Duration>>send(
                            Operation.RENEW,
                            held,
                            () -> session.renew(List.of(held)).get(0)))
                    .toList();
        }

        @Override
        public CompletionStage<Freed> release(Held held, Duration keepFor, Optional<Ask> rejoin) {
            return send(Operation.RELEASE, held, () -> session.release(held, keepFor, rejoin));
        }

        @Override
        public CompletionStage<Answer> downgrade(Held writer, Ask reader) {
            return send(Operation.DOWNGRADE, reader, () -> session.downgrade(writer, reader));
        }

        @Override
        public CompletionStage<Boolean> resize(String name, int from, int to) {
            return send(Operation.RESIZE, to, () -> session.resize(name, from, to));
        }

        @Override
        public CompletionStage<Boolean> abandon(Ask ask) {
            return send(Operation.ABANDON, ask, () -> session.abandon(ask));
        }

        @Override
        public CompletionStage<Optional<LockInfo>> inspect(String name) {
            return session.inspect(name);
        }

        @Override
        public CompletionStage<Page> list(String prefix, Optional<String> cursor, int limit) {
            return session.list(prefix, cursor, limit);
        }

        @Override
        public void close() {
            sessions--;
            session.close();
        }
    }
}
