package io.holdfast.redis;

import io.holdfast.ClientInfo;
import io.holdfast.LockInfo;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Page;
import io.lettuce.core.KeyScanArgs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Looks at locks on all nodes, and changes nothing. Who holds a lock is who has a majority of them. */
final class QuorumInspection {

    private static final int FEWEST_KEYS = 10;

    private final QuorumNodes nodes;
    private final Settings settings;

    QuorumInspection(QuorumNodes nodes, Settings settings) {
        this.nodes = nodes;
        this.settings = settings;
    }

    CompletableFuture<Optional<LockInfo>> inspect(String name) {
        return look(name).thenCompose(look -> clients(look.clients()).thenApply(look::info));
    }

    /** {@return for how long a majority still keeps a claim, without its lock delay; empty if it does not} */
    CompletableFuture<Optional<Duration>> left(Ask ask) {
        return look(ask.name())
                .thenApply(look -> look.left(ask.owner())
                        .map(time -> time.minus(ask.lockDelay()))
                        .filter(time -> !time.isNegative())
                        .map(time -> time.compareTo(ask.lease()) < 0 ? time : ask.lease()));
    }

    private CompletableFuture<QuorumLook> look(String name) {
        LockKeys keys = LockKeys.of(settings.prefix(), name);
        QuorumLook look = new QuorumLook(nodes, name);
        List<CompletableFuture<?>> answers = new ArrayList<>();
        for (QuorumNode node : nodes.all()) {
            answers.add(node.run(
                            settings.commandTimeout(),
                            name,
                            Script.QUORUM_INSPECT,
                            new String[] {keys.lock(), keys.counter(), keys.holders()},
                            new String[0],
                            reply -> reply)
                    .handle((reply, error) -> look.heard(node, reply, error)));
        }
        return CompletableFuture.allOf(answers.toArray(new CompletableFuture<?>[0]))
                .thenApply(done -> look.checked());
    }

    /** Asks who clients are: each has told all nodes that it reached. */
    private CompletableFuture<Map<String, ClientInfo>> clients(Set<String> ids) {
        Map<String, ClientInfo> known = new ConcurrentHashMap<>();
        List<CompletableFuture<?>> answers = new ArrayList<>();
        for (String id : ids) {
            String key = Presence.key(id);
            for (QuorumNode node : nodes.all()) {
                answers.add(node.requests()
                        .<String, Boolean>call(null, key, commands -> commands.get(key), text -> {
                            Presence.read(id, text).ifPresent(client -> known.put(id, client));
                            return true;
                        })
                        .exceptionally(error -> false));
            }
        }
        return CompletableFuture.allOf(answers.toArray(new CompletableFuture<?>[0]))
                .thenApply(done -> known);
    }

    /**
     * Lists locks. The nodes are gone through one after the other, and a lock is shown by the first that has it. A cursor
     * is {@code <node>:<type>:<where the scan stands>}.
     */
    CompletableFuture<Page> list(String start, Optional<String> cursor, int limit) {
        String[] parts = cursor.orElse("0:string:" + Servers.EDGE).split(":", 3);
        int index = Integer.parseInt(parts[0]);
        String type = parts[1];
        KeyScanArgs args = KeyScanArgs.Builder.type(type);
        args.match(Listing.literally(settings.prefix() + start) + "*");
        args.limit(Math.max(FEWEST_KEYS, limit));
        QuorumNode node = nodes.all().get(index);
        return node.requests()
                .scan(parts[2], args)
                .exceptionallyCompose(error -> unreachable(error, index))
                .thenCompose(found -> shown(node, start, found.keys())
                        .thenApply(locks -> new Page(locks, next(index, type, found.next()))));
    }

    /** What one node has, others have too. */
    private CompletableFuture<Servers.Keys> unreachable(Throwable error, int index) {
        boolean enough = nodes.all().stream()
                        .filter(node -> node.requests().isConnected())
                        .count()
                >= nodes.majority();
        return enough
                ? CompletableFuture.completedFuture(new Servers.Keys(List.of(), Servers.EDGE))
                : CompletableFuture.failedFuture(Votes.noQuorum(
                        nodes,
                        null,
                        "The list of locks",
                        List.of(Votes.failure(nodes.all().get(index), error))));
    }

    private Optional<String> next(int index, String type, String scan) {
        if (!scan.equals(Servers.EDGE)) {
            return Optional.of(index + ":" + type + ":" + scan);
        }
        if (type.equals("string")) {
            return Optional.of(index + ":zset:" + Servers.EDGE);
        }
        return index + 1 < nodes.size() ? Optional.of((index + 1) + ":string:" + Servers.EDGE) : Optional.empty();
    }

    private CompletableFuture<List<LockInfo>> shown(QuorumNode by, String start, List<String> keys) {
        Set<String> names = new LinkedHashSet<>();
        for (String key : keys) {
            String name = key.substring(settings.prefix().length());
            if (LockKeys.isName(settings.prefix(), name) && name.startsWith(start)) {
                names.add(name);
            }
        }
        List<CompletableFuture<Optional<LockInfo>>> looks = names.stream()
                .map(name -> look(name)
                        .thenCompose(look -> look.isFirst(by)
                                ? clients(look.clients()).thenApply(look::info)
                                : CompletableFuture.completedFuture(Optional.<LockInfo>empty())))
                .toList();
        return CompletableFuture.allOf(looks.toArray(new CompletableFuture<?>[0]))
                .thenApply(done ->
                        looks.stream().flatMap(look -> look.join().stream()).toList());
    }
}
