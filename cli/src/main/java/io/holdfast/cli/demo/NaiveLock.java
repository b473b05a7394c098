package io.holdfast.cli.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The lock that everybody writes first: a key that is set if it is not there, with a time to live, and deleted at the end.
 *
 * <p>Its two mistakes are here on purpose. Who was slow is not told that the lock is another's by now, and then deletes
 * that one.
 */
final class NaiveLock {

    /** How long it lasts. Nobody makes it last longer. */
    static final Duration LIFE = Duration.ofSeconds(2);

    /** Between two attempts, in milliseconds. */
    private static final int LEAST_PAUSE = 2;

    private static final int MOST_PAUSE = 8;

    private final Redis redis;
    private final String key;
    private final String owner;

    NaiveLock(Redis redis, String key, int worker) {
        this.redis = redis;
        this.key = key;
        this.owner = Integer.toString(worker);
    }

    /** Tries until it has it. */
    void acquire() throws IOException, InterruptedException {
        while (redis.ask("SET", key, owner, "NX", "PX", Long.toString(LIFE.toMillis())) == null) {
            Thread.sleep(ThreadLocalRandom.current().nextInt(LEAST_PAUSE, MOST_PAUSE));
        }
    }

    /**
     * Deletes it, without a look at whose it is.
     *
     * @return whose it was, which only the demonstration wants to know, or 0 if there was none
     */
    int release() throws IOException {
        redis.ask("MULTI");
        redis.ask("GET", key);
        redis.ask("DEL", key);
        Object got = redis.ask("EXEC") instanceof List<?> answers ? answers.get(0) : null;
        return got instanceof String whose ? Integer.parseInt(whose) : 0;
    }
}
