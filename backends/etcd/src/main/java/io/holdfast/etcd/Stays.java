package io.holdfast.etcd;

import static io.holdfast.etcd.Transaction.put;
import static io.holdfast.etcd.Transaction.when;

import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import io.holdfast.spi.Environment;
import io.holdfast.spi.StoreSession;
import io.holdfast.spi.line.Entry;
import io.holdfast.spi.line.Life;
import io.holdfast.spi.line.Lines.Confirmation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Has places that are in line stay there, for as long as each is to: by which etcd lease it lives may change. */
final class Stays {

    /** For how long a claim that waits stays beyond a grant that its client may not have heard of, if the client dies. */
    private static final Duration WAITING_RESERVE = Duration.ofSeconds(1);

    /** etcd takes 128 in one transaction if nothing else is set. */
    private static final int MOST_READS = 100;

    private static final int ATTEMPTS = 3;

    private final Connection connection;
    private final Environment environment;
    private final Leases leases;

    Stays(Connection connection, Environment environment, Leases leases) {
        this.connection = connection;
        this.environment = environment;
        this.leases = leases;
    }

    List<CompletionStage<Optional<Life>>> confirm(List<Confirmation> entries, long deadline) {
        List<CompletionStage<Optional<Life>>> confirmed = new ArrayList<>();
        for (int from = 0; from < entries.size(); from += MOST_READS) {
            List<Confirmation> some = entries.subList(from, Math.min(entries.size(), from + MOST_READS));
            CompletableFuture<List<GetResponse>> found = read(some, deadline);
            for (int i = 0; i < some.size(); i++) {
                int index = i;
                Confirmation each = some.get(i);
                confirmed.add(found.thenCompose(answers -> confirmed(each, answers.get(index), deadline)));
            }
        }
        return confirmed;
    }

    private CompletableFuture<List<GetResponse>> read(List<Confirmation> entries, long deadline) {
        Op[] reads = entries.stream()
                .map(each -> Op.get(
                        EtcdPlace.bytes(EtcdPlace.of(each.entry().place()).key()),
                        GetOption.builder().withKeysOnly(true).build()))
                .toArray(Op[]::new);
        String name = entries.size() == 1 ? entries.get(0).name() : null;
        return connection.send(name, deadline, when().then(reads)::commit).thenApply(TxnResponse::getGetResponses);
    }

    private CompletionStage<Optional<Life>> confirmed(Confirmation asked, GetResponse answer, long deadline) {
        EtcdPlace place = EtcdPlace.of(asked.entry().place());
        return found(place, answer)
                .map(stored -> lasting(asked, place, stored, deadline))
                .orElseGet(() -> done(Optional.empty()));
    }

    private static Optional<KeyValue> found(EtcdPlace place, GetResponse answer) {
        return answer.getKvs().stream()
                .filter(stored -> stored.getCreateRevision() == place.created())
                .findFirst();
    }

    /** {@return what a place that is there lives by, for as long as it is to} */
    private CompletionStage<Optional<Life>> lasting(
            Confirmation asked, EtcdPlace place, KeyValue stored, long deadline) {
        EtcdLease lease = asked.entry().life() instanceof EtcdLease mine && mine.id() == stored.getLease()
                ? mine
                : leases.find(stored.getLease());
        if (lease == null || lease.ttl().compareTo(asked.time()) < 0) {
            return move(asked.name(), place, asked.time(), deadline);
        }
        leases.revive(lease);
        if (lease.until() - environment.clock().nanos() >= asked.time().toNanos()) {
            return done(Optional.of(lease));
        }
        return leases.keepAlive(lease, deadline).thenApply(there -> there ? Optional.of(lease) : Optional.empty());
    }

    /** Writes a place again, under another lease; that leaves its create revision as it is. */
    private CompletionStage<Optional<Life>> move(String name, EtcdPlace place, Duration time, long deadline) {
        return leases.under(
                time,
                lease -> connection
                        .send(name, deadline, when(place.isThere()).then(put(place, lease))::commit)
                        .thenApply(moved -> moved.isSucceeded() ? Optional.of(lease) : Optional.empty()));
    }

    /** Has a claim that waits live by a short lease, so that it is not in the way for long if its client dies. */
    CompletionStage<Optional<Life>> waits(String name, Entry entry, long deadline) {
        EtcdPlace place = EtcdPlace.of(entry.place());
        Duration time = StoreSession.GRANT_LEASE.plus(place.delay()).plus(WAITING_RESERVE);
        boolean isShort = entry.life() instanceof EtcdLease lease && lease.ttl().compareTo(Leases.length(time)) <= 0;
        CompletionStage<Optional<Life>> settled =
                isShort ? done(Optional.of(entry.life())) : move(name, place, time, deadline);
        return settled.thenApply(life -> {
            if (life.isPresent() && life.get() instanceof EtcdLease lease) {
                lease.waitUnder();
            }
            return life;
        });
    }

    /** Writes a place again for whoever watches it, under whatever lease it lives by at that moment. */
    CompletionStage<Optional<Life>> announce(String name, Entry entry, long deadline) {
        return announce(name, EtcdPlace.of(entry.place()), entry.life(), deadline, ATTEMPTS);
    }

    private CompletionStage<Optional<Life>> announce(
            String name, EtcdPlace place, Life life, long deadline, int attempts) {
        return connection
                .send(name, deadline, client -> client.getKVClient().get(EtcdPlace.bytes(place.key())))
                .thenCompose(answer -> {
                    Optional<KeyValue> stored = found(place, answer);
                    if (stored.isEmpty()) {
                        return done(Optional.empty());
                    }
                    // A move that came in between must not be undone.
                    Transaction write = when(Transaction.isUnchanged(
                                    place.key(), stored.get().getModRevision()))
                            .then(put(
                                    place.key(), place.value(true), stored.get().getLease()));
                    return connection
                            .send(name, deadline, write::commit)
                            .thenCompose(written -> written.isSucceeded() || attempts <= 1
                                    ? done(Optional.of(life))
                                    : announce(name, place, life, deadline, attempts - 1));
                });
    }

    private static <T> CompletionStage<T> done(T value) {
        return CompletableFuture.completedFuture(value);
    }
}
