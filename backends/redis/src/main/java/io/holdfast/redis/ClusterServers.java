package io.holdfast.redis;

import io.holdfast.spi.Environment;
import io.lettuce.core.KeyScanArgs;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a Cluster: each request goes to the one that has its slot.
 *
 * <p>This is done here and not by Lettuce's connection to a Cluster, since that sends again what it had sent before, even
 * what was cancelled, when a node comes back or another takes its place. Here each node has a plain connection; what was
 * under way on it when it breaks is over, and the others hear nothing of it.
 */
final class ClusterServers implements Servers {

    private static final String NODE_TIMEOUT = "cluster-node-timeout";

    private final String description;
    private final Environment environment;
    private final Settings settings;
    private final Failures failures;
    private final ClusterNodes nodes;
    private final ClusterMap map;
    private final ClusterScan scan;

    ClusterServers(ClusterClient client, Environment environment, Settings settings, String description) {
        this.description = description;
        this.environment = environment;
        this.settings = settings;
        this.failures = Failures.ofCluster(description);
        this.nodes = new ClusterNodes(
                client,
                environment,
                connector -> new Requests(connector, environment, settings, failures, () -> {}),
                this::replicated);
        this.map = new ClusterMap(nodes, environment);
        this.scan = new ClusterScan(map, nodes, environment);
    }

    private Replicated replicated(NodeAddress master, Connector connector) {
        return new Replicated(
                connector,
                () -> CompletableFuture.completedFuture(map.replicas(master)),
                environment,
                settings,
                failures);
    }

    /** {@return what runs scripts whose writes count only once enough replicas have them} */
    ScriptRunner replicated() {
        return new ScriptRunner() {
            @Override
            public <T> CompletableFuture<T> run(
                    @Nullable String name,
                    Script script,
                    String[] keys,
                    String[] args,
                    Function<List<Object>, T> meaning,
                    @Nullable Supplier<CompletableFuture<T>> whileMoving) {
                return runReplicated(name, script, keys, args, meaning, whileMoving);
            }
        };
    }

    ClusterMap map() {
        return map;
    }

    ClusterNodes nodes() {
        return nodes;
    }

    @Override
    public CompletableFuture<Void> ready() {
        CompletableFuture<Void> ready = new Readiness(environment, settings, failures).of(map.refresh());
        var unused = ready.thenRun(this::checkFailoverTime);
        return ready;
    }

    /** Not everybody may ask for settings; then nothing is said. */
    private void checkFailoverTime() {
        var unused = nodes.at(map.known().get(0))
                .requests()
                .<Map<String, String>, Boolean>call(null, "", commands -> commands.configGet(NODE_TIMEOUT), found -> {
                    Duration timeout = Duration.ofMillis(Long.parseLong(found.get(NODE_TIMEOUT)));
                    new FailoverTime(NODE_TIMEOUT, timeout).check(description);
                    return true;
                });
    }

    @Override
    public <T> CompletableFuture<T> run(
            @Nullable String name,
            Script script,
            String[] keys,
            String[] args,
            Function<List<Object>, T> meaning,
            @Nullable Supplier<CompletableFuture<T>> whileMoving) {
        ScriptCall call = new ScriptCall(script, keys, args);
        return route(name, keys[0], call::byDigest, call::inFull, meaning, whileMoving);
    }

    @Override
    public <R, T> CompletableFuture<T> call(
            @Nullable String name, String key, Request.Call<R> call, Function<R, T> meaning) {
        return route(name, key, call, call, meaning, null);
    }

    private <R, T> CompletableFuture<T> route(
            @Nullable String name,
            String key,
            Request.Call<R> call,
            Request.Call<R> inFull,
            Function<R, T> meaning,
            @Nullable Supplier<CompletableFuture<T>> whileMoving) {
        long time = settings.commandTimeout().toNanos();
        long deadline = environment.clock().nanos() + time;
        return route(
                name,
                key,
                deadline - time / 4,
                (node, asking) -> asking
                        ? onTimer(() -> node.ask(deadline, name, inFull, meaning))
                        : node.requests().send(deadline, name, call, inFull, meaning),
                whileMoving);
    }

    private <T> CompletableFuture<T> runReplicated(
            @Nullable String name,
            Script script,
            String[] keys,
            String[] args,
            Function<List<Object>, T> meaning,
            @Nullable Supplier<CompletableFuture<T>> whileMoving) {
        long lastStart = environment.clock().nanos() + settings.commandTimeout().toNanos() / 2;
        return route(
                name,
                keys[0],
                lastStart,
                (node, asking) -> node.replicated().run(name, script, keys, args, meaning, asking),
                whileMoving);
    }

    private <T> CompletableFuture<T> route(
            @Nullable String name,
            String key,
            long lastStart,
            Routed.Sending<T> sending,
            @Nullable Supplier<CompletableFuture<T>> whileMoving) {
        return new Routed<>(
                        map,
                        nodes,
                        environment,
                        SlotHash.getSlot(key),
                        lastStart,
                        sending,
                        whileMoving,
                        error -> failures.of(name, error))
                .start();
    }

    /** Runs something on the timer's thread, which is always the same. */
    private <T> CompletableFuture<T> onTimer(Supplier<CompletableFuture<T>> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        environment.scheduler().schedule(() -> Routed.forward(task.get(), result), 0);
        return result;
    }

    @Override
    public <E> Collection<List<E>> grouped(List<E> all, Function<E, String> key) {
        return all.stream()
                .collect(Collectors.groupingBy(each -> SlotHash.getSlot(key.apply(each))))
                .values();
    }

    @Override
    public CompletableFuture<Keys> scan(String from, KeyScanArgs args) {
        long lastStart = environment.clock().nanos() + settings.commandTimeout().toNanos() / 2;
        return scan.scan(from, args, lastStart).exceptionally(error -> {
            throw failures.of(null, error);
        });
    }

    @Override
    public boolean isConnected() {
        return !map.masters().isEmpty();
    }

    @Override
    public CompletionStage<Void> close() {
        return nodes.close();
    }
}
