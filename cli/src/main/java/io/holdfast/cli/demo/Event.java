package io.holdfast.cli.demo;

/**
 * What a worker says of itself: in one line, its kind and what belongs to it.
 *
 * @param worker who says it
 * @param kind what happened
 * @param details what belongs to it, with blanks between
 */
record Event(WorkerProcess worker, Kind kind, String details) {

    /** What can happen. */
    enum Kind {
        /** It has read the stock, under its lock if it has one, and waits for the customer to pay: LEFT TOKEN. */
        INSIDE,
        /** It has written down a sale: LEFT. */
        SOLD,
        /** The shop has refused its sale: HIGHER-TOKEN. */
        REFUSED,
        /** It has given back a lock: the number of the WORKER whose it was; 0 if there was none, -1 if nobody knows. */
        RELEASED,
        /** It was told, when it gave back its lease, that this had been lost. */
        LOST,
        /** It has done what it was told. */
        DONE,
        /** It could not do what it was told: EXIT-CODE REASON. */
        FAILED,
        /** Its process has ended, which it does not say itself. */
        ENDED
    }

    /** Reads a line. */
    static Event of(WorkerProcess worker, String line) {
        String[] words = line.split(" ", 2);
        return new Event(worker, Kind.valueOf(words[0]), words.length == 1 ? "" : words[1]);
    }

    /** {@return the first of its details, a number} */
    int number() {
        return Integer.parseInt(details.split(" ", -1)[0]);
    }

    /** {@return the last of its details, a number} */
    long token() {
        return Long.parseLong(details.substring(details.lastIndexOf(' ') + 1));
    }

    /** {@return whether a lock that was given back was not the worker's own} */
    boolean isOfAnother() {
        return number() != 0 && number() != worker.number();
    }

    /** {@return whose lock was given back, in words} */
    String owner() {
        return number() > 0 ? "worker " + number() : "another";
    }
}
