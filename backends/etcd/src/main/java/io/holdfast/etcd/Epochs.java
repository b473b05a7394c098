package io.holdfast.etcd;

import static io.holdfast.etcd.Transaction.when;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.Op;
import io.holdfast.spi.Environment;
import io.holdfast.spi.line.Place;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The numbers that readers are told: for each lock a key with the last token of its last writer.
 *
 * <p>If there is none, it is made from where the first in line stands, who is a reader then. Every writer that came before
 * stood before it and had a lower create revision, and every one that comes stands behind it and has a higher one. The
 * revision at which the key is made would not do: a writer may be waiting already, with a lower one.
 *
 * <p>A key lasts for an hour at least after it was written, and is written again by a reader that finds it half an hour old.
 * If it ends between two readers, the second is told another number, for which the same holds.
 */
final class Epochs {

    private static final Duration LENGTH = Duration.ofHours(2);
    private static final Duration REFRESH = Duration.ofMinutes(30);

    /** The tokens of one create revision. */
    private static final int BITS = 5;

    private static final long LAST = (1 << BITS) - 1;

    private final Connection connection;
    private final Environment environment;
    private final Keys keys;
    private final PassingLease lease;

    Epochs(Connection connection, Environment environment, Keys keys, Leases leases) {
        this.connection = connection;
        this.environment = environment;
        this.keys = keys;
        this.lease = new PassingLease(leases, environment, LENGTH);
    }

    CompletionStage<Boolean> raise(String lock, Place place, long epoch, long deadline) {
        Cmp held = EtcdPlace.of(place).isThere();
        return lease.write(
                deadline,
                id -> connection
                        .send(lock, deadline, when(held).then(put(lock, epoch, id))::commit)
                        .thenApply(written -> written.isSucceeded()));
    }

    /**
     * {@return the number}
     *
     * @param line tells where the first in line stands; 0 if nobody does
     */
    CompletionStage<Long> epoch(String lock, Function<Long, CompletionStage<Long>> line, long deadline) {
        ByteSequence key = EtcdPlace.bytes(keys.epoch(lock));
        return connection
                .send(lock, deadline, client -> client.getKVClient().get(key))
                .thenCompose(found -> found.getKvs().isEmpty()
                        ? line.apply(deadline).thenCompose(first -> first == 0 ? done(0L) : make(lock, first, deadline))
                        : fresh(lock, found.getKvs().get(0), deadline));
    }

    private CompletionStage<Long> make(String lock, long first, long deadline) {
        long epoch = (first << BITS) | LAST;
        Transaction making = when(Transaction.isAbsent(keys.epoch(lock))).otherwise(Transaction.get(keys.epoch(lock)));
        return lease.write(
                deadline,
                id -> connection
                        .send(lock, deadline, making.then(put(lock, epoch, id))::commit)
                        .thenApply(written -> written.isSucceeded()
                                ? epoch
                                : number(written.getGetResponses().get(0).getKvs())));
    }

    /** {@return the number, which was written not long ago} */
    private CompletionStage<Long> fresh(String lock, KeyValue found, long deadline) {
        long epoch = number(List.of(found));
        if (environment.clock().wallMillis() - written(found) < REFRESH.toMillis()) {
            return done(epoch);
        }
        Cmp same = Transaction.isUnchanged(keys.epoch(lock), found.getModRevision());
        return lease.write(
                deadline,
                id -> connection
                        .send(lock, deadline, when(same).then(put(lock, epoch, id))::commit)
                        .thenApply(again -> epoch));
    }

    private Op put(String lock, long epoch, long id) {
        return Transaction.put(
                keys.epoch(lock), epoch + " " + environment.clock().wallMillis(), id);
    }

    private static long number(List<KeyValue> found) {
        return Long.parseLong(found.get(0).getValue().toString(UTF_8).split(" ", -1)[0]);
    }

    private static long written(KeyValue found) {
        return Long.parseLong(found.getValue().toString(UTF_8).split(" ", -1)[1]);
    }

    private static <T> CompletionStage<T> done(T value) {
        return CompletableFuture.completedFuture(value);
    }
}
