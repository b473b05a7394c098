package io.holdfast.spi.line;

import io.holdfast.ClaimInfo;
import io.holdfast.HoldfastClosedException;
import io.holdfast.LockInfo;
import io.holdfast.LockKind;
import io.holdfast.StoreConfigurationException;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Environment;
import io.holdfast.spi.Freed;
import io.holdfast.spi.Held;
import io.holdfast.spi.Page;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.StoreSession;
import io.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A session on a store that keeps {@link Lines}: who holds a lock is nowhere written, but follows from who stands in line.
 *
 * <p>A claim is granted when its client sees that it fits beside all who stand before it. What the store cannot do for a
 * single claim, since they live and die together, is done here: a claim that is not renewed within its lease leaves the line
 * when that and its lock delay are over, and one that is granted while nobody asks has its short grant lease.
 */
public final class LineSession implements StoreSession {

    /** So many tokens are there for each entry: its id has that many bits to spare. */
    private static final int BLOCK_BITS = 5;

    private static final Duration AGAIN = Duration.ofSeconds(1);
    private static final Answer GONE = new Answer.Gone();

    private final Lines lines;
    private final SessionContext context;
    private final Duration silence;
    private final CompletionStage<Void> ready;
    private final Map<String, Mine> claims = new ConcurrentHashMap<>();
    private final Marks abandoned = new Marks();

    /** The places that readers are to take over, until it is known whether they did. */
    private final Map<String, Place> heirs = new ConcurrentHashMap<>();

    private volatile boolean closed;

    /**
     * A session.
     *
     * @param lines the store
     * @param context who the client is, whom to tell, and what time it is
     * @param silence for how long a claim is kept at most though nothing is heard of its client, for those who look
     */
    public LineSession(Lines lines, SessionContext context, Duration silence) {
        this.lines = lines;
        this.context = context;
        this.silence = silence;
        this.ready = lines.open(new Lines.Listener() {
            @Override
            public void ended(Life life) {
                claims.values().stream()
                        .filter(mine -> mine.entry().life() == life)
                        .forEach(LineSession.this::lost);
            }

            @Override
            public void suspended() {
                context.signals().suspended();
            }
        });
    }

    @Override
    public CompletionStage<Void> ready() {
        return ready;
    }

    // ---- asking

    @Override
    public CompletionStage<Answer> acquire(Ask ask, boolean join) {
        long sent = now();
        if (abandoned.contains(ask.owner())) {
            return done(GONE);
        }
        if (claims.containsKey(ask.owner())) {
            return poll(ask);
        }
        if (join) {
            return enter(ask, true, sent);
        }
        return lines.look(ask.name()).thenCompose(line -> {
            line.check(ask.name(), ask.demand());
            return line.fits(ask.demand(), line.places().size())
                    ? enter(ask, false, sent)
                    : done(new Answer.Busy(HEARTBEAT, line.holder()));
        });
    }

    private CompletionStage<Answer> enter(Ask ask, boolean join, long sent) {
        return lines.enter(null, ask, text(ask)).thenCompose(entered -> entered(ask, join, sent, entered));
    }

    private CompletionStage<Answer> entered(Ask ask, boolean join, long sent, Lines.Entered entered) {
        Line line = entered.line();
        int index = line.indexOf(ask.owner());
        if (entered.mine().isEmpty() || index < 0) {
            return done(GONE);
        }
        Entry entry = entered.mine().get();
        if (abandoned.contains(ask.owner())) {
            return lines.leave(ask.name(), entry.place()).thenApply(left -> GONE);
        }
        if (!line.places().get(0).demand().isSameUse(ask.demand())) {
            return refused(ask, entry, line);
        }
        boolean holds = line.holds(index);
        if (!holds && !join) {
            return lines.leave(ask.name(), entry.place()).thenApply(left -> new Answer.Busy(HEARTBEAT, line.holder()));
        }
        Mine mine = new Mine(ask, entry);
        claims.put(ask.owner(), mine);
        if (abandoned.contains(ask.owner())) {
            drop(mine);
            return lines.leave(ask.name(), entry.place()).thenApply(left -> GONE);
        }
        return orLeave(
                mine,
                holds
                        ? grant(mine, ask.lease(), sent)
                        : lines.settle(ask.name(), entry, true)
                                .thenApply(life -> waiting(mine, line, index, sent, life)));
    }

