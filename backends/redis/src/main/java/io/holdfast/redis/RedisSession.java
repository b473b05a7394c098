package io.holdfast.redis;

import static java.util.concurrent.CompletableFuture.completedFuture;

import io.holdfast.LockInfo;
import io.holdfast.StoreUnavailableException;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Freed;
import io.holdfast.spi.Held;
import io.holdfast.spi.Page;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One client's way into Redis: a connection for requests, an inbox for messages, one script per operation. */
final class RedisSession implements StoreSession {

    private static final Duration SHORTEST_MARK = Duration.ofMinutes(1);
    private static final Duration LONGEST_MARK = Duration.ofMinutes(10);

    private final Access access;
    private final Servers servers;
    private final String prefix;
    private final @Nullable ScriptRunner replicated;
    private final AskArguments arguments;
    private final JointAsks jointAsks;
    private final Renewals renewals;
    private final Releases releases;
    private final Presence presence;
    private final Inspection inspection;
    private final Notes notes;

    RedisSession(Access access, Settings settings, SessionContext context) {
        this.access = access;
        this.servers = access.servers();
        this.replicated = access.replicated();
        this.prefix = settings.prefix();
        this.arguments = new AskArguments(context.client().id(), settings.mixedUse(), access.shards());
        this.jointAsks = new JointAsks(servers, prefix, context.client().id());
        this.renewals = new Renewals(servers, replicated == null ? servers : replicated, prefix);
        // In mixed use others have a chance in between, and a grant that replicas confirm is one by itself.
        boolean apart = settings.mixedUse() || replicated != null;
        this.releases = new Releases(servers, prefix, arguments, apart, ask -> acquire(ask, true));
        this.presence = new Presence(servers, context);
        this.inspection = new Inspection(servers, context.environment().clock(), prefix);
        this.notes = new Notes(servers, context.environment().clock(), prefix);
        access.inbox().open();
        presence.announce();
    }

    @Override
    public CompletionStage<Void> ready() {
        // In a Cluster another node may keep who this is, so no order of requests makes sure that others can see it.
        return servers.ready().thenCompose(reached -> presence.tried());
    }

    @Override
    public CompletionStage<Answer> acquire(Ask ask, boolean join) {
        notes.asked(ask);
        return ask(Script.ACQUIRE, ask, List.of(LockType.of(ask.demand()).text(), join ? "1" : ""));
    }

    @Override
    public boolean isTogether(Collection<String> names) {
        return jointAsks.isPossible(names);
    }

    @Override
    public CompletionStage<List<Answer>> acquireAll(List<Ask> asks) {
        CompletableFuture<List<Answer>> answers = jointAsks.acquire(asks);
        return replicated == null ? answers : answers.thenCompose(given -> confirmed(asks, given));
    }

    @Override
    public CompletionStage<Answer> poll(Ask ask) {
        notes.asked(ask);
        return ask(
                Script.POLL,
                Notes.without(ask),
                List.of(LockType.of(ask.demand()).text()));
    }

    private CompletionStage<Answer> ask(Script script, Ask ask, List<String> first) {
        LockKeys keys = LockKeys.of(prefix, ask.name());
        CompletableFuture<Answer> answer = servers.run(
                ask.name(),
                script.on(ask.demand()),
                keys.declared(ask.demand(), ask.owner()),
                arguments.behind(first, ask, keys),
                reply -> heard(ask, keys, Answers.of(ask, keys.lock(), reply)));
        return replicated == null ? answer : answer.thenCompose(given -> confirmed(ask, given));
    }

    /** Sees to it that one who waits can be told at little cost. */
    private Answer heard(Ask ask, LockKeys keys, Answer answer) {
        notes.answered(ask, answer);
        ShardInboxes shards = access.shards();
        if (shards != null && answer instanceof Answer.Waiting) {
            shards.waits(keys.lock());
        }
        return answer;
    }

