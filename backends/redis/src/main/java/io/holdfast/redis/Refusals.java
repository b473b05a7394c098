package io.holdfast.redis;

import io.holdfast.InvalidLockException;
import io.holdfast.LockKind;
import io.holdfast.spi.Demand;
import java.util.List;

/** What is said of a key that is not the lock that it should be. */
final class Refusals {

    private static final long INVALID_CODE = 5;

    private Refusals() {}

    /** Complains of a name that is in use as something else than a claim asks for. */
    static void check(String name, Demand demand, String key, List<Object> reply) {
        if ((Long) reply.get(0) == INVALID_CODE) {
            String found = (String) reply.get(1);
            throw found.equals("string")
                    ? inUse(name, demand, "mutex, by Holdfast or by another who set the Redis key '" + key + "',")
                    : LockType.of(found)
                            .map(type -> inUse(name, demand, type.describe()))
                            .orElseGet(() -> noLock(name, key, found));
        }
    }

    /** Complains of a key that is no lock. */
    static void check(String name, String key, List<Object> reply) {
        if ((Long) reply.get(0) == INVALID_CODE) {
            throw noLock(name, key, (String) reply.get(1));
        }
    }

    private static InvalidLockException inUse(String name, Demand demand, String as) {
        String advice = demand.kind() == LockKind.SEMAPHORE && as.startsWith("semaphore")
                ? "name the same number everywhere, or change it with Semaphore.resize"
                : "use another name for one of them";
        return new InvalidLockException(
                name,
                "The lock '" + name + "' is in use as a " + as + " and cannot be a "
                        + LockType.of(demand).describe() + " at the same time: " + advice + ".",
                null);
    }

    private static InvalidLockException noLock(String name, String key, String type) {
        return new InvalidLockException(
                name,
                "The Redis key '" + key + "' is a " + type
                        + " and not a lock: use another name or key prefix, or delete it if nobody needs it.",
                null);
    }
}
