package io.holdfast.spi;

import io.holdfast.InvalidLockException;
import io.holdfast.LockInfo;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One client's connection to a store: all that the engine asks of it.
 *
 * <p>Liveness is a matter between the store and the session: where each claim has a deadline of its own (Redis, SQL) a
 * renewal moves it; where claims live as long as a session or lease of the connection does (ZooKeeper, etcd) a renewal
 * only confirms that this one is alive, and the session itself ends a claim that was not renewed within its lease and
 * lock delay. Either way the answer says for how long the store will keep the claim, counted from when the request was
 * sent, and that is all the engine relies on.
 *
 * <p>For every operation:
 *
 * <ul>
 *   <li>It does not block, and its stage completes within a bounded time: the store has a time-out of its own.
 *   <li>It takes effect at one moment as others see it; what a failure leaves half done, {@link #abandon} removes.
 *   <li>Completing exceptionally means that it is <em>unknown</em> whether it was executed, or will be; except for
 *       {@link io.holdfast.InvalidLockException} and {@link io.holdfast.StoreConfigurationException}, which mean that it
 *       was not and never will be. The session repeats no request whose outcome is unknown (one that was certainly
 *       not executed, such as one that met a moved slot or lost to a deadlock, it may), so that a request that was
 *       answered has no other copy under way.
 *   <li>A request that can join is sent once per owner id. The engine follows an unknown {@link #acquire} or
 *       {@link #acquireAll} by {@link #abandon}, for each claim. After an unknown {@link #release} it abandons the id that was to join, if there was one, and
 *       repeats the release without it.
 *   <li>The owner is always compared, and the token where the store keeps it with the claim. An owner id is granted at
 *       most once; one that was abandoned, never again.
 *   <li>Whatever finds that a claim's time is over treats it as gone, by the store's clock and not the client's, and
 *       grants to the claims that now fit: first come, first served among the living. One who waits and was not heard
 *       of for {@link #DEAD_AFTER} is passed over but keeps its place; after {@link #FORGET_AFTER} it is dropped.
 *   <li>Whoever is granted while it was not asking is told by {@link Signals#granted}, last of all.
 * </ul>
 */
public interface StoreSession {

    /** How often one who waits is heard of at least: the engine polls at this interval, or sooner. */
    Duration HEARTBEAT = Duration.ofSeconds(1);

    /** After what silence one who waits is passed over when the lock becomes free. It keeps its place. */
    Duration DEAD_AFTER = Duration.ofSeconds(3);

    /**
     * After what silence one who waits is dropped from the queue. A store whose claims live as long as a session drops
     * them with the session instead, and their places with them.
     */
    Duration FORGET_AFTER = Duration.ofSeconds(60);

    /**
     * For how long at most a grant is kept that nobody asked for at that moment, until its owner renews it: longer than
     * a heartbeat and a command's time-out, short enough if the owner is dead.
     */
    Duration GRANT_LEASE = Duration.ofSeconds(3);

    /**
     * {@return completes when the store was reached for the first time, exceptionally if it was not in time; later
     * operations then go on trying to connect}
     */
    CompletionStage<Void> ready();

    /**
     * Asks for a lock. Granted if the claim fits right behind the claims that are there and living; otherwise it joins
     * the queue's tail, or leaves no trace.
     *
     * <p>A second copy of the same request changes nothing and gets the current state. A claim that was abandoned, or
     * that is over as far as the store remembers, gets {@link Answer.Gone}.
     *
     * @param ask the claim
     * @param join whether to join the queue if it is not granted
     * @return granted, waiting (only if it was to join), busy, or gone
     */
    CompletionStage<Answer> acquire(Ask ask, boolean join);

    /**
     * {@return whether one step can take all of these locks; it costs no request, and takes nothing}
     *
     * <p>They may live apart, such as in different slots of a Cluster, or be too many for one request. Only asked of a
     * store that declares {@link Capabilities.Feature#TOGETHER}.
     *
     * @param names the locks, each once
     */
    default boolean isTogether(Collection<String> names) {
        return false;
    }

    /**
     * Asks for several mutexes in one step: all of them are granted, or none. Each is granted as by {@link #acquire}, and
     * nothing joins a queue.
     *
     * <p>If one of them cannot be granted now, none is, and no claim leaves a trace. Then those that stand in the way are
     * answered with {@link Answer.Busy} and their holder, and those that do not with {@link Answer.Busy} and an empty one.
     * A lock that is free while somebody living waits for it goes to whoever waits first, as ever, and stands in the way.
     *
     * <p>A second copy of the same request changes nothing and gets the current state of each claim. If one of the claims
     * was abandoned, or is over as far as the store remembers, that one gets {@link Answer.Gone} and nothing is granted.
     * If one of the names is in use as another kind of lock, the whole request is refused.
     *
     * <p>Only asked of a store that declares {@link Capabilities.Feature#TOGETHER}, and about locks for which
     * {@link #isTogether} answered that this can be done.
     *
     * @param asks the claims, each to a mutex of another name, under an owner id of its own
     * @return for each claim, in that order: granted, busy, or gone
     */
    default CompletionStage<List<Answer>> acquireAll(List<Ask> asks) {
        return CompletableFuture.failedFuture(new InvalidLockException(
                asks.get(0).name(), "This store cannot take several locks in one step: acquire them singly.", null));
    }

    /**
     * Looks after a claim that joined the queue, and is its sign of life. Never joins.
     *
     * @param ask the claim, as it was when it joined
     * @return granted, with what is left of the grant; waiting; or gone
     */
    CompletionStage<Answer> poll(Ask ask);

    /**
     * Renews claims. Never shortens what is left, and never brings back what is gone.
     *
     * @param claims the claims; their order means nothing
     * @return for each claim, in that order, how long the store will keep it at least, counted from when the request was
     *     sent and without a lock delay; empty if that owner holds it no more. Each completes by itself, so that one
     *     part of a store that does not answer does not delay the others.
     */
    List<CompletionStage<Optional<Duration>>> renew(List<Held> claims);

    /**
     * Gives a claim back, and in the same step grants to those who now fit and joins a new claim behind them. The new
     * claim joins whether or not the old one was still held, unless it was abandoned before.
     *
     * @param held the claim
     * @param keepFor for how long the lock is to stay taken, if the claim was still held, by a claim that nobody owns and
     *     that outlives this session; zero for not at all
     * @param rejoin a claim under a new owner id that joins behind those who wait already
     * @return what came of it
     */
    CompletionStage<Freed> release(Held held, Duration keepFor, Optional<Ask> rejoin);

    /**
     * Turns a writer into a reader, at its place in the queue, and in the same step grants to the readers behind it who
     * now fit. No writer holds the lock in between.
     *
     * <p>It may be repeated after an answer was lost. If the reader holds already, it stays as it is and the answer tells
     * what is left of its grant. If the writer does not hold, or the reader's id was abandoned, nothing is changed and
     * the answer is {@link Answer.Gone}.
     *
     * <p>Only asked of a store that declares {@link Capabilities.Feature#DOWNGRADE}.
     *
     * @param writer the claim that holds, of a writer
     * @param reader the claim that takes its place, under a new owner id; granted for its lease
     * @return granted, with the token of a reader right after that writer; or gone
     */
    default CompletionStage<Answer> downgrade(Held writer, Ask reader) {
        return CompletableFuture.failedFuture(new InvalidLockException(
                writer.name(),
                "This store cannot turn a writer into a reader: release the lock, and acquire it.",
                null));
    }

    /**
     * Changes how many permits a semaphore has, while it is held or waited for, and in the same step grants to those who
     * now fit. Whoever holds keeps what it has, also above the new number; whoever waits keeps its place, except one that
     * wants more than there are now: that leaves the queue, and its poll is answered with {@link Answer.Gone}. From then
     * on a claim that names another number than the new one is refused, as ever.
     *
     * <p>It may be repeated after an answer was lost: a semaphore that has the new number already stays as it is. One
     * that nobody holds or waits for has no number, and nothing is changed.
     *
     * <p>Only asked of a store that declares {@link Capabilities.Feature#RESIZE}.
     *
     * @param name the semaphore
     * @param from how many permits it has, as the caller knows it
     * @param to how many it is to have
     * @return whether it has the new number now; false if it has none, since nobody holds or waits. Completes with
     *     {@link InvalidLockException} if the name is in use as something else, or with a third number, which the
     *     message tells
     */
    default CompletionStage<Boolean> resize(String name, int from, int to) {
        return CompletableFuture.failedFuture(new InvalidLockException(
                name, "This store cannot change the number of a semaphore's permits while it is in use.", null));
    }

    /**
     * Sees to it that an owner id neither waits nor holds, whatever became of its requests. Doing so to one that is not
     * there is not an error.
     *
     * @param ask the claim, as it was when it asked
     * @return whether it is now certain that no late copy of a request can bring it back (a mark was left for it, or
     *     the order of requests rules it out); if not, the engine repeats it for a whole lease
     */
    CompletionStage<Boolean> abandon(Ask ask);

    /**
     * Looks at one lock. Changes nothing.
     *
     * @param name the lock
     * @return what is known of it; empty if nobody holds it or waits for it
     */
    CompletionStage<Optional<LockInfo>> inspect(String name);

    /**
     * Looks at the locks whose names start with a prefix, page by page. Changes nothing.
     *
     * @param prefix what the names start with
     * @param cursor where to go on, as the last page said; empty to begin
     * @param limit how many locks about a page should have
     * @return a page
     */
    CompletionStage<Page> list(String prefix, Optional<String> cursor, int limit);

    /**
     * Ends the session. The engine has released or abandoned all of its claims before, as far as the store answered.
     * Requests that are still unanswered complete exceptionally. No signal comes afterwards. May wait for a moment.
     */
    void close();
}