    /** A grant counts only once replicas have it: for that it is written again, on the connection that waits for them. */
    private CompletionStage<Answer> confirmed(Ask ask, Answer answer) {
        if (!(answer instanceof Answer.Granted granted)) {
            return completedFuture(answer);
        }
        return renewals.renew(List.of(held(ask, granted)))
                .get(0)
                .thenApply(left -> left.isPresent() ? answer : new Answer.Gone());
    }

    /** Several grants count only once replicas have all of them. */
    private CompletionStage<List<Answer>> confirmed(List<Ask> asks, List<Answer> answers) {
        List<Held> grants = new ArrayList<>();
        for (int i = 0; i < asks.size(); i++) {
            if (answers.get(i) instanceof Answer.Granted granted) {
                grants.add(held(asks.get(i), granted));
            }
        }
        CompletionStage<List<Answer>> confirmed = completedFuture(answers);
        for (CompletionStage<Optional<Duration>> renewal : renewals.renew(grants)) {
            confirmed = confirmed.thenCombine(renewal, (all, left) -> {
                if (left.isEmpty()) {
                    // All or none: what is left of the others is for the engine to clean up.
                    throw new StoreUnavailableException(
                            null, "One of several locks was lost before replicas had confirmed all of them.", null);
                }
                return all;
            });
        }
        return confirmed;
    }

    private static Held held(Ask ask, Answer.Granted granted) {
        return new Held(ask.name(), ask.demand(), ask.owner(), granted.tokens().first(), ask.lease(), ask.lockDelay());
    }

    @Override
    public List<CompletionStage<Optional<Duration>>> renew(List<Held> claims) {
        notes.renew(claims);
        return renewals.renew(claims);
    }

    @Override
    public CompletionStage<Freed> release(Held held, Duration keepFor, Optional<Ask> rejoin) {
        notes.over(held.owner());
        rejoin.ifPresent(notes::asked);
        return releases.release(held, keepFor, rejoin);
    }

    @Override
    public CompletionStage<Answer> downgrade(Held writer, Ask reader) {
        notes.over(writer.owner());
        notes.asked(reader);
        HeldText text = HeldText.of(writer);
        String type = LockType.of(writer.demand()).text();
        return ask(Script.DOWNGRADE, reader, List.of(type, text.claim(), text.token(), millis(writer.lockDelay())));
    }

    @Override
    public CompletionStage<Boolean> resize(String name, int from, int to) {
        LockKeys keys = LockKeys.of(prefix, name);
        Demand before = Demand.permits(1, from);
        String[] args = {
            LockType.of(before).text(), LockType.of(Demand.permits(1, to)).text()
        };
        return servers.run(name, Script.RESIZE, keys.declared(before, null), args, reply -> {
            Refusals.check(name, before, keys.lock(), reply);
            return reply.get(0).equals(1L);
        });
    }

    @Override
    public CompletionStage<Boolean> abandon(Ask ask) {
        notes.over(ask.owner());
        LockKeys keys = LockKeys.of(prefix, ask.name());
        Duration mark = ask.lease().plus(ask.lockDelay());
        mark = mark.compareTo(SHORTEST_MARK) < 0 ? SHORTEST_MARK : mark;
        mark = mark.compareTo(LONGEST_MARK) > 0 ? LONGEST_MARK : mark;
        Demand demand = ask.demand();
        String[] args = {
            LockType.of(demand).text(),
            ask.owner(),
            Integer.toString(demand.units()),
            millis(ask.lockDelay()),
            millis(mark)
        };
        return servers.run(
                ask.name(), Script.ABANDON.on(demand), keys.declared(demand, ask.owner()), args, reply -> true);
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
        access.close();
    }

    /** {@return a time for a script: rounded up, since the store must not forget sooner than the holder} */
    static String millis(Duration time) {
        return Long.toString(-Math.floorDiv(-time.toNanos(), 1_000_000));
    }
}
