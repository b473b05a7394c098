package io.holdfast.tck;

import io.holdfast.InvalidLockException;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Held;
import io.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The session of a store that can do mutexes and nothing else, not even keep a queue, and says so. */
final class ModestSession extends ForwardingSession {

    ModestSession(StoreSession honest) {
        super(honest);
    }

    @Override
    public CompletionStage<Answer> acquire(Ask ask, boolean join) {
        if (!ask.demand().equals(Demand.MUTEX)) {
            return refused(ask.name());
        }
        return super.acquire(ask, false);
    }

    @Override
    public boolean isTogether(Collection<String> names) {
        return false;
    }

    @Override
    public CompletionStage<List<Answer>> acquireAll(List<Ask> asks) {
        return refused(asks.get(0).name());
    }

    @Override
    public CompletionStage<Answer> downgrade(Held writer, Ask reader) {
        return refused(reader.name());
    }

    @Override
    public CompletionStage<Boolean> resize(String name, int from, int to) {
        return refused(name);
    }

    private static <T> CompletionStage<T> refused(String name) {
        return CompletableFuture.failedFuture(new InvalidLockException(name, "This store has mutexes only.", null));
    }

    /** Has them ask again soon: where there is no queue, nobody tells them that the lock is free. */
    @Override
    Answer answer(Ask ask, Answer answer) {
        return answer instanceof Answer.Busy busy ? new Answer.Busy(Duration.ofMillis(20), busy.holder()) : answer;
    }
}
