package io.holdfast.etcd;

import static io.holdfast.etcd.Transaction.delete;
import static io.holdfast.etcd.Transaction.get;
import static io.holdfast.etcd.Transaction.getAll;
import static io.holdfast.etcd.Transaction.isAbsent;
import static io.holdfast.etcd.Transaction.leaveIfThere;
import static io.holdfast.etcd.Transaction.put;
import static io.holdfast.etcd.Transaction.when;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.OptionsUtil;
import io.holdfast.StoreConfigurationException;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Environment;
import io.holdfast.spi.line.Encoding;
import io.holdfast.spi.line.Entry;
import io.holdfast.spi.line.Life;
import io.holdfast.spi.line.Line;
import io.holdfast.spi.line.Lines;
import io.holdfast.spi.line.Place;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The lines of all locks, in etcd: a claim is a key under an etcd lease, and its place is its create revision.
 *
 * <p>Whatever changes a line is one transaction. What names a place compares its create revision, so that it never means
 * another that had the same key, and a second copy of it changes nothing.
 */
final class EtcdLines implements Lines {

    /** For how long an owner id is remembered that was abandoned, at least half of it. */
    private static final Duration MARK = Duration.ofMinutes(4);

    private static final Duration AGAIN = Duration.ofMillis(200);
    private static final int ATTEMPTS = 3;

    private final Connection connection;
    private final Settings settings;
    private final Environment environment;
    private final Keys keys;
    private final Leases leases;
    private final PassingLease marks;
    private final Watches watches;
    private final Epochs epochs;
    private final Stays stays;

    EtcdLines(Connection connection, Settings settings, Environment environment) {
        this.connection = connection;
        this.settings = settings;
        this.environment = environment;
        this.keys = new Keys(settings.prefix());
        this.leases = new Leases(connection, environment, settings.commandTimeout());
        this.marks = new PassingLease(leases, environment, MARK);
        this.watches = new Watches(connection, environment);
        this.epochs = new Epochs(connection, environment, keys, leases);
        this.stays = new Stays(connection, environment, leases);
    }

    @Override
    public CompletionStage<Void> open(Listener listener) {
        leases.tell(listener);
        CompletableFuture<Void> ready = new CompletableFuture<>();
        reach(ready, now() + settings.connectTimeout().toNanos());
        return ready;
    }

    private void reach(CompletableFuture<Void> ready, long until) {
        long deadline = earlier(until, deadline());
        var unused = connection
                .send(
                        null,
                        deadline,
                        client -> client.getKVClient()
                                .get(
                                        EtcdPlace.bytes(keys.lines()),
                                        GetOption.builder().withCountOnly(true).build()))
                .whenComplete((found, error) -> {
                    if (error == null) {
                        ready.complete(null);
                    } else if (error instanceof StoreConfigurationException || until - now() <= AGAIN.toNanos()) {
                        ready.completeExceptionally(error);
                    } else {
                        environment.scheduler().schedule(() -> reach(ready, until), AGAIN.toNanos());
                    }
                });
    }

    // ---- entering

    @Override
    public CompletionStage<Entered> enter(@Nullable Place leaving, Ask ask, String text) {
        long deadline = deadline();
        return leases.under(ask.lease().plus(ask.lockDelay()), lease -> enter(leaving, ask, text, lease, deadline));
    }

    private CompletableFuture<Entered> enter(
            @Nullable Place leaving, Ask ask, String text, EtcdLease lease, long deadline) {
        EtcdPlace mine = EtcdPlace.of(keys.claim(ask.name(), ask.owner()), ask, 0, text);
        Op look = getAll(keys.line(ask.name()));
        Transaction entering = when(isAbsent(mine.key()), isAbsent(keys.mark(ask.owner())));
        if (leaving == null) {
            entering = entering.then(put(mine, lease), look).otherwise(look);
        } else {
            Op left = leaveIfThere(EtcdPlace.of(leaving));
            entering = entering.then(left, put(mine, lease), look).otherwise(left, look);
        }
        return connection
                // If it is late nobody waits for it any more, but it may be in line since a moment ago.
                .send(ask.name(), deadline, entering::commit, () -> forget(ask, ATTEMPTS))
                .thenApply(answer -> entered(answer, mine.key(), lease));
    }

