package io.holdfast.benchmarks.rivals;

/** The two plain commands that people copy: {@code SET NX PX}, and a script that compares and deletes. */
final class Raw {

    static final String DELETE =
            "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

    static final long LEASE_MILLIS = 30_000;

    private Raw() {}

    /** Checks an answer; there is no waiting here, so a lock that is taken is a mistake of the workload. */
    static void check(boolean done, String key) {
        if (!done) {
            throw new IllegalStateException("not locked, or not unlocked: " + key);
        }
    }
}
