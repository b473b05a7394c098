package io.holdfast.faults;

/** What a worker has when it was granted what it asked for. */
interface Grip {

    /** {@return the token for one of the locks; 0 if there is none} */
    long token(String lock);

    /** {@return whether it may act, as far as it knows} */
    boolean isValid();

    /** {@return for how long, in nanoseconds} */
    long left();

    /** Has somebody told when it is lost. */
    void onLost(Runnable callback);

    /** {@return what became of giving it back: {@code RELEASED}, {@code LOST} or {@code UNCONFIRMED}} */
    String release();
}
