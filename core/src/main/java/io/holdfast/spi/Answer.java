package io.holdfast.spi;

import java.time.Duration;

/** What a store says to a claim that asks. */
public sealed interface Answer {

    /**
     * It holds the lock.
     *
     * @param tokens the tokens of the grant
     * @param validFor how long the store will keep it at least, counted from when this request was <em>sent</em>,
     *     at most the lease, without a lock delay, and without any allowance for drift: the engine takes that off
     */
    record Granted(Tokens tokens, Duration validFor) implements Answer {}

    /**
     * It stands in the queue, alive, and will be told.
     *
     * @param validIfGranted how long a grant that comes after this request will be kept at least, counted from when
     *     <em>this request</em> was sent
     * @param askAgain after what time there may be something new even if no signal comes, such as the end of the
     *     holder's lease: the engine polls then, or sooner
     * @param holder who stands before it, for messages: an owner id, or what is known of a holder that is not Holdfast
     */
    record Waiting(Duration validIfGranted, Duration askAgain, String holder) implements Answer {}

    /**
     * It does not hold the lock, and it does not stand in the queue: it was not to join, or there is no queue.
     *
     * @param askAgain after what time it makes sense to ask again, under a new owner id
     * @param holder who holds the lock, for messages
     */
    record Busy(Duration askAgain, String holder) implements Answer {}

    /** Nothing is known of this claim, or it was abandoned: it can only ask anew, under a new owner id. */
    record Gone() implements Answer {}
}
