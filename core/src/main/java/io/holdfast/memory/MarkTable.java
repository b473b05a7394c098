package io.holdfast.memory;

import io.holdfast.spi.Ask;
import io.holdfast.spi.queue.Marks;
import java.util.HashMap;
import java.util.Map;

/** The owner ids that are used up: each is remembered for as long as a late copy of its request may still come. */
final class MarkTable implements Marks {

    private static final long AT_LEAST = 60_000_000_000L;

    private final Map<String, Long> until = new HashMap<>();

    @Override
    public void leave(Ask ask, long now) {
        long time = ask.lease().plus(ask.lockDelay()).toNanos();
        until.put(ask.owner(), now + Math.max(AT_LEAST, time));
    }

    @Override
    public boolean contains(String owner) {
        return !until.isEmpty() && until.containsKey(owner);
    }

    boolean isEmpty() {
        return until.isEmpty();
    }

    void expire(long now) {
        until.values().removeIf(end -> end - now <= 0);
    }
}
