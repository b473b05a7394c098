package io.holdfast.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Something that runs scripts. */
interface ScriptRunner {

    /**
     * Runs a script.
     *
     * @param name the lock that it is about, if it is one
     * @param script the script
     * @param keys its keys
     * @param args its arguments
     * @param meaning what its reply means
     * @return that
     */
    <T> CompletableFuture<T> run(
            @Nullable String name, Script script, String[] keys, String[] args, Function<List<Object>, T> meaning);
}
