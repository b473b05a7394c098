package io.holdfast.memory;

import io.holdfast.LockKind;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Held;
import io.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one lock should do, written to be plain rather than fast: whole milliseconds, a list, and the rules as sentences.
 * The steps of a {@link ClaimHistory} are checked against it.
 */
final class ClaimModel {

    /** A place in the queue. It holds if it has tokens. */
    static final class Place {
        final Ask ask;
        final int session;
        long since;
        long seen;

        @Nullable
        Tokens tokens;

        long ownedUntil;
        long keptUntil;

        Place(Ask ask, int session, long now) {
            this.ask = ask;
            this.session = session;
            this.since = now;
        }
    }

    /** In the order of joining. */
    final List<Place> queue = new ArrayList<>();

    /** Owner ids that must not be granted again, and until when that is promised. */
    final Map<String, Long> usedUp = new HashMap<>();

    /** What was signalled, to which session. */
    final List<String> signals = new ArrayList<>();

    long now;
    long lastToken;

    /** How much there is, while anybody is in the queue. */
    int capacity;

    void advance(long millis) {
        now += millis;
    }

    /** {@return the answer; empty if the name is in use as another kind of lock} */
    Optional<Answer> acquire(Ask ask, boolean join, int session) {
        timePasses();
        if (refuses(ask)) {
            return Optional.empty();
        }
        boolean wasThere = find(ask.owner()) != null;
        comeIn(ask, session);
        grantWhoFits(ask.owner());
        Place place = find(ask.owner());
        if (place != null && place.tokens == null && !wasThere && !join) {
            queue.remove(place);
            return Optional.of(new Answer.Busy(untilSomethingEnds(), firstHolder()));
        }
        return Optional.of(answer(ask.owner()));
    }

    Answer poll(Ask ask) {
        timePasses();
        Place place = find(ask.owner());
        if (place != null) {
            place.seen = now;
        }
        grantWhoFits(ask.owner());
        return answer(ask.owner());
    }

    Optional<Duration> renew(Held held) {
        timePasses();
        Place place = owned(held);
        if (place != null) {
            place.ownedUntil = Math.max(place.ownedUntil, now + held.lease().toMillis());
            place.keptUntil = Math.max(
                    place.keptUntil, place.ownedUntil + held.lockDelay().toMillis());
        }
        grantWhoFits("");
        return place == null ? Optional.empty() : Optional.of(Duration.ofMillis(place.ownedUntil - now));
    }

    /** {@return whether it was held; empty if the claim that is to join is of another kind} */
    Optional<Boolean> release(Held held, long keepFor, @Nullable Ask rejoin, int session) {
        timePasses();
        if (rejoin != null && refuses(rejoin)) {
            return Optional.empty();
        }
        Place place = owned(held);
        if (place != null) {
            place.ownedUntil = now;
            place.keptUntil = now + keepFor;
            queue.removeIf(any -> any == place && keepFor == 0);
        }
        if (rejoin != null) {
            comeIn(rejoin, session);
        }
        grantWhoFits(rejoin == null ? "" : rejoin.owner());
        return Optional.of(place != null);
    }

    /** {@return the answer; empty if the name is in use as another kind of lock} */
    Optional<Answer> downgrade(Held writer, Ask reader, int session) {
        timePasses();
        if (refuses(reader)) {
            return Optional.empty();
        }
        Place place = owned(writer);
        if (place != null && find(reader.owner()) == null && !usedUp.containsKey(reader.owner())) {
            Place heir = new Place(reader, session, now);
            grant(heir, true);
            queue.set(queue.indexOf(place), heir);
        }
        grantWhoFits("");
        return Optional.of(answer(reader.owner()));
    }

    /** {@return whether the semaphore has the new number now; empty if the name is in use otherwise} */
    Optional<Boolean> resize(int from, int to) {
        timePasses();
        boolean known = !queue.isEmpty() && capacity == to && isSemaphore();
        if (!queue.isEmpty() && !known) {
            if (capacity != from || !isSemaphore()) {
                return Optional.empty();
            }
            capacity = to;
            List<Place> hopeless = waiters().stream()
                    .filter(place -> place.ask.demand().units() > to)
                    .toList();
            hopeless.forEach(place -> useUp(place.ask));
            queue.removeAll(hopeless);
        }
        grantWhoFits("");
        return Optional.of(!queue.isEmpty());
    }

