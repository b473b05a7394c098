package io.holdfast.faults;

import java.util.List;
import java.util.Map;

/** What stands on a stage and keeps the locks: servers of some kind, or a file. */
interface Site extends AutoCloseable {

    /** {@return where clients find it} */
    String uri();

    /** Makes all well before a round, whatever was done to it. */
    void settle();

    /**
     * {@return the ports of some of its servers; of all that clients ask, if it is not about some}
     *
     * @param aim which is the first
     * @param count how many keep locks
     */
    List<Integer> ports(int aim, int count);

    /** {@return numbers that show what its servers have met; those that are missing are not counted here} */
    Map<String, Long> counters();

    /**
     * {@return what clients that have closed could have left here}
     *
     * @param scene who and what was there
     * @param pardon what may stay
     */
    List<Leftover> leftovers(Scene scene, Pardon pardon);

    /** Ends it, and deletes what it wrote. */
    @Override
    void close();
}
