package io.holdfast.redis;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;

import io.holdfast.InvalidLockException;
import io.holdfast.LockInfo;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Freed;
import io.holdfast.spi.Held;
import io.holdfast.spi.Page;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One client's way into Redis: a connection for requests, an inbox for messages, one script per operation. */
final class RedisSession implements StoreSession {

    private static final String[] NO_JOIN = {""};
    private static final String[] JOIN = {"1"};
    private static final String[] NO_MORE = {};

    private static final Duration SHORTEST_MARK = Duration.ofMinutes(1);
    private static final Duration LONGEST_MARK = Duration.ofMinutes(10);

    private final Connector connector;
    private final Settings settings;
    private final String prefix;
    private final String client;
    private final Requests requests;
    private final @Nullable Replicated replicated;
    private final Renewals renewals;
    private final Inbox inbox;
    private final Presence presence;
    private final Inspection inspection;

    RedisSession(Connector connector, Settings settings, String description, SessionContext context) {
        Failures failures = new Failures(description);
        this.connector = connector;
        this.settings = settings;
        this.prefix = settings.prefix();
        this.client = context.client().id();
        this.inbox = new Inbox(connector, context, settings);
        this.requests = new Requests(connector, context.environment(), settings, failures, inbox::renew);
        this.replicated =
                settings.replicas() == 0 ? null : new Replicated(connector, context.environment(), settings, failures);
        this.renewals = new Renewals(replicated == null ? requests : replicated, prefix);
        this.presence = new Presence(requests, context);
        this.inspection = new Inspection(requests, context.environment().clock(), prefix);
        inbox.open();
        presence.announce();
    }

    @Override
    public CompletionStage<Void> ready() {
        return requests.ready();
    }

    @Override
    public CompletionStage<Answer> acquire(Ask ask, boolean join) {
        return isMutex(ask.demand()) ? ask(Script.ACQUIRE, ask, join ? JOIN : NO_JOIN) : refuse(ask);
    }

    @Override
    public CompletionStage<Answer> poll(Ask ask) {
        return isMutex(ask.demand()) ? ask(Script.POLL, ask, NO_MORE) : refuse(ask);
    }

    private CompletionStage<Answer> ask(Script script, Ask ask, String[] more) {
        LockKeys keys = LockKeys.of(prefix, ask.name());
        String[] args = new String[6 + more.length];
        put(ask, args, 0);
        System.arraycopy(more, 0, args, 6, more.length);
        CompletableFuture<Answer> answer = requests.run(
                ask.name(), script, keys.all(ask.owner()), args, reply -> Answers.of(ask, keys.lock(), reply));
        return replicated == null ? answer : answer.thenCompose(given -> confirmed(ask, given));
    }

    /** A grant counts only once replicas have it: for that it is written again, on the connection that waits for them. */
    private CompletionStage<Answer> confirmed(Ask ask, Answer answer) {
        if (!(answer instanceof Answer.Granted granted)) {
            return completedFuture(answer);
        }
        Held held =
                new Held(ask.name(), ask.demand(), ask.owner(), granted.tokens().first(), ask.lease(), ask.lockDelay());
        return renewals.renew(List.of(held)).get(0).thenApply(left -> left.isPresent() ? answer : new Answer.Gone());
    }

    @Override
    public List<CompletionStage<Optional<Duration>>> renew(List<Held> claims) {
        return renewals.renew(claims);
    }

    @Override
    public CompletionStage<Freed> release(Held held, Duration keepFor, Optional<Ask> rejoin) {
        if (rejoin.isPresent() && (settings.mixedUse() || replicated != null)) {
            // One after the other: so that others have a chance in between, and a grant is confirmed.
            return release(held, keepFor, Optional.empty())
                    .thenCompose(freed -> acquire(rejoin.get(), true)
                            .thenApply(answer -> new Freed(freed.held(), Optional.of(answer))));
        }
        LockKeys keys = LockKeys.of(prefix, held.name());
        String[] args = new String[rejoin.isPresent() ? 9 : 3];
        args[0] = LockValue.text(held.owner(), held.token());
        args[1] = millis(held.lockDelay());
        args[2] = millis(keepFor);
        rejoin.ifPresent(ask -> put(ask, args, 3));
        return requests.run(
                held.name(),
                Script.RELEASE,
                keys.all(rejoin.map(Ask::owner).orElse(null)),
                args,
                reply -> Answers.freed(held.name(), keys.lock(), rejoin, reply));
    }

    @Override
    public CompletionStage<Boolean> abandon(Ask ask) {
        LockKeys keys = LockKeys.of(prefix, ask.name());
        Duration mark = ask.lease().plus(ask.lockDelay());
        mark = mark.compareTo(SHORTEST_MARK) < 0 ? SHORTEST_MARK : mark;
        mark = mark.compareTo(LONGEST_MARK) > 0 ? LONGEST_MARK : mark;
        String[] args = {ask.owner(), millis(ask.lockDelay()), millis(mark)};
        return requests.run(ask.name(), Script.ABANDON, keys.all(ask.owner()), args, reply -> {
            Answers.check(ask.name(), keys.lock(), reply);
            return true;
        });
    }

    @Override
    public CompletionStage<Optional<LockInfo>> inspect(String name) {
        return inspection.inspect(name);
    }

    @Override
    public CompletionStage<Page> list(String start, Optional<String> cursor, int limit) {
        return inspection.list(start, cursor, limit);
    }

    @Override
    public void close() {
        presence.end();
        CompletionStage<Void> closing = replicated == null ? completedFuture(null) : replicated.close();
        inbox.close().runAfterBoth(requests.close().runAfterBoth(closing, () -> {}), connector::close);
    }

    private void put(Ask ask, String[] args, int at) {
        args[at] = ask.owner();
        args[at + 1] = client;
        args[at + 2] = millis(ask.lease());
        // With others who know no queue, the lock is not handed to who waits: word that it is free is all it gets.
        args[at + 3] = settings.mixedUse() ? "0" : millis(ask.grantLease());
        args[at + 4] = millis(ask.lockDelay());
        args[at + 5] = Integer.toString(Math.max(1, ask.block()));
    }

    /** {@return a time for a script: rounded up, since the store must not forget sooner than the holder} */
    static String millis(Duration time) {
        return Long.toString(-Math.floorDiv(-time.toNanos(), 1_000_000));
    }

    private static boolean isMutex(Demand demand) {
        return demand.equals(Demand.MUTEX);
    }

    private static <T> CompletionStage<T> refuse(Ask ask) {
        return failedFuture(new InvalidLockException(
                ask.name(), "The Redis store has no readers, writers or permits yet, only mutexes.", null));
    }
}
