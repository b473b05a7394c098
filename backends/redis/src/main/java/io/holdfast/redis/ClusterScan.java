package io.holdfast.redis;

import io.holdfast.spi.Environment;
import io.lettuce.core.KeyScanArgs;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Looks for keys on all masters, one after the other.
 *
 * <p>Where it stands is {@code <those that are done, with commas>;<the present one>;<its cursor>}. If the present one is no
 * master any more, whoever took its place is not done either; if one that was done failed over, its keys are found
 * twice. Keys of a slot that moves in the meantime may be missed.
 */
final class ClusterScan {

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

    private final ClusterMap map;
    private final ClusterNodes nodes;
    private final Environment environment;

    ClusterScan(ClusterMap map, ClusterNodes nodes, Environment environment) {
        this.map = map;
        this.nodes = nodes;
        this.environment = environment;
    }

    /**
     * Scans on.
     *
     * @param from where it stands
     * @param args which keys, and how many at once
     * @param lastStart when it is too late to try once more. What is known of the nodes may be older than the fall of one
     *     of them, and another is about to take its place
     */
    CompletableFuture<Servers.Keys> scan(String from, KeyScanArgs args, long lastStart) {
        CompletableFuture<Servers.Keys> answer = new CompletableFuture<>();
        tryToScan(from, args, lastStart, answer);
        return answer;
    }

    private void tryToScan(String from, KeyScanArgs args, long lastStart, CompletableFuture<Servers.Keys> answer) {
        var unused = scan(from, args).whenComplete((found, error) -> {
            boolean again = error != null
                    && Redirect.isIn(error)
                    && !nodes.isClosed()
                    && environment.clock().nanos() + PAUSE - lastStart < 0;
            if (again) {
                environment.scheduler().schedule(() -> tryToScan(from, args, lastStart, answer), PAUSE);
            } else if (error == null) {
                answer.complete(found);
            } else {
                answer.completeExceptionally(error);
            }
        });
    }

    private CompletableFuture<Servers.Keys> scan(String from, KeyScanArgs args) {
        return map.refresh().thenCompose(known -> {
            String[] parts = from.equals(Servers.EDGE) ? new String[] {"", "", ""} : from.split(";", 3);
            Set<String> done = new LinkedHashSet<>(Arrays.asList(parts[0].split(",")));
            Optional<NodeAddress> present = map.masters().stream()
                    .filter(node -> node.toString().equals(parts[1]))
                    .findFirst();
            return present.map(node -> scan(node, parts[2], done, args))
                    .or(() -> next(done).map(node -> scan(node, Servers.EDGE, done, args)))
                    .orElseGet(() -> CompletableFuture.completedFuture(new Servers.Keys(List.of(), Servers.EDGE)));
        });
    }

    private CompletableFuture<Servers.Keys> scan(NodeAddress node, String from, Set<String> done, KeyScanArgs args) {
        return nodes.at(node)
                .requests()
                .scan(from, args)
                .thenApply(found -> new Servers.Keys(found.keys(), cursor(node, found.next(), done)));
    }

    private String cursor(NodeAddress node, String next, Set<String> done) {
        if (!next.equals(Servers.EDGE)) {
            return String.join(",", done) + ";" + node + ";" + next;
        }
        done.add(node.toString());
        return next(done)
                .map(other -> String.join(",", done) + ";" + other + ";" + Servers.EDGE)
                .orElse(Servers.EDGE);
    }

    private Optional<NodeAddress> next(Set<String> done) {
        return map.masters().stream()
                .filter(node -> !done.contains(node.toString()))
                .findFirst();
    }
}
