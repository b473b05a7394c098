package io.holdfast.redis;

import io.holdfast.spi.Environment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts whose writes count only once enough replicas have them.
 *
 * <p>{@code WAIT} covers what was written before on the same connection, and blocks that connection meanwhile. So this has
 * a connection of its own, and a write that was followed by another connection counts as not confirmed.
 */
final class Replicated implements ScriptRunner {

    private final Supplier<CompletionStage<Integer>> replicas;
    private final Environment environment;
    private final Settings settings;
    private final Failures failures;
    private final Requests requests;
    private volatile @Nullable Majority majority;

    /**
     * How many replicas make a majority with the master.
     *
     * @param connections when that was found out
     * @param replicas how many
     */
    private record Majority(int connections, int replicas) {}

    /**
     * Nothing is connected yet.
     *
     * @param connector connects to the master
     * @param replicas how many replicas it should have
     * @param environment the time and the timer
     * @param settings how many have to confirm
     * @param failures what failures mean
     */
    Replicated(
            Connector connector,
            Supplier<CompletionStage<Integer>> replicas,
            Environment environment,
            Settings settings,
            Failures failures) {
        this.replicas = replicas;
        this.environment = environment;
        this.settings = settings;
        this.failures = failures;
        this.requests = new Requests(connector, environment, settings, failures, () -> {});
    }

    @Override
    public <T> CompletableFuture<T> run(
            @Nullable String name,
            Script script,
            String[] keys,
            String[] args,
            Function<List<Object>, T> meaning,
            @Nullable Supplier<CompletableFuture<T>> whileMoving) {
        return run(name, script, keys, args, meaning, false);
    }

    /**
     * Runs a script.
     *
     * @param asking whether on behalf of a slot of a Cluster that is moving to this master
     */
    <T> CompletableFuture<T> run(
            @Nullable String name,
            Script script,
            String[] keys,
            String[] args,
            Function<List<Object>, T> meaning,
            boolean asking) {
        int connections = requests.connections();
        ScriptCall call = new ScriptCall(script, keys, args);
        Request.Call<List<Object>> inFull = commands -> {
            if (asking) {
                // If something comes between it and the script, that is refused, and tried again.
                var unused = commands.asking();
            }
            return call.inFull(commands);
        };
        long deadline = environment.clock().nanos() + settings.commandTimeout().toNanos();
        return requests.send(deadline, name, asking ? inFull : call::byDigest, inFull, meaning)
                .thenCompose(result -> needed(connections)
                        .thenCompose(needed -> confirm(name, needed, connections))
                        .thenApply(confirmed -> result));
    }

    private CompletionStage<Integer> needed(int connections) {
        Majority known = majority;
        if (settings.replicas() != Settings.MAJORITY) {
            return CompletableFuture.completedFuture(settings.replicas());
        }
        if (known != null && known.connections() == connections) {
            return CompletableFuture.completedFuture(known.replicas());
        }
        return replicas.get().thenApply(count -> (1 + count) / 2).whenComplete((needed, error) -> {
            if (error == null) {
                majority = new Majority(connections, needed);
            }
        });
    }

    private CompletionStage<Boolean> confirm(@Nullable String name, int needed, int connections) {
        Duration time = settings.commandTimeout().multipliedBy(3).dividedBy(4);
        return requests.call(
                name, "", commands -> commands.waitForReplication(needed, Math.max(1, time.toMillis())), confirmed -> {
                    if (requests.connections() != connections) {
                        throw failures.unavailable(
                                name, "the connection broke before replicas had confirmed the lock", null);
                    }
                    if (confirmed < needed) {
                        throw failures.unavailable(
                                name,
                                confirmed + " replicas confirmed the lock within " + time.toMillis() + " ms, and "
                                        + needed + " have to",
                                null);
                    }
                    return true;
                });
    }

    CompletionStage<Void> close() {
        return requests.close();
    }
}