    private boolean isSemaphore() {
        return queue.get(0).ask.demand().kind() == LockKind.SEMAPHORE;
    }

    /** {@return whether there was anything to abandon} */
    boolean abandon(Ask ask) {
        timePasses();
        boolean removed = queue.removeIf(
                place -> place.ask.owner().equals(ask.owner()) && (place.tokens == null || now < place.ownedUntil));
        useUp(ask);
        grantWhoFits("");
        return removed;
    }

    Answer answer(String owner) {
        Place place = find(owner);
        if (place == null || (place.tokens != null && now >= place.ownedUntil)) {
            return new Answer.Gone();
        }
        return place.tokens == null
                ? new Answer.Waiting(place.ask.grantLease(), untilSomethingEnds(), firstHolder())
                : new Answer.Granted(place.tokens, Duration.ofMillis(place.ownedUntil - now));
    }

    List<Place> holders() {
        return queue.stream().filter(place -> place.tokens != null).toList();
    }

    List<Place> waiters() {
        return queue.stream().filter(place -> place.tokens == null).toList();
    }

    private void timePasses() {
        List<Place> over = queue.stream()
                .filter(place -> place.tokens == null ? now >= place.seen + 60_000 : now >= place.keptUntil)
                .toList();
        over.forEach(place -> useUp(place.ask));
        queue.removeAll(over);
    }

    private void useUp(Ask ask) {
        usedUp.put(
                ask.owner(),
                now + Math.max(60_000, ask.lease().plus(ask.lockDelay()).toMillis()));
    }

    private boolean refuses(Ask ask) {
        return !queue.isEmpty()
                && (queue.get(0).ask.demand().kind() != ask.demand().kind()
                        || capacity != ask.demand().capacity());
    }

    private void comeIn(Ask ask, int session) {
        if (find(ask.owner()) == null && !usedUp.containsKey(ask.owner())) {
            capacity = queue.isEmpty() ? ask.demand().capacity() : capacity;
            queue.add(new Place(ask, session, now));
        }
        Place place = find(ask.owner());
        if (place != null) {
            place.seen = now;
        }
    }

    /** As long as the first of the living who wait fits beside those who hold, it is granted. */
    private void grantWhoFits(String asker) {
        while (true) {
            Optional<Place> first =
                    waiters().stream().filter(place -> now < place.seen + 3_000).findFirst();
            long taken = holders().stream()
                    .mapToLong(place -> place.ask.demand().units())
                    .sum();
            if (first.isEmpty() || taken + first.get().ask.demand().units() > capacity) {
                return;
            }
            grant(first.get(), first.get().ask.owner().equals(asker));
        }
    }

    private void grant(Place place, boolean asking) {
        Ask ask = place.ask;
        Tokens tokens = new Tokens(lastToken, lastToken);
        if (ask.demand().kind() == LockKind.SEMAPHORE) {
            tokens = Tokens.NONE;
        } else if (ask.demand().exclusive()) {
            tokens = new Tokens(lastToken + 1, lastToken + ask.block());
            lastToken += ask.block();
        }
        place.tokens = tokens;
        place.since = now;
        place.ownedUntil = now + (asking ? ask.lease() : ask.grantLease()).toMillis();
        place.keptUntil = place.ownedUntil + ask.lockDelay().toMillis();
        if (!asking) {
            signals.add(place.session + ": " + ask.owner() + " " + tokens.first() + "-" + tokens.last());
        }
    }

    private @Nullable Place find(String owner) {
        return queue.stream()
                .filter(place -> place.ask.owner().equals(owner))
                .findFirst()
                .orElse(null);
    }

    private @Nullable Place owned(Held held) {
        Place place = find(held.owner());
        boolean matches =
                place != null && place.tokens != null && place.tokens.first() == held.token() && now < place.ownedUntil;
        return matches ? place : null;
    }

    private Duration untilSomethingEnds() {
        long end = holders().stream()
                .map(place -> place.keptUntil)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        return Duration.ofMillis(Math.max(1, end - now));
    }

    private String firstHolder() {
        return holders().get(0).ask.owner();
    }
}
