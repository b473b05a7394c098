package io.holdfast.faults;

/**
 * The locks of one round, which no other round uses.
 *
 * @param tag what is in the name of each
 */
record Names(String tag) {

    /** {@return a mutex; this and {@link #second} and most others share a slot, so that all are on the server that breaks} */
    String first() {
        return name("a");
    }

    /** {@return another mutex} */
    String second() {
        return name("b");
    }

    /** {@return a mutex in a slot of its own} */
    String apart() {
        return tag + "-apart";
    }

    /** {@return a mutex that is given in strict order} */
    String strict() {
        return name("strict");
    }

    /** {@return a lock for readers and writers} */
    String shared() {
        return name("shared");
    }

    /** {@return a semaphore} */
    String permits() {
        return name("permits");
    }

    /** {@return the key of most of them, as far as its slot goes} */
    String slotKey() {
        return "{" + tag + "}";
    }

    private String name(String each) {
        return slotKey() + each;
    }
}