    /** The first in line wants something else of the lock: this claim leaves, and is told so. */
    private CompletionStage<Answer> refused(Ask ask, Entry entry, Line line) {
        Place first = line.places().get(0);
        return lines.leave(ask.name(), entry.place())
                .thenCompose(left -> lines.look(ask.name()))
                .thenApply(again -> {
                    if (again.places().contains(first)) {
                        throw ask.demand().refusal(ask.name(), first.demand());
                    }
                    // It has gone: perhaps it was itself refused.
                    return new Answer.Busy(Duration.ofMillis(1), first.owner());
                });
    }

    /** {@return what is answered; a claim that failed for good after it was entered leaves, so that nothing is there} */
    private CompletionStage<Answer> orLeave(Mine mine, CompletionStage<Answer> answer) {
        return answer.exceptionallyCompose(error -> {
            Throwable cause =
                    error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
            if (!(cause instanceof StoreConfigurationException)) {
                return CompletableFuture.failedFuture(error);
            }
            drop(mine);
            return lines.leave(mine.ask().name(), mine.entry().place())
                    .thenCompose(left -> CompletableFuture.failedFuture(error));
        });
    }

    private Answer waiting(Mine mine, Line line, int index, long sent, Optional<Life> life) {
        if (life.isEmpty()) {
            drop(mine);
            return GONE;
        }
        mine.live(life.get());
        watch(mine, line, index);
        return mine.answer(sent, now(), line.holder());
    }

    @Override
    public CompletionStage<Answer> poll(Ask ask) {
        long sent = now();
        Mine mine = claims.get(ask.owner());
        if (mine == null) {
            return closed
                    ? CompletableFuture.failedFuture(new HoldfastClosedException(
                            ask.name(),
                            "The client was closed, so the lock '" + ask.name() + "' is not waited for.",
                            null))
                    : done(GONE);
        }
        if (mine.tokens() != null) {
            return done(mine.answer(sent, sent, ""));
        }
        return lines.look(ask.name()).thenCompose(line -> {
            int index = line.indexOf(ask.owner());
            if (index < 0) {
                drop(mine);
                return done(GONE);
            }
            if (line.holds(index)) {
                return orLeave(mine, grant(mine, ask.lease(), sent));
            }
            watch(mine, line, index);
            return done(mine.answer(sent, now(), line.holder()));
        });
    }

    // ---- being granted

    /** Completes a grant that the line shows, once the number is known that comes with it. */
    private CompletionStage<Answer> grant(Mine mine, Duration lease, long sent) {
        return tokens(mine).thenApply(tokens -> {
            if (tokens.isEmpty()) {
                drop(mine);
                return GONE;
            }
            hold(mine, tokens.get(), lease);
            return mine.answer(sent, now(), "");
        });
    }

    private CompletionStage<Optional<Tokens>> tokens(Mine mine) {
        Ask ask = mine.ask();
        Place place = mine.entry().place();
        Tokens exclusive = tokens(mine.entry().id(), ask.block());
        if (ask.demand().kind() == LockKind.SEMAPHORE) {
            return done(Optional.of(Tokens.NONE));
        }
        if (ask.demand().kind() == LockKind.MUTEX) {
            return done(Optional.of(exclusive));
        }
        // Before a writer is told, so that no reader who comes after it can miss it.
        return ask.demand().exclusive()
                ? lines.raise(ask.name(), place, exclusive.last())
                        .thenApply(there -> there ? Optional.of(exclusive) : Optional.empty())
                : lines.epoch(ask.name()).thenApply(epoch -> Optional.of(new Tokens(epoch, epoch)));
    }

    private static Tokens tokens(long id, int block) {
        long first = id << BLOCK_BITS;
        return new Tokens(first, first + Math.min(Math.max(1, block), 1 << BLOCK_BITS) - 1);
    }

