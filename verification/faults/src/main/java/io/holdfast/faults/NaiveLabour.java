package io.holdfast.faults;

import io.holdfast.StoreUnavailableException;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Work with locks as they are often written by hand, over Lettuce: a control that shows that this harness convicts what is
 * wrong.
 *
 * <p>{@code naive} is {@code SET NX PX} and {@code DEL}: its holder believes in the lock until it gives it back, and deletes
 * whatever is there. {@code incr} keeps to its deadline, deletes its own value only, and takes its token from {@code INCR}.
 */
final class NaiveLabour implements Labour {

    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final Duration CONNECTING = Duration.ofSeconds(20);
    private static final int THREADS = 4;
    private static final String DELETE_OWN =
            "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;
    private final Names names;
    private final boolean counts;
    private final AtomicLong values = new AtomicLong();
    private final String self = "naive-" + ProcessHandle.current().pid() + "-";

    private NaiveLabour(RedisURI uri, Names names, boolean counts) {
        this.names = names;
        this.counts = counts;
        uri.setTimeout(CONNECTING);
        client = RedisClient.create(uri);
        connection = client.connect();
        connection.setTimeout(LEASE);
    }

    static NaiveLabour of(String kind, String uri, Names names) {
        return new NaiveLabour(RedisURI.create(uri), names, kind.equals("incr"));
    }

    @Override
    public List<List<Wish>> threads() {
        List<Wish> wishes = List.of(wish(names.first()), wish(names.second()));
        return Collections.nCopies(THREADS, wishes);
    }

    private Wish wish(String name) {
        return new Wish("mutex lease=" + LEASE.toMillis(), List.of(name), atMost -> {
            try {
                return ask("naive:" + name);
            } catch (RedisException e) {
                throw new StoreUnavailableException(name, e.toString(), e);
            }
        });
    }

    private Optional<Grip> ask(String key) {
        RedisCommands<String, String> redis = connection.sync();
        String value = self + values.incrementAndGet();
        long until = System.nanoTime() + LEASE.toNanos();
        if (!"OK".equals(redis.set(key, value, SetArgs.Builder.nx().px(LEASE.toMillis())))) {
            return Optional.empty();
        }
        return Optional.of(new Taken(redis, key, value, counts ? redis.incr(key + ":fence") : 1, until, counts));
    }

    @Override
    public long risks() {
        return 0;
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }

    /** The key, or what its taker believes of it. */
    private record Taken(
            RedisCommands<String, String> redis, String key, String value, long number, long until, boolean careful)
            implements Grip {

        @Override
        public long token(String lock) {
            return number;
        }

        @Override
        public boolean isValid() {
            return !careful || left() > 0;
        }

        @Override
        public long left() {
            return until - System.nanoTime();
        }

        @Override
        public void onLost(Runnable callback) {
            // Nobody will tell.
        }

        @Override
        public String release() {
            try {
                Long deleted = careful
                        ? redis.<Long>eval(DELETE_OWN, ScriptOutputType.INTEGER, new String[] {key}, value)
                        : redis.del(key);
                return Long.valueOf(1).equals(deleted) ? "RELEASED" : "LOST";
            } catch (RuntimeException unknown) {
                return "UNCONFIRMED";
            }
        }
    }
}
