package io.holdfast.redis;

import io.lettuce.core.RedisFuture;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** A command that was sent, and its reply: one that is cancelled is not sent again, and one that is done is not either. */
@NullMarked
final class SimulatedReply extends CompletableFuture<@Nullable Object> implements RedisFuture<@Nullable Object> {

    final String[] words;
    final Function<@Nullable Object, @Nullable Object> meaning;

    SimulatedReply(String[] words, Function<@Nullable Object, @Nullable Object> meaning) {
        this.words = words;
        this.meaning = meaning;
    }

    @Override
    public @Nullable String getError() {
        return null;
    }

    @Override
    public boolean await(long timeout, TimeUnit unit) {
        throw new UnsupportedOperationException("Nobody waits in a simulation");
    }
}
