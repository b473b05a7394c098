package io.holdfast.benchmarks.measure;

/** Something that is measured, with the heading of its column. */
public enum Metric {
    /** Locks acquired and released in a second, by all threads together. */
    CYCLES("cycles/s", "%,.0f"),
    /** What half of all waits did not exceed, from the call of lock to its return. */
    P50("p50 µs", "%,.0f"),
    /** What 99 % of the waits did not exceed. */
    P99("p99 µs", "%,.0f"),
    /** The longest wait. */
    MAXIMUM("max µs", "%,.0f"),
    /** Requests for each acquisition, as the server counts them. */
    REQUESTS("requests", "%.3f"),
    /** Transactions that write, for each acquisition, as a server counts them that has such. */
    COMMITS("commits", "%.3f"),
    /** How often the thread that had it least often had the lock. */
    FEWEST("fewest", "%,.0f"),
    /** How often the thread that had it most often had the lock. */
    MOST("most", "%,.0f"),
    /** Fewest in parts of most. */
    EVENNESS("even", "%.2f"),
    /** Processor time of this JVM for each acquisition. */
    CLIENT_CPU("client µs", "%,.1f"),
    /** Processor time of the server, or all servers, for each acquisition. */
    SERVER_CPU("server µs", "%,.1f"),
    /** Requests in a second while nothing is acquired or released. */
    IDLE_REQUESTS("requests/s", "%,.1f"),
    /** Processor time of the server in a second while nothing is acquired or released. */
    IDLE_SERVER_CPU("server ms/s", "%,.2f"),
    /** Processor time of this JVM in a second while nothing is acquired or released. */
    IDLE_CLIENT_CPU("client ms/s", "%,.2f"),
    /** Heap for each lease that is held. */
    HEAP_PER_LEASE("B/lease", "%,.0f"),
    /** Heap for each thread that waits, without its stack. */
    HEAP_PER_WAITER("B/waiter", "%,.0f"),
    /** Keys at the server for each lock that is held. */
    KEYS_HELD("keys/held", "%.2f"),
    /** Keys at the server for a lock that is held and waited for. */
    KEYS_WAITED("keys/waited", "%.2f"),
    /** Keys that are at the server when all has been released. */
    KEYS_LEFT("keys left", "%,.0f"),
    /** Memory of the server that is used when all has been released, beyond what was before. */
    SERVER_MEMORY_LEFT("server kB left", "%,.0f");

    private final String heading;
    private final String format;

    Metric(String heading, String format) {
        this.heading = heading;
        this.format = format;
    }

    /** {@return what stands above its column} */
    public String heading() {
        return heading;
    }

    /**
     * {@return a value as it is shown to people}
     *
     * @param value in the unit of the heading
     */
    public String text(double value) {
        return String.format(java.util.Locale.ROOT, format, value);
    }
}
