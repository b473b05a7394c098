package io.holdfast.redis;

import io.holdfast.ClientInfo;
import io.holdfast.LockKind;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Environment;
import io.holdfast.spi.Held;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.Signals;
import io.lettuce.core.KeyScanArgs;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** The real session of the Redis store, which is asked for this and that, in the order in which nobody would. */
public final class StoreTraffic {

    private static final String[] NAMES = {"a", "b{t}", "x}y", "é"};
    private static final Demand[] DEMANDS = {
        Demand.MUTEX, Demand.READ, Demand.WRITE, Demand.permits(1, 3), Demand.permits(2, 3), Demand.permits(1, 5)
    };
    private static final int MOST_KEPT = 12;

    private final ScriptTarget target;
    private final Random random;
    private final RedisSession session;
    private final Demand[] preferred = new Demand[NAMES.length];
    private final List<Ask> asks = new ArrayList<>();
    private final List<Held> holds = new ArrayList<>();
    private final List<Runnable> copies = new ArrayList<>();
    private int owners;

    public StoreTraffic(ScriptTarget target, Random random) {
        this.target = target;
        this.random = random;
        Settings settings = random.nextInt(4) == 0
                ? new Settings("lock:", Duration.ofSeconds(1), Duration.ofSeconds(2), 0, true)
                : Settings.DEFAULTS;
        SessionContext context = context(random);
        Inbox inbox = new Inbox(new Nowhere(), context, settings);
        this.session = new RedisSession(new Access(new Recorder(), inbox, null, null, () -> {}), settings, context);
        for (int i = 0; i < NAMES.length; i++) {
            preferred[i] = DEMANDS[random.nextInt(DEMANDS.length)];
        }
    }

    static SessionContext context(Random random) {
        Environment.Clock still = new Environment.Clock() {
            @Override
            public long nanos() {
                return 0;
            }

            @Override
            public long wallMillis() {
                return 0;
            }
        };
        Signals deaf = (Signals) Proxy.newProxyInstance(
                Signals.class.getClassLoader(), new Class<?>[] {Signals.class}, (proxy, method, args) -> null);
        return new SessionContext(
                new ClientInfo("client", "test", "host", 1, Instant.EPOCH),
                deaf,
                new Environment(still, (task, delay) -> () -> {}, Runnable::run, random));
    }

    /** Does something. */
    public void step() {
        switch (random.nextInt(16)) {
            case 0, 1, 2, 3 -> acquire();
            case 4, 5 -> one(asks).ifPresent(ask -> answered(ask, session.poll(ask)));
            case 6, 7, 8 -> release();
            case 9 -> session.renew(some(holds));
            case 10 -> one(asks).ifPresent(session::abandon);
            case 11 ->
                one(holds)
                        .filter(held -> held.demand().kind() == LockKind.READ_WRITE)
                        .ifPresent(this::downgrade);
            case 12 -> rarely();
            case 13 -> session.inspect(name());
            case 14 -> one(copies).ifPresent(Runnable::run);
            default -> pass();
        }
    }

    private void acquire() {
        Ask ask = ask(name());
        answered(ask, session.acquire(ask, random.nextInt(4) > 0));
    }

    private void answered(Ask ask, CompletionStage<Answer> answer) {
        keep(asks, ask);
        CompletableFuture<Answer> done = answer.toCompletableFuture();
        if (!done.isCompletedExceptionally() && done.join() instanceof Answer.Granted granted) {
            keep(
                    holds,
                    new Held(
                            ask.name(),
                            ask.demand(),
                            ask.owner(),
                            granted.tokens().first(),
                            ask.lease(),
                            ask.lockDelay()));
        }
    }

    private void release() {
        one(holds).ifPresent(held -> {
            Optional<Ask> rejoin =
                    random.nextInt(3) == 0 ? Optional.of(ask(held.name(), held.demand())) : Optional.empty();
            session.release(held, Duration.ofMillis(random.nextInt(4) == 0 ? 700 : 0), rejoin);
            rejoin.ifPresent(ask -> keep(asks, ask));
            if (random.nextInt(4) > 0) {
                holds.remove(held);
            }
        });
    }

    private void downgrade(Held writer) {
        Ask reader = ask(writer.name(), Demand.READ);
        answered(reader, session.downgrade(writer, reader));
    }

    private void rarely() {
        switch (random.nextInt(6)) {
            case 0 -> session.resize(name(), 3, 1 + random.nextInt(6));
            case 1 -> session.resize(name(), 5, 3);
            case 2 -> {
                List<Ask> all = new ArrayList<>();
                for (String name : NAMES) {
                    if (random.nextBoolean()) {
                        all.add(ask(name, Demand.MUTEX));
                    }
                }
                if (!all.isEmpty()) {
                    CompletableFuture<List<Answer>> answers =
                            session.acquireAll(all).toCompletableFuture();
                    for (int i = 0; i < all.size() && !answers.isCompletedExceptionally(); i++) {
                        answered(
                                all.get(i),
                                CompletableFuture.completedFuture(answers.join().get(i)));
                    }
                }
            }
            case 3 -> keepKey();
            default -> foreign();
        }
    }

    private void keepKey() {
        LockKeys keys = LockKeys.of("lock:", name());
        String key = random.nextBoolean() ? keys.fence() : keys.holders();
        new Recorder().run(null, Script.KEEP, new String[] {key}, new String[] {"4000000"}, reply -> reply);
    }

