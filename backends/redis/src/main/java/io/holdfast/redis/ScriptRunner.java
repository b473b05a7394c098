package io.holdfast.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something that runs scripts. */
interface ScriptRunner {

    /**
     * Runs a script.
     *
     * @param name the lock that it is about, if it is one
     * @param script the script
     * @param keys its keys, all in one slot
     * @param args its arguments
     * @param meaning what its reply means
     * @return that
     */
    default <T> CompletableFuture<T> run(
            @Nullable String name, Script script, String[] keys, String[] args, Function<List<Object>, T> meaning) {
        return run(name, script, keys, args, meaning, null);
    }

    /**
     * Runs a script.
     *
     * @param name the lock that it is about, if it is one
     * @param script the script
     * @param keys its keys, all in one slot
     * @param args its arguments
     * @param meaning what its reply means
     * @param whileMoving what to do instead while the slot is moving between nodes of a Cluster, and scripts with
     *     several keys cannot be run; without it, that is waited for
     * @return that
     */
    <T> CompletableFuture<T> run(
            @Nullable String name,
            Script script,
            String[] keys,
            String[] args,
            Function<List<Object>, T> meaning,
            @Nullable Supplier<CompletableFuture<T>> whileMoving);
}
