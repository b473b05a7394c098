package io.holdfast.redis;

import io.holdfast.InvalidLockException;
import io.holdfast.LockInfo;
import io.holdfast.LockKind;
import io.holdfast.spi.Environment;
import io.holdfast.spi.Page;
import io.lettuce.core.KeyScanArgs;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A listing of locks. It goes through the keys three times: for the two types that a lock can have, and then for the
 * queues of those that nobody holds for the moment.
 *
 * <p>A cursor is {@code <letter of the pass>:<when the listing began>:<where the scan stands>}. A lock that was held
 * all the time has been seen among the locks, and is not shown again for its queue.
 */
final class Listing {

    private static final int FEWEST_KEYS = 10;
    private static final int MOST_SCANS = 50;

    /** What is looked for, one after the other. */
    private enum Pass {
        MUTEXES("m", "string"),
        SHARED("s", "zset"),
        QUEUES("q", "zset");

        private final String letter;
        private final String type;

        Pass(String letter, String type) {
            this.letter = letter;
            this.type = type;
        }

        static Pass of(String letter) {
            return letter.equals(MUTEXES.letter) ? MUTEXES : letter.equals(SHARED.letter) ? SHARED : QUEUES;
        }

        Optional<Pass> next() {
            return switch (this) {
                case MUTEXES -> Optional.of(SHARED);
                case SHARED -> Optional.of(QUEUES);
                case QUEUES -> Optional.empty();
            };
        }
    }

    private final Inspection inspection;
    private final Servers servers;
    private final Environment.Clock clock;
    private final String prefix;
    private final String start;
    private final int limit;

    /**
     * Nothing is looked for yet.
     *
     * @param inspection looks at what is found
     * @param servers where to look
     * @param clock the time
     * @param prefix what the keys start with
     * @param start what the names start with
     * @param limit how many locks about a page should have
     */
    Listing(Inspection inspection, Servers servers, Environment.Clock clock, String prefix, String start, int limit) {
        this.inspection = inspection;
        this.servers = servers;
        this.clock = clock;
        this.prefix = prefix;
        this.start = start;
        this.limit = limit;
    }

    CompletableFuture<Page> page(Optional<String> cursor) {
        String[] parts = cursor.orElseGet(() -> cursor(Pass.MUTEXES, clock.nanos(), Servers.EDGE))
                .split(":", 3);
        return scan(Pass.of(parts[0]), Long.parseLong(parts[1]), parts[2], 1, new LinkedHashSet<>());
    }

    private String cursor(Pass pass, long began, String from) {
        return pass.letter + ":" + began + ":" + from;
    }

    /** Goes on until there is enough for a page, or for long enough without finding much. */
    private CompletableFuture<Page> scan(Pass pass, long began, String from, int scans, Set<String> names) {
        KeyScanArgs args = KeyScanArgs.Builder.type(pass.type);
        args.match((pass == Pass.QUEUES ? "[{~]*" : "") + literally(prefix + start) + "*");
        args.limit(Math.max(FEWEST_KEYS, limit));
        return servers.scan(from, args).thenCompose(found -> {
            found.keys().forEach(key -> name(pass, key).ifPresent(names::add));
            String next = found.next();
            return next.equals(Servers.EDGE) || names.size() >= limit || scans >= MOST_SCANS
                    ? page(pass, began, next, names)
                    : scan(pass, began, next, scans + 1, names);
        });
    }

    private Optional<String> name(Pass pass, String key) {
        Optional<String> name = pass == Pass.QUEUES
                ? LockKeys.nameOfQueue(prefix, key)
                : Optional.of(key.substring(prefix.length())).filter(text -> LockKeys.isName(prefix, text));
        return name.filter(text -> text.startsWith(start));
    }

    private CompletableFuture<Page> page(Pass pass, long began, String from, Set<String> names) {
        Duration elapsed = Duration.ofNanos(clock.nanos() - began);
        List<CompletableFuture<Optional<LockInfo>>> looks =
                names.stream().map(this::look).toList();
        Optional<String> next = from.equals(Servers.EDGE)
                ? pass.next().map(other -> cursor(other, began, Servers.EDGE))
                : Optional.of(cursor(pass, began, from));
        return CompletableFuture.allOf(looks.toArray(new CompletableFuture<?>[0]))
                .thenApply(done -> new Page(
                        looks.stream()
                                .flatMap(look -> look.join().stream())
                                .filter(lock -> pass != Pass.QUEUES || !wasHeldFor(elapsed, lock))
                                .toList(),
                        next));
    }

    /** Looks at one, which may be something of somebody else's. */
    private CompletableFuture<Optional<LockInfo>> look(String name) {
        return inspection.inspect(name).exceptionally(error -> {
            if (error.getCause() instanceof InvalidLockException || error instanceof InvalidLockException) {
                return Optional.empty();
            }
            throw error instanceof CompletionException known ? known : new CompletionException(error);
        });
    }

    private boolean wasHeldFor(Duration elapsed, LockInfo lock) {
        return lock.holders().stream()
                .anyMatch(holder ->
                        holder.age().compareTo(elapsed) > 0 || (lock.kind() == LockKind.MUTEX && holder.token() == 0));
    }

    /** {@return a pattern that matches just that} */
    static String literally(String text) {
        return text.replaceAll("[\\\\*?\\[\\]]", "\\\\$0");
    }
}
