package io.holdfast;

import java.time.Duration;
import java.util.Optional;

/**
 * A number of permits, shared between processes: as many holders at a time as there are permits.
 *
 * <pre>{@code
 * Semaphore licences = holdfast.semaphore("licences", 5);
 * try (Lease lease = licences.acquire(2)) {
 *     render();
 * }
 * }</pre>
 *
 * <p>Who waits stands in a queue: one that wants many permits is not starved by those who want few and come later.
 * Each acquisition has a lease of its own; the permits of a holder that died come back when that ends.
 *
 * <p>A permit makes no fencing claim: its {@link Lease#token()} is 0. Holders act at the same time, so there is no order
 * between them in which a resource could refuse the older one.
 *
 * <p>Everybody who uses the semaphore has to name the same number of permits: while it is held or waited for, one who
 * names another number gets an {@link InvalidLockException} that tells both. {@link #resize} changes it on purpose.
 *
 * <p>This object is a light handle, as a {@link DistributedLock} is.
 */
public interface Semaphore {

    /**
     * {@return the name of the semaphore}
     */
    String name();

    /**
     * {@return how many permits there are}
     */
    int permits();

    /**
     * Waits for some permits for as long as it takes.
     *
     * @param count how many, all with one lease
     * @return the lease, valid
     * @throws InvalidLockException if there never are so many, or it is less than one
     * @throws InterruptedException if the thread was interrupted before or while it waited; it does not hold them
     */
    default Lease acquire(int count) throws InterruptedException {
        return permits(count).acquire();
    }

    /**
     * Waits for some permits for a while.
     *
     * @param count how many, all with one lease
     * @param atMost how long to wait; zero or less means not at all
     * @return the lease, valid
     * @throws InvalidLockException if there never are so many, or it is less than one
     * @throws LockTimeoutException if they were not to be had in that time
     * @throws InterruptedException if the thread was interrupted before or while it waited; it does not hold them
     */
    default Lease acquire(int count, Duration atMost) throws InterruptedException {
        return permits(count).acquire(atMost);
    }

    /**
     * Takes some permits if they are free and nobody waits, and does not wait otherwise.
     *
     * @param count how many, all with one lease
     * @return the lease, or empty if there are too few
     * @throws InvalidLockException if there never are so many, or it is less than one
     */
    default Optional<Lease> tryAcquire(int count) {
        return permits(count).tryAcquire();
    }

    /**
     * {@return some permits, to be acquired in every way that a lock can be}
     *
     * <p>Its {@link DistributedLock#asLock()} is unsupported: a {@code java.util.concurrent} lock belongs to one thread
     * that may enter again, and a permit belongs to none.
     *
     * @param count how many, all with one lease
     * @throws InvalidLockException if there never are so many, or it is less than one
     */
    DistributedLock permits(int count);

    /**
     * Changes how many permits there are, while the semaphore is in use.
     *
     * <p>Whoever holds permits keeps them, also above the new number, until it releases them; whoever waits keeps its
     * place. From then on the old number is refused: this handle, and all others that name it, get an
     * {@link InvalidLockException} that tells both numbers, and so does one that waits for more than there are now. The
     * store keeps the number only while somebody holds or waits, so everybody has to name the new one sooner or later.
     *
     * <p>If the store did not answer, it may be called again: what is done already stays as it is.
     *
     * @param permits how many there are to be
     * @return a handle that names the new number
     * @throws InvalidLockException if the number is less than one, the semaphore has a third number by now, or the store
     *     cannot do this
     * @throws StoreUnavailableException if the store could not be reached; it is not known whether this was done
     */
    Semaphore resize(int permits);

    /**
     * {@return the same semaphore, acquired with other options}
     *
     * @param options the options to use, all of them
     */
    Semaphore with(LockOptions options);
}