    /** {@return whether it is granted by this, and was not before} */
    private boolean hold(Mine mine, Tokens tokens, Duration lease) {
        if (!mine.hold(tokens, lease, now())) {
            return false;
        }
        mine.stopWatching();
        if (mine.hasWaited() && mine.ask().demand().kind() == LockKind.SEMAPHORE) {
            // Nobody left, but the one behind is now the first of those who wait.
            var unused = lines.settle(mine.ask().name(), mine.entry(), false);
        }
        endInTime(mine);
        return true;
    }

    private void endInTime(Mine mine) {
        if (!mine.endIfOver(now())) {
            mine.timer(context.environment().scheduler().schedule(() -> endInTime(mine), mine.toItsEnd(now())));
        } else if (claims.remove(mine.ask().owner(), mine)) {
            mine.end();
            leave(mine);
        }
    }

    /** Leaves its place, however often that has to be tried: nobody else will do it while this client lives. */
    private void leave(Mine mine) {
        var unused = lines.leave(mine.ask().name(), mine.entry().place()).whenComplete((left, error) -> {
            if (error != null && !closed) {
                context.environment().scheduler().schedule(() -> leave(mine), AGAIN.toNanos());
            }
        });
    }

    // ---- waiting

    private void watch(Mine mine, Line line, int index) {
        Optional<Place> obstacle = line.obstacle(index);
        if (mine.startWatching(obstacle)) {
            mine.watching(obstacle, lines.watch(mine.ask().name(), line, obstacle, () -> obstacleLeft(mine)));
        }
    }

    /** If this fails, the next poll finds out. */
    private void obstacleLeft(Mine mine) {
        mine.stopWatching();
        Ask ask = mine.ask();
        if (claims.get(ask.owner()) != mine || mine.tokens() != null) {
            return;
        }
        var unused = lines.look(ask.name())
                .thenCompose(line -> {
                    int index = line.indexOf(ask.owner());
                    if (index < 0) {
                        lost(mine);
                    } else if (line.holds(index)) {
                        return tokens(mine);
                    } else {
                        watch(mine, line, index);
                    }
                    return done(Optional.empty());
                })
                .thenAccept(tokens -> tokens.ifPresent(given -> handed(mine, given)));
    }

    private void handed(Mine mine, Tokens tokens) {
        Ask ask = mine.ask();
        if (hold(mine, tokens, ask.grantLease())) {
            context.signals().granted(ask.name(), ask.owner(), tokens);
        }
    }

    // ---- holding, and leaving

