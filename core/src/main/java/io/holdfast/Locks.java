package io.holdfast;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A look at the locks in a store: who holds what, since when, until when, and who waits in which order.
 *
 * <p>What it tells was true at one moment at the store, and may be over when it is read. It is for people and for
 * monitoring; to decide anything, acquire the lock.
 */
public interface Locks {

    /**
     * {@return what the store knows of a lock; empty if nobody holds it or waits for it}
     *
     * @param name the name of the lock
     * @throws InvalidLockException if that cannot be the name of a lock
     * @throws StoreUnavailableException if the store cannot be reached
     */
    Optional<LockInfo> find(String name);

    /**
     * {@return the locks that are held or waited for whose names start with a prefix}
     *
     * <p>They are fetched page by page as the stream is read, in no particular order. A lock that is held all the time
     * is there; one that comes or goes meanwhile may be missed, or in rare cases appear twice.
     *
     * @param prefix what the names start with; empty for all
     * @throws StoreUnavailableException if the store cannot be reached, here or while the stream is read
     */
    Stream<LockInfo> list(String prefix);

    /**
     * {@return clients that wait for each other in a circle, in whatever processes: each client in one circle at most}
     *
     * <p>Looks at all those locks twice, so that every circle it finds was there, all of it, at a moment between. It is
     * found client by client: if it is one thread of a client that holds a lock and another one that waits, the circle
     * may open by itself, and one that is still there a while later will not. Nor does it see what a client waits for
     * elsewhere. Of permits only those holders count without whom there cannot be enough.
     *
     * @param prefix what the names of the locks start with; empty for all
     * @throws StoreUnavailableException if the store cannot be reached
     */
    List<Deadlock> deadlocks(String prefix);

    /**
     * Takes a lock away from one who holds it, for people who know that it has to be.
     *
     * <p>It is that claim that ends, as it was seen: if it is over already, whoever came after it is safe. Who waits is
     * next, and every token from then on is greater than all of that holder's.
     *
     * <p>The holder is not asked. It hears of it from the store, or at its next renewal: until then it believes that it
     * holds the lock, at most for the {@linkplain ClaimInfo#remaining() time} that the store would have kept it. Have the
     * lock stay closed for that time and nobody acts beside it; open it at once only if the holder is known to be dead, or
     * if what it writes to refuses old tokens.
     *
     * @param lock the lock, as it was seen
     * @param holder one of its holders
     * @param keepFor for how long from now on the lock stays closed; zero to open it at once
     * @return whether it was taken away; false if that holder had it no more, or is none of Holdfast's
     * @throws IllegalArgumentException if that is no holder of that lock
     * @throws StoreUnavailableException if the store could not be reached; it is not known whether this was done, and it
     *     may be done again
     */
    boolean forceRelease(LockInfo lock, ClaimInfo holder, Duration keepFor);
}
