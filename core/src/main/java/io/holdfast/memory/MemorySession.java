package io.holdfast.memory;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;

import io.holdfast.ClientInfo;
import io.holdfast.HoldfastException;
import io.holdfast.LockInfo;
import io.holdfast.StoreUnavailableException;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Freed;
import io.holdfast.spi.Held;
import io.holdfast.spi.Page;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.StoreSession;
import io.holdfast.spi.Tokens;
import io.holdfast.spi.queue.Claim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One client's way into the store. Every answer is there when the call returns. */
final class MemorySession implements StoreSession {

    private final MemoryStore store;
    private final SessionContext context;
    private volatile boolean closed;

    MemorySession(MemoryStore store, SessionContext context) {
        this.store = store;
        this.context = context;
    }

    ClientInfo client() {
        return context.client();
    }

    /** Tells the client that a claim of its was granted while it was not asking. */
    void tell(Claim<MemorySession> claim) {
        Tokens tokens = claim.tokens();
        if (!closed && tokens != null) {
            context.signals().granted(claim.ask().name(), claim.ask().owner(), tokens);
        }
    }

    @Override
    public CompletionStage<Void> ready() {
        return closed ? unavailable(null) : completedFuture(null);
    }

    @Override
    public CompletionStage<Answer> acquire(Ask ask, boolean join) {
        return step(ask.name(), (queue, now) -> queue.acquire(ask, join, this, now));
    }

    @Override
    public boolean isTogether(Collection<String> names) {
        return true;
    }

    @Override
    public CompletionStage<List<Answer>> acquireAll(List<Ask> asks) {
        return answered(asks.get(0).name(), () -> store.acquireAll(asks, this));
    }

    @Override
    public CompletionStage<Answer> poll(Ask ask) {
        return step(ask.name(), (queue, now) -> queue.poll(ask.owner(), now));
    }

    @Override
    public List<CompletionStage<Optional<Duration>>> renew(List<Held> claims) {
        List<CompletionStage<Optional<Duration>>> answers = new ArrayList<>(claims.size());
        for (Held held : claims) {
            answers.add(step(held.name(), (queue, now) -> queue.renew(held, now)));
        }
        return answers;
    }

    @Override
    public CompletionStage<Freed> release(Held held, Duration keepFor, Optional<Ask> rejoin) {
        return step(held.name(), (queue, now) -> queue.release(held, keepFor, rejoin.orElse(null), this, now));
    }

    @Override
    public CompletionStage<Answer> downgrade(Held writer, Ask reader) {
        return step(writer.name(), (queue, now) -> queue.downgrade(writer, reader, this, now));
    }

    @Override
    public CompletionStage<Boolean> resize(String name, int from, int to) {
        return step(name, (queue, now) -> queue.resize(name, from, to, now));
    }

    @Override
    public CompletionStage<Boolean> abandon(Ask ask) {
        return step(ask.name(), (queue, now) -> {
            queue.abandon(ask, now);
            return true;
        });
    }

    @Override
    public CompletionStage<Optional<LockInfo>> inspect(String name) {
        return closed ? unavailable(name) : completedFuture(store.inspect(name));
    }

    @Override
    public CompletionStage<Page> list(String prefix, Optional<String> cursor, int limit) {
        return closed ? unavailable(null) : completedFuture(store.list(prefix, cursor.orElse(""), limit));
    }

    @Override
    public void close() {
        closed = true;
    }

    private <R> CompletionStage<R> step(String name, Shard.Step<R> step) {
        return answered(name, () -> store.step(name, step));
    }

    private <R> CompletionStage<R> answered(String name, Supplier<R> request) {
        if (closed) {
            return unavailable(name);
        }
        try {
            return completedFuture(request.get());
        } catch (HoldfastException refused) {
            return failedFuture(refused);
        }
    }

    private static <R> CompletionStage<R> unavailable(@Nullable String name) {
        return failedFuture(
                new StoreUnavailableException(name, "This session of the in-memory store is closed.", null));
    }
}
