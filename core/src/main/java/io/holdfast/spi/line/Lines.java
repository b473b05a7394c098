package io.holdfast.spi.line;

import io.holdfast.spi.Ask;
import io.holdfast.spi.Environment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Where the lines of all locks are kept: what a store has to do for a {@link LineSession}, over one connection.
 *
 * <p>For every operation: it does not block; its stage completes within a time-out of the store's own; an exception means
 * that it is unknown whether it was executed or will be, except for those that say "never", as
 * {@link io.holdfast.spi.StoreSession} tells. What was certainly not executed it may repeat, and nothing else.
 */
public interface Lines {

    /** Who is told what happens at the store. Called on any thread, and never waits. */
    interface Listener {

        /**
         * Everything that lived by this is gone.
         *
         * @param life what ended
         */
        void ended(Life life);

        /** The connection is in doubt. */
        void suspended();
    }

    /**
     * What came of an entry.
     *
     * @param left whether the place that was to be left in the same step was there
     * @param mine the claim's place; empty if its id was abandoned
     * @param line the line as it was then, or a moment later
     */
    record Entered(boolean left, Optional<Entry> mine, Line line) {}

    /**
     * What those who look see of a claim.
     *
     * @param place its place
     * @param id the number that its tokens are made of
     * @param text what it says of itself, as it was entered
     */
    record Seen(Place place, long id, String text) {}

    /**
     * Some names.
     *
     * @param names locks that have a line, or had one a moment ago
     * @param next where to go on; empty at the end
     */
    record Names(List<String> names, Optional<String> next) {}

    /**
     * Connects, and tells what happens.
     *
     * @param listener whom
     * @return completes when the store was reached for the first time
     */
    CompletionStage<Void> open(Listener listener);

    /**
     * Enters a claim at the end of its line, once for an owner id, to live by something that lasts for its lease and lock
     * delay as far as the store has such; in the same step another place may be left.
     *
     * @param leaving a place of the same lock to leave; null if none
     * @param ask the claim
     * @param text what it says of itself
     * @return what came of it; the line is not older than the entry
     */
    CompletionStage<Entered> enter(@Nullable Place leaving, Ask ask, String text);

    /**
     * {@return the line of a lock; everyone who still stands before a place that this session has entered is in it}
     *
     * @param name the lock
     */
    CompletionStage<Line> look(String name);

    /**
     * Leaves a place, which may be another client's.
     *
     * @param name the lock
     * @param place the place
     * @return whether it was there
     */
    CompletionStage<Boolean> leave(String name, Place place);

    /**
     * Leaves a place, and has {@link Place#NOBODY} stand there in the same step.
     *
     * @param name the lock
     * @param place the place
     * @param time for how long, also if this client dies
     * @return the new place; empty if the old one was not there
     */
    CompletionStage<Optional<Place>> close(String name, Place place, Duration time);

    /**
     * Has another claim take a place of this session's, in one step.
     *
     * @param place the place
     * @param heir the claim that takes it
     * @param text what that says of itself
     * @return the heir's; empty if the place was gone, or the heir's id abandoned
     */
    CompletionStage<Optional<Entry>> inherit(Place place, Ask heir, String text);

    /**
     * An entry that is to be confirmed.
     *
     * @param name the lock
     * @param entry the entry
     * @param time how long it is to last from now on if nothing more is heard of this client, as far as the store has such
     */
    record Confirmation(String name, Entry entry, Duration time) {}

    /**
     * Confirms that entries of this session are there, and has them live by something that lasts.
     *
     * @param entries the entries
     * @return for each, in that order, what it lives by; empty if it is gone. Each completes by itself
     */
    List<CompletionStage<Optional<Life>>> confirm(List<Confirmation> entries);

    /**
     * Makes it known that an entry waits, and may live by something short; or that it was granted, though nobody left.
     *
     * @param name the lock
     * @param entry the entry
     * @param waits whether it waits
     * @return what it lives by now; empty if it is gone
     */
    CompletionStage<Optional<Life>> settle(String name, Entry entry, boolean waits);

    /**
     * Sees to it that an owner id does not stand in line, and never will.
     *
     * @param ask the claim
     * @return whether that is certain
     */
    CompletionStage<Boolean> abandon(Ask ask);

    /**
     * {@return the number that readers are told, the same until it is {@linkplain #raise raised}}
     *
     * @param name the lock; a claim of this session holds it
     */
    CompletionStage<Long> epoch(String name);

    /**
     * Raises the number that readers are told.
     *
     * @param name the lock
     * @param place the writer's, which holds the lock
     * @param epoch the number
     * @return whether the place is still there; if not, nothing was done
     */
    CompletionStage<Boolean> raise(String name, Place place, long epoch);

    /**
     * Tells once when a place is left or {@linkplain #settle settled}, or when any place of the line is left. Nothing is
     * told if the connection breaks.
     *
     * @param name the lock
     * @param line the line, as it was seen
     * @param place the place; empty for any
     * @param then whom to tell; at once if it was left already
     * @return a way to be told no more
     */
    Environment.Cancellable watch(String name, Line line, Optional<Place> place, Runnable then);

    /**
     * {@return all who stand in line for a lock, in their order}
     *
     * @param name the lock
     */
    CompletionStage<List<Seen>> inspect(String name);

    /**
     * {@return names of locks}
     *
     * @param prefix what they start with
     * @param cursor where to go on; empty to begin
     * @param limit how many about
     */
    CompletionStage<Names> names(String prefix, Optional<String> cursor, int limit);

    /** Ends the connection, and with it all that lives by it. */
    void close();
}
