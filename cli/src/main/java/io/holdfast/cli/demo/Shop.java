package io.holdfast.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Objects;

/**
 * The books of a shop, a hash in Redis: how many are left, how many were sold, the highest token that it has seen, and how
 * many sales it refused for their token.
 *
 * <p>Each reading and each writing is done whole or not at all. What lies between a reading and a writing is up to who
 * does it, as with most things that are kept outside a process.
 */
final class Shop {

    /** Much longer than from one {@link #keep} to the next. */
    private static final Duration LIFE = Duration.ofMinutes(1);

    private static final String SELL = script();

    private final Redis redis;
    private final String key;

    /** Opens the books that have a key. */
    Shop(Redis redis, String key) {
        this.redis = redis;
        this.key = key;
    }

    /** Begins books without sales. */
    void begin(int stock) throws IOException {
        redis.ask("HSET", key, "left", Integer.toString(stock));
        keep();
    }

    /** Has them stay for a while: should nobody be there to throw them away, they go by themselves. */
    void keep() throws IOException {
        redis.ask("PEXPIRE", key, Long.toString(LIFE.toMillis()));
    }

    /** Throws them away. */
    void clear() throws IOException {
        redis.ask("DEL", key);
    }

    int left() throws IOException {
        return count("left");
    }

    int sold() throws IOException {
        return count("sold");
    }

    /** {@return how many sales were refused for their token} */
    int refused() throws IOException {
        return count("refused");
    }

    private int count(String field) throws IOException {
        return (int) redis.number("HGET", key, field);
    }

    /**
     * Writes down a sale, whatever others may have written since.
     *
     * @param left how many are left after it
     */
    void sell(int left) throws IOException {
        sell(left, 0);
    }

    /**
     * Writes down a sale, unless a higher token has been seen.
     *
     * @param left how many are left after it
     * @param token the token of who sells
     * @return 0, or the higher token
     */
    long sell(int left, long token) throws IOException {
        return redis.number("EVAL", SELL, "1", key, Integer.toString(left), Long.toString(token));
    }

    private static String script() {
        try (InputStream in = Objects.requireNonNull(Shop.class.getResourceAsStream("sell.lua"))) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
