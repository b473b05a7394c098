package io.holdfast.etcd;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.options.GetOption;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Guards your own transactions in the same etcd: a condition that a lock is still held, checked by etcd in the same step as
 * what you write.
 *
 * <pre>{@code
 * Cmp held = EtcdGuard.of(client).held(lease).join();
 * TxnResponse response = client.getKVClient().txn().If(held).Then(Op.put(…)).commit().join();
 * if (!response.isSucceeded()) {
 *     …                                                        // the lock was lost, and nothing was written
 * }
 * }</pre>
 *
 * <p>No pause can come between the check and the write, as with {@link Lease#ensureValid()}, and nothing has to remember the
 * highest token, as elsewhere. The condition means the very entry in line that the lease was granted for: it never becomes
 * true again once that is gone.
 *
 * <p>It is for the holder of a mutex, or a writer. Threads of one client may pass a lock on to each other without asking etcd;
 * the entry stays the same then, so do not use the condition of a lease that you have released.
 */
public final class EtcdGuard {

    private static final int TOKEN_BITS = 5;

    private final Client client;
    private final Keys keys;

    private EtcdGuard(Client client, String prefix) {
        this.client = Objects.requireNonNull(client, "client");
        this.keys = new Keys(Settings.DEFAULTS.withPrefix(prefix).prefix());
    }

    /**
     * {@return a guard for locks under the prefix that is used if nothing else is said}
     *
     * @param client a client of the same etcd; it stays yours
     */
    public static EtcdGuard of(Client client) {
        return of(client, Settings.DEFAULTS.prefix());
    }

    /**
     * {@return a guard}
     *
     * @param client a client of the same etcd; it stays yours
     * @param prefix what the keys of the locks start with, as the store was told
     */
    public static EtcdGuard of(Client client, String prefix) {
        return new EtcdGuard(client, prefix);
    }

    /**
     * Finds the key that a lease was granted for. It takes one request; the condition may be used as often as you like.
     *
     * @param lease a lease of a mutex, or of a writer
     * @return the condition that it is still held; completes with {@link LeaseLostException} if it is not, or is not a mutex's
     *     or a writer's
     */
    public CompletableFuture<Cmp> held(Lease lease) {
        long revision = lease.token() >> TOKEN_BITS;
        return client.getKVClient()
                .get(
                        EtcdPlace.bytes(keys.line(lease.name())),
                        GetOption.builder()
                                .isPrefix(true)
                                .withMinCreateRevision(revision)
                                .withMaxCreateRevision(revision)
                                .build())
                .thenApply(found -> found.getKvs().stream()
                        .filter(each -> revision > 0)
                        .map(EtcdPlace::of)
                        .filter(place -> place.demand().exclusive())
                        .findFirst()
                        .map(EtcdPlace::isThere)
                        .orElseThrow(() -> new LeaseLostException(
                                lease.name(),
                                "There is no exclusive claim to the lock '" + lease.name() + "' with the token "
                                        + lease.token()
                                        + " in etcd: it was lost, or it is a reader's or a permit's, or this etcd or prefix is"
                                        + " not the lock's.",
                                null)));
    }
}
