package io.holdfast.redis;

import io.holdfast.ClientInfo;
import io.holdfast.LockInfo;
import io.holdfast.spi.Environment;
import io.holdfast.spi.Page;
import io.lettuce.core.KeyScanArgs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Looks at locks, and changes nothing. They are found by SCAN, which keeps nobody waiting. */
final class Inspection {

    private static final int FEWEST_KEYS = 10;
    private static final int MOST_SCANS = 50;

    private final Servers servers;
    private final Environment.Clock clock;
    private final String prefix;

    Inspection(Servers servers, Environment.Clock clock, String prefix) {
        this.servers = servers;
        this.clock = clock;
        this.prefix = prefix;
    }

    CompletableFuture<Optional<LockInfo>> inspect(String name) {
        LockKeys keys = LockKeys.of(prefix, name);
        return servers.run(name, Script.INSPECT, keys.all(null), new String[0], reply -> {
                    Answers.check(name, keys.lock(), reply);
                    return new LockState(name, reply);
                })
                .thenCompose(this::withClients);
    }

    private CompletableFuture<Optional<LockInfo>> withClients(LockState state) {
        Map<String, Optional<ClientInfo>> known = new HashMap<>();
        List<CompletableFuture<Boolean>> answers = new ArrayList<>();
        for (String id : state.clients()) {
            String key = Presence.key(id);
            answers.add(servers.call(state.name(), key, commands -> commands.get(key), text -> note(known, id, text)));
        }
        return CompletableFuture.allOf(answers.toArray(new CompletableFuture<?>[0]))
                .thenApply(done -> state.info(known));
    }

    private static boolean note(Map<String, Optional<ClientInfo>> known, String id, String text) {
        synchronized (known) {
            known.put(id, Presence.read(id, text));
        }
        return true;
    }

    CompletableFuture<Page> list(String start, Optional<String> cursor, int limit) {
        return new Listing(start, limit).page(cursor);
    }

    /** {@return a pattern that matches just that} */
    static String literally(String text) {
        return text.replaceAll("[\\\\*?\\[\\]]", "\\\\$0");
    }

    /**
     * Goes through the keys twice: for the locks, and then for the queues of those that nobody holds for the moment.
     *
     * <p>A cursor is {@code <l or q>:<when the listing began>:<where the scan stands>}. A lock that was held all the time has been
     * seen among the locks, and is not shown again for its queue.
     */
    private final class Listing {

        private final String start;
        private final int limit;

        Listing(String start, int limit) {
            this.start = start;
            this.limit = limit;
        }

        CompletableFuture<Page> page(Optional<String> cursor) {
            String[] parts = cursor.orElseGet(() -> "l:" + clock.nanos() + ":" + Servers.EDGE)
                    .split(":", 3);
            return scan(parts[0].equals("q"), Long.parseLong(parts[1]), parts[2], 1, new LinkedHashSet<>());
        }

        /** Goes on until there is enough for a page, or for long enough without finding much. */
        private CompletableFuture<Page> scan(boolean queues, long began, String from, int scans, Set<String> names) {
            KeyScanArgs args = KeyScanArgs.Builder.type(queues ? "zset" : "string");
            args.match((queues ? "[{~]*" : "") + literally(prefix + start) + "*");
            args.limit(Math.max(FEWEST_KEYS, limit));
            return servers.scan(from, args).thenCompose(found -> {
                found.keys().forEach(key -> name(queues, key).ifPresent(names::add));
                String next = found.next();
                return next.equals(Servers.EDGE) || names.size() >= limit || scans >= MOST_SCANS
                        ? page(queues, began, next, names)
                        : scan(queues, began, next, scans + 1, names);
            });
        }

        private Optional<String> name(boolean queue, String key) {
            Optional<String> name = queue
                    ? LockKeys.nameOfQueue(prefix, key)
                    : Optional.of(key.substring(prefix.length())).filter(text -> LockKeys.isName(prefix, text));
            return name.filter(text -> text.startsWith(start));
        }

        private CompletableFuture<Page> page(boolean queues, long began, String cursor, Set<String> names) {
            List<CompletableFuture<Optional<LockInfo>>> looks =
                    names.stream().map(Inspection.this::inspect).toList();
            boolean finished = cursor.equals(Servers.EDGE);
            Optional<String> next = queues && finished
                    ? Optional.empty()
                    : Optional.of((queues || finished ? "q:" : "l:") + began + ":" + cursor);
            return CompletableFuture.allOf(looks.toArray(new CompletableFuture<?>[0]))
                    .thenApply(done -> new Page(
                            looks.stream()
                                    .flatMap(look -> look.join().stream())
                                    .filter(lock -> !queues || !wasHeldSince(began, lock))
                                    .toList(),
                            next));
        }

        private boolean wasHeldSince(long began, LockInfo lock) {
            Duration elapsed = Duration.ofNanos(clock.nanos() - began);
            return lock.holders().stream()
                    .anyMatch(holder -> holder.token() == 0 || holder.age().compareTo(elapsed) > 0);
        }
    }
}