    private Entered entered(TxnResponse answer, String key, EtcdLease lease) {
        GetResponse seen = answer.getGetResponses().get(0);
        boolean left = answer.getTxnResponses().stream().anyMatch(TxnResponse::isSucceeded);
        Optional<Entry> mine = seen.getKvs().stream()
                .filter(each -> each.getKey().toString(UTF_8).equals(key))
                .findFirst()
                .map(each -> entry(each, lease));
        return new Entered(left, mine, line(seen, answer.getHeader().getRevision()));
    }

    private Entry entry(KeyValue stored, EtcdLease lease) {
        EtcdLease known = stored.getLease() == lease.id() ? lease : leases.find(stored.getLease());
        long none = now();
        Life life = known == null ? () -> none : known;
        return new Entry(EtcdPlace.of(stored).place(), stored.getCreateRevision(), life);
    }

    private void forget(Ask ask, int attempts) {
        var unused = abandon(ask).whenComplete((certain, error) -> {
            if (error != null && attempts > 1) {
                environment.scheduler().schedule(() -> forget(ask, attempts - 1), AGAIN.toNanos());
            }
        });
    }

    @Override
    public CompletionStage<Optional<Entry>> inherit(Place place, Ask heir, String text) {
        long deadline = deadline();
        EtcdPlace writer = EtcdPlace.of(place);
        EtcdPlace next = EtcdPlace.of(keys.claim(heir.name(), heir.owner()), heir, writer.order(), text);
        Transaction inheriting = when(writer.isThere(), isAbsent(next.key()), isAbsent(keys.mark(heir.owner())))
                .otherwise(get(next.key()));
        return leases.under(
                heir.lease().plus(heir.lockDelay()),
                lease -> connection
                        .send(heir.name(), deadline, inheriting.then(delete(writer.key()), put(next, lease))::commit)
                        .thenApply(answer -> inherited(answer, next, lease)));
    }

    private Optional<Entry> inherited(TxnResponse answer, EtcdPlace next, EtcdLease lease) {
        if (!answer.isSucceeded()) {
            return answer.getGetResponses().get(0).getKvs().stream().findFirst().map(stored -> entry(stored, lease));
        }
        long revision = answer.getHeader().getRevision();
        return Optional.of(new Entry(next.createdAt(revision).place(), revision, lease));
    }

    // ---- leaving

    @Override
    public CompletionStage<Boolean> leave(String name, Place place) {
        EtcdPlace left = EtcdPlace.of(place);
        return connection
                .send(name, deadline(), when(left.isThere()).then(delete(left.key()))::commit)
                .thenApply(TxnResponse::isSucceeded);
    }

    @Override
    public CompletionStage<Optional<Place>> close(String name, Place place, Duration time) {
        long deadline = deadline();
        EtcdPlace left = EtcdPlace.of(place);
        EtcdPlace nobody =
                new EtcdPlace(keys.nobodys(name, left.created()), 0, left.demand(), left.order(), Duration.ZERO, "");
        return leases.once(time, deadline)
                .thenCompose(lease -> connection
                        .send(name, deadline, when(left.isThere()).then(delete(left.key()), put(nobody, lease))::commit)
                        .thenApply(answer -> {
                            if (!answer.isSucceeded()) {
                                var unused = leases.letGo(lease);
                                return Optional.empty();
                            }
                            return Optional.of(
                                    nobody.createdAt(answer.getHeader().getRevision())
                                            .place());
                        }));
    }

    @Override
    public CompletionStage<Boolean> abandon(Ask ask) {
        long deadline = deadline();
        Op removal = delete(keys.claim(ask.name(), ask.owner()));
        return marks.write(
                deadline,
                lease -> connection
                        .send(
                                ask.name(),
                                deadline,
                                when().then(removal, put(keys.mark(ask.owner()), "", lease))::commit)
                        .thenApply(done -> true));
    }

    // ---- staying

    @Override
    public List<CompletionStage<Optional<Life>>> confirm(List<Confirmation> entries) {
        return stays.confirm(entries, deadline());
    }

    @Override
    public CompletionStage<Optional<Life>> settle(String name, Entry entry, boolean waits) {
        return waits ? stays.waits(name, entry, deadline()) : stays.announce(name, entry, deadline());
    }

    // ---- looking