    @Override
    public List<CompletionStage<Optional<Duration>>> renew(List<Held> renewed) {
        long sent = now();
        List<Lines.Confirmation> confirmations = new ArrayList<>();
        List<@Nullable Mine> mine = new ArrayList<>();
        for (Held held : renewed) {
            Mine claim = claims.get(held.owner());
            boolean holds = claim != null && claim.holds(held, sent);
            mine.add(holds ? claim : null);
            if (claim != null && holds) {
                confirmations.add(new Lines.Confirmation(
                        held.name(), claim.entry(), longer(held.lease(), claim).plus(held.lockDelay())));
            }
        }
        List<CompletionStage<Optional<Life>>> confirmed =
                confirmations.isEmpty() ? List.of() : lines.confirm(confirmations);
        List<CompletionStage<Optional<Duration>>> answers = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < renewed.size(); i++) {
            Held held = renewed.get(i);
            Mine claim = mine.get(i);
            answers.add(
                    claim == null
                            ? done(Optional.empty())
                            : confirmed.get(next++).thenApply(life -> confirmed(claim, held, sent, life)));
        }
        return answers;
    }

    /** {@return what is left of a claim's lease, if that is more than it is renewed by} */
    private Duration longer(Duration lease, Mine claim) {
        Duration left =
                Duration.ofNanos(claim.toItsEnd(now())).minus(claim.ask().lockDelay());
        return left.compareTo(lease) > 0 ? left : lease;
    }

    private Optional<Duration> confirmed(Mine claim, Held held, long sent, Optional<Life> life) {
        if (life.isEmpty()) {
            drop(claim);
            return Optional.empty();
        }
        claim.live(life.get());
        if (!claim.extend(held, sent, now())) {
            return Optional.empty();
        }
        return Optional.of(claim.kept(sent, longer(held.lease(), claim)));
    }

    @Override
    public CompletionStage<Freed> release(Held held, Duration keepFor, Optional<Ask> rejoin) {
        long sent = now();
        Mine claim = claims.get(held.owner());
        if (claim == null) {
            return found(held).thenCompose(place -> release(held.name(), place, keepFor, rejoin, sent));
        }
        if (!claim.holds(held, sent)) {
            return release(held.name(), Optional.empty(), keepFor, rejoin, sent);
        }
        return release(held.name(), Optional.of(claim.entry().place()), keepFor, rejoin, sent)
                .thenApply(freed -> {
                    drop(claim);
                    return freed;
                });
    }

    /** {@return the place of a claim that another session made, or that is gone} */
    private CompletionStage<Optional<Place>> found(Held held) {
        return lines.inspect(held.name()).thenApply(seen -> {
            Line line = line(seen);
            int index = line.indexOf(held.owner());
            if (index < 0 || !line.holds(index)) {
                return Optional.empty();
            }
            boolean other =
                    held.demand().exclusive() && tokens(seen.get(index).id(), 1).first() != held.token();
            return other ? Optional.empty() : Optional.of(line.places().get(index));
        });
    }

    private CompletionStage<Freed> release(
            String name, Optional<Place> place, Duration keepFor, Optional<Ask> rejoin, long sent) {
        boolean keeps = place.isPresent() && keepFor.compareTo(Duration.ZERO) > 0;
        if (rejoin.isEmpty() || keeps) {
            CompletionStage<Boolean> left = place.isEmpty()
                    ? done(false)
                    : keeps ? close(name, place.get(), keepFor) : lines.leave(name, place.get());
            return rejoin.isEmpty()
                    ? left.thenApply(there -> new Freed(there, Optional.empty()))
                    : left.thenCompose(there ->
                            enter(rejoin.get(), true, sent).thenApply(answer -> new Freed(there, Optional.of(answer))));
        }
        Ask ask = rejoin.get();
        if (abandoned.contains(ask.owner())) {
            return release(name, place, keepFor, Optional.empty(), sent)
                    .thenApply(freed -> new Freed(freed.held(), Optional.of(GONE)));
        }
        return lines.enter(place.orElse(null), ask, text(ask))
                .thenCompose(entered -> entered(ask, true, sent, entered)
                        .thenApply(answer -> new Freed(entered.left(), Optional.of(answer))));
    }

    private CompletionStage<Boolean> close(String name, Place place, Duration time) {
        return lines.close(name, place, time).thenApply(closing -> {
            closing.ifPresent(closed -> context.environment()
                    .scheduler()
                    .schedule(
                            () -> {
                                // If this gets lost, the store or whoever looks next does it.
                                var unused = lines.leave(name, closed);
                            },
                            time.toNanos()));
            return closing.isPresent();
        });
    }

    @Override
    public CompletionStage<Answer> downgrade(Held writer, Ask reader) {
        long sent = now();
        if (claims.containsKey(reader.owner())) {
            return poll(reader);
        }
        Mine claim = claims.get(writer.owner());
        // A repetition may find the writer gone, since its place has been taken: by this very reader, perhaps.
        Place place = heirs.get(reader.owner());
        if (place == null && claim != null && claim.holds(writer, sent)) {
            place = claim.entry().place();
        }
        if (place == null || abandoned.contains(reader.owner())) {
            return done(GONE);
        }
        heirs.put(reader.owner(), place);
        return lines.inherit(place, reader, text(reader)).thenCompose(entry -> {
            heirs.remove(reader.owner());
            if (entry.isEmpty()) {
                return done(GONE);
            }
            if (claim != null) {
                drop(claim);
            }
            Mine heir = new Mine(reader, entry.get());
            claims.put(reader.owner(), heir);
            return grant(heir, reader.lease(), sent);
        });
    }

    @Override
    public CompletionStage<Boolean> abandon(Ask ask) {
        long now = now();
        abandoned.leave(ask.owner(), now);
        heirs.remove(ask.owner());
        Mine claim = claims.get(ask.owner());
        if (claim != null && claim.isOver(now)) {
            // It was lost, and stays for its lock delay: leaving is not a way to open the lock sooner.
            return done(true);
        }
        return lines.abandon(ask).thenApply(certain -> {
            if (claim != null) {
                drop(claim);
            }
            return certain;
        });
    }

    private void drop(Mine claim) {
        claims.remove(claim.ask().owner(), claim);
        claim.end();
    }

    private void lost(Mine claim) {
        boolean held = claim.tokens() != null;
        Ask ask = claim.ask();
        if (claims.remove(ask.owner(), claim)) {
            claim.end();
            if (held) {
                context.signals().lost(ask.name(), ask.owner());
            } else {
                context.signals().lookAgain(ask.name());
            }
        }
    }

    // ---- looking

    @Override
    public CompletionStage<Optional<LockInfo>> inspect(String name) {
        return lines.inspect(name).thenCompose(seen -> {
            Line line = line(seen);
            boolean read = !seen.isEmpty() && isRead(line.places().get(0).demand());
            return (read ? lines.epoch(name) : done(0L)).thenApply(epoch -> info(name, seen, line, epoch));
        });
    }

    private static boolean isRead(Demand demand) {
        return demand.kind() == LockKind.READ_WRITE && !demand.exclusive();
    }

    private Optional<LockInfo> info(String name, List<Lines.Seen> seen, Line line, long epoch) {
        List<ClaimInfo> holders = new ArrayList<>();
        List<ClaimInfo> waiters = new ArrayList<>();
        for (int i = 0; i < seen.size(); i++) {
            boolean holds = line.holds(i);
            Demand demand = line.places().get(i).demand();
            long token = !holds || demand.kind() == LockKind.SEMAPHORE
                    ? 0
                    : demand.exclusive() ? tokens(seen.get(i).id(), 1).first() : epoch;
            (holds ? holders : waiters).add(info(seen.get(i), token));
        }
        return line.places().stream()
                .findFirst()
                .map(first ->
                        new LockInfo(name, first.demand().kind(), first.demand().capacity(), holders, waiters));
    }

    private ClaimInfo info(Lines.Seen seen, long token) {
        Place place = seen.place();
        Optional<ClaimText> text = ClaimText.read(seen.text());
        long age = context.environment().clock().wallMillis()
                - text.map(ClaimText::since)
                        .orElse(context.environment().clock().wallMillis());
        Duration lease = text.map(ClaimText::lease).orElse(Duration.ZERO);
        return new ClaimInfo(
                place.owner(),
                text.map(ClaimText::client),
                place.demand().units(),
                token,
                Duration.ofMillis(Math.max(0, age)),
                lease.compareTo(silence) < 0 ? lease : silence,
                text.map(ClaimText::note).orElse(""));
    }

    private static Line line(List<Lines.Seen> seen) {
        return new Line(seen.stream().map(Lines.Seen::place).toList());
    }

    @Override
    public CompletionStage<Page> list(String prefix, Optional<String> cursor, int limit) {
        return lines.names(prefix, cursor, limit).thenCompose(names -> {
            List<CompletableFuture<Optional<LockInfo>>> found = names.names().stream()
                    .map(name -> inspect(name).toCompletableFuture())
                    .toList();
            return CompletableFuture.allOf(found.toArray(new CompletableFuture<?>[0]))
                    .thenApply(all -> new Page(
                            found.stream().flatMap(lock -> lock.join().stream()).toList(), names.next()));
        });
    }

    @Override
    public void close() {
        closed = true;
        for (Mine claim : claims.values()) {
            boolean over = claim.isOver(now());
            drop(claim);
            // What it lives by may be the application's, and go on. But closing is not a way to open a lock sooner.
            if (!over) {
                leave(claim);
            }
        }
        lines.close();
    }

    private String text(Ask ask) {
        Environment.Clock clock = context.environment().clock();
        return ClaimText.of(context.client(), ask, clock.wallMillis());
    }

    private long now() {
        return context.environment().clock().nanos();
    }

    private static <T> CompletionStage<T> done(T value) {
        return CompletableFuture.completedFuture(value);
    }
}
