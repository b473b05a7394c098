package io.holdfast.memory;

import io.holdfast.ClientInfo;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Environment;
import io.holdfast.spi.Freed;
import io.holdfast.spi.Held;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.Signals;
import io.holdfast.spi.StoreSession;
import io.holdfast.spi.Tokens;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A session of the in-memory store that remembers its signals, with short ways to ask. */
final class TestSession implements Signals {

    static final Duration LEASE = Duration.ofSeconds(10);
    static final Duration GRANT_LEASE = Duration.ofSeconds(2);

    final StoreSession session;
    final ClientInfo client;
    final List<String> granted = new CopyOnWriteArrayList<>();
    Consumer<String> onGranted = owner -> {};

    TestSession(MemoryStore store, Environment.Clock clock, String id) {
        client = new ClientInfo(id, "test", "localhost", 1, Instant.EPOCH);
        Environment environment =
                new Environment(clock, (task, delay) -> () -> {}, Runnable::run, new SplittableRandom(1));
        session = store.connect(new SessionContext(client, this, environment));
    }

    static Ask mutex(String name, String owner) {
        return ask(name, Demand.MUTEX, owner);
    }

    static Ask ask(String name, Demand demand, String owner) {
        return new Ask(name, demand, owner, LEASE, GRANT_LEASE, Duration.ZERO, 1);
    }

    static Held held(Ask ask, long token) {
        return new Held(ask.name(), ask.demand(), ask.owner(), token, ask.lease(), ask.lockDelay());
    }

    Answer acquire(Ask ask) {
        return now(session.acquire(ask, false));
    }

    Answer join(Ask ask) {
        return now(session.acquire(ask, true));
    }

    Answer poll(Ask ask) {
        return now(session.poll(ask));
    }

    Tokens take(Ask ask) {
        if (acquire(ask) instanceof Answer.Granted grant) {
            return grant.tokens();
        }
        throw new AssertionError(ask + " was not granted");
    }

    Freed release(Ask ask, Tokens tokens) {
        return now(session.release(held(ask, tokens.first()), Duration.ZERO, Optional.empty()));
    }

    /** {@return an answer that has to be there already, as it always is in this store} */
    static <T> T now(CompletionStage<T> stage) {
        if (!stage.toCompletableFuture().isDone()) {
            throw new AssertionError("The in-memory store answers at once");
        }
        return stage.toCompletableFuture().join();
    }

    @Override
    public void granted(String name, String owner, Tokens tokens) {
        granted.add(owner + " " + tokens.first() + "-" + tokens.last());
        onGranted.accept(owner);
    }

    @Override
    public void lookAgain(String name) {
        throw new AssertionError("never sent by this store");
    }

    @Override
    public void lost(String name, String owner) {
        throw new AssertionError("never sent by this store");
    }

    @Override
    public void suspended() {
        throw new AssertionError("never sent by this store");
    }
}
