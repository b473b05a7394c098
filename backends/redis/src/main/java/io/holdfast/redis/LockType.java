package io.holdfast.redis;

import io.holdfast.LockKind;
import io.holdfast.spi.Demand;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a name is used as. The scripts know it as {@code <kind>:<capacity>}.
 *
 * @param kind the kind
 * @param capacity how much of it there is
 */
record LockType(LockKind kind, int capacity) {

    private static final Pattern TEXT = Pattern.compile("(mutex|readwrite|semaphore):(\\d+)(:\\d+)?");

    static LockType of(Demand demand) {
        return new LockType(demand.kind(), demand.capacity());
    }

    /** {@return what the scripts call so, with or without a token behind it, as at the head of those who hold} */
    static Optional<LockType> of(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        LockKind kind = switch (parts.group(1)) {
            case "mutex" -> LockKind.MUTEX;
            case "readwrite" -> LockKind.READ_WRITE;
            default -> LockKind.SEMAPHORE;
        };
        return Optional.of(new LockType(kind, Integer.parseInt(parts.group(2))));
    }

    String text() {
        String name = switch (kind) {
            case MUTEX -> "mutex";
            case READ_WRITE -> "readwrite";
            case SEMAPHORE -> "semaphore";
        };
        return name + ":" + capacity;
    }

    /** {@return what it is, for messages} */
    String describe() {
        return switch (kind) {
            case MUTEX -> "mutex";
            case READ_WRITE -> "read-write lock";
            case SEMAPHORE -> "semaphore of " + capacity;
        };
    }
}
