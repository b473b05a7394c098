package io.holdfast.tck;

import io.holdfast.LockInfo;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Freed;
import io.holdfast.spi.Held;
import io.holdfast.spi.Page;
import io.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A session that passes everything on, with three places where what is said can be changed on the way. */
class ForwardingSession implements StoreSession {

    final StoreSession honest;

    ForwardingSession(StoreSession honest) {
        this.honest = honest;
    }

    /** {@return what to pass on for a claim that asks} */
    Ask ask(Ask ask) {
        return ask;
    }

    /** {@return what to pass on for a claim that is held} */
    Held held(Held held) {
        return held;
    }

    /** {@return what to answer for an answer} */
    Answer answer(Ask ask, Answer answer) {
        return answer;
    }

    @Override
    public CompletionStage<Void> ready() {
        return honest.ready();
    }

    @Override
    public CompletionStage<Answer> acquire(Ask ask, boolean join) {
        return honest.acquire(ask(ask), join).thenApply(answer -> answer(ask, answer));
    }

    @Override
    public boolean isTogether(Collection<String> names) {
        return honest.isTogether(names);
    }

    @Override
    public CompletionStage<List<Answer>> acquireAll(List<Ask> asks) {
        return honest.acquireAll(asks.stream().map(this::ask).toList()).thenApply(answers -> {
            List<Answer> told = new ArrayList<>();
            for (int i = 0; i < asks.size(); i++) {
                told.add(answer(asks.get(i), answers.get(i)));
            }
            return told;
        });
    }

    @Override
    public CompletionStage<Answer> poll(Ask ask) {
        return honest.poll(ask(ask)).thenApply(answer -> answer(ask, answer));
    }

    @Override
    public List<CompletionStage<Optional<Duration>>> renew(List<Held> claims) {
        return honest.renew(claims.stream().map(this::held).toList());
    }

    @Override
    public CompletionStage<Freed> release(Held held, Duration keepFor, Optional<Ask> rejoin) {
        return honest.release(held(held), keepFor, rejoin.map(this::ask))
                .thenApply(freed ->
                        new Freed(freed.held(), freed.rejoined().map(answer -> answer(rejoin.orElseThrow(), answer))));
    }

    @Override
    public CompletionStage<Answer> downgrade(Held writer, Ask reader) {
        return honest.downgrade(held(writer), ask(reader)).thenApply(answer -> answer(reader, answer));
    }

    @Override
    public CompletionStage<Boolean> resize(String name, int from, int to) {
        return honest.resize(name, from, to);
    }

    @Override
    public CompletionStage<Boolean> abandon(Ask ask) {
        return honest.abandon(ask(ask));
    }

    @Override
    public CompletionStage<Optional<LockInfo>> inspect(String name) {
        return honest.inspect(name);
    }

    @Override
    public CompletionStage<Page> list(String prefix, Optional<String> cursor, int limit) {
        return honest.list(prefix, cursor, limit);
    }

    @Override
    public void close() {
        honest.close();
    }

    /** {@return the answer of the in-memory store, which is there already} */
    static <T> T now(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    static Ask rename(Ask ask, String name, String owner) {
        return new Ask(name, ask.demand(), owner, ask.lease(), ask.grantLease(), ask.lockDelay(), ask.block());
    }

    static Held rename(Held held, String name, String owner, long token) {
        return new Held(name, held.demand(), owner, token, held.lease(), held.lockDelay());
    }
}