    @Override
    public CompletionStage<Line> look(String name) {
        leases.looked();
        return range(name, deadline())
                .thenApply(seen -> line(seen, seen.getHeader().getRevision()));
    }

    @Override
    public CompletionStage<List<Seen>> inspect(String name) {
        return range(name, deadline())
                .thenApply(seen -> places(seen).stream()
                        .map(place -> new Seen(place.place(), place.created(), place.text()))
                        .toList());
    }

    private CompletableFuture<GetResponse> range(String name, long deadline) {
        return connection.send(
                name,
                deadline,
                client -> client.getKVClient()
                        .get(
                                EtcdPlace.bytes(keys.line(name)),
                                GetOption.builder().isPrefix(true).build()));
    }

    private Line line(GetResponse seen, long revision) {
        return new Line(places(seen).stream().map(EtcdPlace::place).toList(), revision);
    }

    private List<EtcdPlace> places(GetResponse seen) {
        try {
            return seen.getKvs().stream()
                    .map(EtcdPlace::of)
                    .sorted(Comparator.comparingLong(EtcdPlace::order))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw connection
                    .failures()
                    .configuration(
                            null,
                            "somebody else writes keys that start with '" + keys.prefix() + "' (" + e.getMessage()
                                    + ")",
                            e);
        }
    }

    @Override
    public CompletionStage<Long> epoch(String name) {
        return epochs.epoch(
                name,
                deadline -> range(name, deadline)
                        .thenApply(seen -> places(seen).stream()
                                .findFirst()
                                .map(EtcdPlace::order)
                                .orElse(0L)),
                deadline());
    }

    @Override
    public CompletionStage<Boolean> raise(String name, Place place, long epoch) {
        return epochs.raise(name, place, epoch, deadline());
    }

    @Override
    public Environment.Cancellable watch(String name, Line line, Optional<Place> place, Runnable then) {
        List<Place> seen = place.map(List::of).orElse(line.places());
        return watches.watch(
                place.map(each -> EtcdPlace.of(each).key()).orElse(keys.line(name)),
                place.isEmpty(),
                line.revision(),
                () -> isUnchanged(name, seen),
                then);
    }

    /** {@return whether these are all there, and none of them was granted meanwhile} */
    private CompletionStage<Boolean> isUnchanged(String name, List<Place> seen) {
        return range(name, deadline()).thenApply(found -> {
            Set<Long> there = new HashSet<>();
            found.getKvs().stream()
                    .filter(each -> seen.size() > 1 || !EtcdPlace.isGranted(each.getValue()))
                    .forEach(each -> there.add(each.getCreateRevision()));
            return seen.stream()
                    .allMatch(each -> there.contains(EtcdPlace.of(each).created()));
        });
    }

    @Override
    public CompletionStage<Names> names(String prefix, Optional<String> cursor, int limit) {
        String start = keys.lines() + Encoding.encode(prefix);
        // The sign after a slash: all claims of the lock that came last are left out.
        String from = cursor.map(last -> keys.lines() + last + (char) ('/' + 1)).orElse(start);
        return connection
                .send(
                        null,
                        deadline(),
                        client -> client.getKVClient()
                                .get(
                                        EtcdPlace.bytes(from),
                                        GetOption.builder()
                                                .withRange(OptionsUtil.prefixEndOf(EtcdPlace.bytes(start)))
                                                .withKeysOnly(true)
                                                .withLimit(limit)
                                                .build()))
                .thenApply(found -> {
                    Set<String> written = new LinkedHashSet<>();
                    found.getKvs()
                            .forEach(each ->
                                    written.add(keys.lockOf(each.getKey().toString(UTF_8))));
                    List<String> locks = List.copyOf(written);
                    Optional<String> next =
                            found.isMore() ? Optional.of(locks.get(locks.size() - 1)) : Optional.empty();
                    return new Names(locks.stream().map(Encoding::decode).toList(), next);
                });
    }

    @Override
    public void close() {
        watches.close();
        leases.close();
        connection.close();
    }

    /** Ends the connection as if this process had died. */
    void cut() {
        watches.close();
        connection.close();
    }

    private long deadline() {
        return now() + settings.commandTimeout().toNanos();
    }

    private static long earlier(long one, long other) {
        return one - other < 0 ? one : other;
    }

    private long now() {
        return environment.clock().nanos();
    }
}
