package io.holdfast;

import java.util.Map;

/**
 * Several locks, held together: one lease for all of them.
 *
 * <p>It is valid while each of them is, and lost as soon as one is; the others then stay taken until it is released or
 * closed. Releasing it releases all.
 */
public interface MultiLease extends Lease {

    /**
     * {@return the fencing token of each lock, by its name: what a resource is to be given that this lock guards}
     */
    Map<String, Long> tokens();

    /**
     * {@return the fencing token of the first lock, in the order of the names: greater than that of every earlier lease
     * of the same set of locks}
     *
     * <p>A resource that is guarded by one of the locks needs that one's own, from {@link #tokens()}.
     */
    @Override
    long token();

    /**
     * {@return the names of the locks in their order, with a comma between them}
     */
    @Override
    String name();
}
