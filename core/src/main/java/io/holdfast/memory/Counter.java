package io.holdfast.memory;

import io.holdfast.spi.Tokens;
import io.holdfast.spi.queue.Mint;
import java.util.concurrent.atomic.AtomicLong;

/** One lock's tokens, which come from the counter that all locks of the store have in common. */
final class Counter implements Mint {

    private final AtomicLong next;

    /** The last token that a writer before may have had; the store's last, since the name's own was not retained. */
    private long epoch;

    Counter(AtomicLong next) {
        this.next = next;
        this.epoch = next.get() - 1;
    }

    @Override
    public Tokens tokens(int block) {
        long first = next.getAndAdd(block);
        epoch = first + block - 1;
        return new Tokens(first, epoch);
    }

    @Override
    public long epoch() {
        return epoch;
    }
}
