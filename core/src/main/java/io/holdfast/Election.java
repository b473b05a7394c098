package io.holdfast;

import java.util.Optional;

/**
 * One leader among those who take part, in whatever processes.
 *
 * <pre>{@code
 * Election election = holdfast.election("scheduler");
 * Candidacy candidacy = election.takePart("http://10.0.0.7:8080", new ElectionListener() {
 *     public void elected(long token) { scheduler.start(token); }
 *     public void ceased() { scheduler.stop(); }
 * });
 * }</pre>
 *
 * <p>Whoever leads holds the lock of the same name, so all that is promised of a lock is promised of a leader: there is
 * one while its lease is valid, its token is greater than that of every leader before, and it stops leading, by its own
 * clock, before another can be elected.
 *
 * <p>This object is a light handle, as a {@link DistributedLock} is. What takes part is a {@link Candidacy}.
 */
public interface Election {

    /**
     * {@return the name of the election}
     */
    String name();

    /**
     * Begins to take part, and goes on until the candidacy is closed: whoever loses the leadership stands again by
     * itself. Does not wait.
     *
     * @param data what others are to know of this candidate if it leads, such as its address; at most 1024 bytes in
     *     UTF-8, and empty for nothing
     * @param listener told what comes of it
     * @return the candidacy
     * @throws InvalidLockException if the data are too long, or there are some and the store cannot keep them
     */
    Candidacy takePart(String data, ElectionListener listener);

    /**
     * {@return who leads, as the store knows it; empty if nobody does}
     *
     * <p>It was true at one moment and may be over when it is read. To be sure that it is oneself, ask
     * {@link Candidacy#isLeader()}.
     *
     * @throws StoreUnavailableException if the store cannot be reached
     */
    Optional<Leader> leader();

    /**
     * {@return the same election, taken part in with other options}
     *
     * @param options the options to use, all of them; the lease says after what time a leader that died is replaced
     */
    Election with(LockOptions options);
}
