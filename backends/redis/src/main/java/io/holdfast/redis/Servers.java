package io.holdfast.redis;

import io.lettuce.core.KeyScanArgs;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Where requests go: one server, or the nodes of a Cluster. Each request ends in time, and is executed at most once. */
interface Servers extends ScriptRunner {

    /** Where a scan begins, and what it says when it has ended. */
    String EDGE = "0";

    /**
     * Some of the keys.
     *
     * @param keys the keys
     * @param next where to go on; {@link #EDGE} if these were the last
     */
    record Keys(List<String> keys, String next) {}

    /** {@return completes when the store was reached} */
    CompletableFuture<Void> ready();

    /** Sends a command that has one key. */
    <R, T> CompletableFuture<T> call(@Nullable String name, String key, Request.Call<R> call, Function<R, T> meaning);

    /** {@return things in groups whose keys can be in one script; within each they keep their order} */
    <E> Collection<List<E>> grouped(List<E> all, Function<E, String> key);

    /** Looks for keys; those that are there all the time are found at least once. */
    CompletableFuture<Keys> scan(String from, KeyScanArgs args);

    /** {@return whether a last word can be sent} */
    boolean isConnected();

    /** Ends whatever is under way. {@return completes when the connections are closed} */
    CompletionStage<Void> close();
}