    private void foreign() {
        LockKeys keys = LockKeys.of("lock:", name());
        String key = keys.lock();
        switch (random.nextInt(8)) {
            case 0 -> target.foreign("SET", key, "somebody else");
            case 1 -> target.foreign("SET", key, "somebody else", "PX", "2000");
            case 2 -> target.foreign("HSET", key, "f", "v");
            case 3 -> target.foreign("ZADD", key, "5", "member");
            case 4 -> target.foreign("DEL", keys.fence());
            case 5 -> target.foreign("SET", keys.fence(), "1700100000000000 - -");
            default -> target.foreign("DEL", key);
        }
    }

    private void pass() {
        if (random.nextInt(3) == 0) {
            target.passToAnEnd(random);
            return;
        }
        long[] millis = {0, 0, 1, 7, 7, 130, 1001, 1003, 3002, 11_000, 61_001, 3_700_001, -1000, -3_600_000};
        target.pass(Duration.ofMillis(millis[random.nextInt(millis.length)]).plusNanos(1000L * random.nextInt(1500)));
    }

    private Ask ask(String name) {
        int at = List.of(NAMES).indexOf(name);
        if (random.nextInt(30) == 0) {
            preferred[at] = DEMANDS[random.nextInt(DEMANDS.length)];
        }
        Demand usual = preferred[at];
        if (random.nextInt(15) == 0) {
            return ask(name, DEMANDS[random.nextInt(DEMANDS.length)]);
        }
        return ask(
                name,
                switch (usual.kind()) {
                    case MUTEX -> usual;
                    case READ_WRITE -> random.nextInt(3) == 0 ? Demand.WRITE : Demand.READ;
                    case SEMAPHORE -> Demand.permits(1 + random.nextInt(2), usual.capacity());
                });
    }

    private Ask ask(String name, Demand demand) {
        long[] leases = {50, 1000, 5000, 30_000};
        Duration lease = Duration.ofMillis(leases[random.nextInt(leases.length)]);
        return new Ask(
                name,
                demand,
                "o" + ++owners,
                lease,
                lease.compareTo(Duration.ofSeconds(2)) < 0 ? lease : Duration.ofSeconds(2),
                Duration.ofMillis(random.nextInt(3) == 0 ? 1500 : 0),
                random.nextBoolean() ? 32 : 1,
                random.nextInt(5) == 0 ? "a note, 5 6\nof two lines – with ümlauts " : "");
    }

    private String name() {
        return NAMES[random.nextInt(NAMES.length)];
    }

    private <E> Optional<E> one(List<E> of) {
        return of.isEmpty() ? Optional.empty() : Optional.of(of.get(random.nextInt(of.size())));
    }

    private <E> List<E> some(List<E> of) {
        return of.stream().filter(each -> random.nextBoolean()).toList();
    }

    private <E> void keep(List<E> in, E what) {
        in.add(what);
        if (in.size() > MOST_KEPT) {
            in.remove(random.nextInt(in.size()));
        }
    }

    /** Sends scripts, and remembers them for later copies. */
    private final class Recorder implements Servers {

        @Override
        @SuppressWarnings("unchecked")
        public <T> CompletableFuture<T> run(
                String name,
                Script script,
                String[] keys,
                String[] args,
                Function<List<Object>, T> meaning,
                Supplier<CompletableFuture<T>> whileMoving) {
            if (keys.length == 0) {
                return new CompletableFuture<>();
            }
            if (whileMoving != null && random.nextInt(12) == 0) {
                return whileMoving.get();
            }
            String[] words = tagged(script, args);
            ScriptTexts text = ScriptTexts.named(script.name());
            keep(copies, () -> target.run(text, keys, words));
            Object reply = target.run(text, keys, words);
            CompletableFuture<T> answer = new CompletableFuture<>();
            try {
                answer.complete(meaning.apply((List<Object>) reply));
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
            return answer;
        }

        /** In a Cluster there may be one more argument, for messages in the slot. */
        private String[] tagged(Script script, String[] args) {
            boolean takes =
                    script.name().startsWith("POLL") || script == Script.ACQUIRE || script == Script.ACQUIRE_SHARED;
            if (!takes || random.nextInt(4) > 0) {
                return args;
            }
            List<String> all = new ArrayList<>(List.of(args));
            all.add("tag");
            return all.toArray(String[]::new);
        }

        @Override
        public CompletableFuture<Void> ready() {
            return new CompletableFuture<>();
        }

        @Override
        public <R, T> CompletableFuture<T> call(String name, String key, Request.Call<R> call, Function<R, T> meaning) {
            return new CompletableFuture<>();
        }

        @Override
        public <E> Collection<List<E>> grouped(List<E> all, Function<E, String> key) {
            return all.isEmpty() ? List.of() : List.of(all);
        }

        @Override
        public CompletableFuture<Keys> scan(String from, KeyScanArgs args) {
            return new CompletableFuture<>();
        }

        @Override
        public boolean isConnected() {
            return false;
        }

        @Override
        public CompletionStage<Void> close() {
            return new CompletableFuture<>();
        }
    }

    /** Never connects. */
    private static final class Nowhere implements Connector {

        @Override
        public CompletionStage<Line> connect() {
            return new CompletableFuture<>();
        }

        @Override
        public CompletionStage<StatefulRedisPubSubConnection<String, String>> connectInbox() {
            return new CompletableFuture<>();
        }

        @Override
        public CompletionStage<Integer> replicas() {
            return new CompletableFuture<>();
        }

        @Override
        public boolean reconnects() {
            return true;
        }

        @Override
        public void close() {}
    }
}
