package io.holdfast.faults;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Something that a worker asks for again and again.
 *
 * @param detail what it is, as a history says it: {@code mutex}, {@code write}, {@code permits:1/3}
 * @param locks the locks that it takes, all of them
 * @param asking how it asks
 */
record Wish(String detail, List<String> locks, Asking asking) {

    /** A way to ask. */
    interface Asking {

        /**
         * {@return what was granted, or nothing if it was not in time}
         *
         * @param atMost how long to wait; zero not to wait
         * @throws Exception if it could not be had
         */
        Optional<Grip> ask(Duration atMost) throws Exception;
    }

    /** {@return whether who has it is alone, and may write} */
    boolean isExclusive() {
        return detail.startsWith("mutex") || detail.startsWith("write");
    }
}
