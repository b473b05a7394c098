package io.holdfast.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.PutOption;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.etcd.EtcdGuard;
import io.holdfast.etcd.EtcdStore;
import java.time.Duration;

/**
 * An account in etcd, with the locks in the same etcd. A worker reads the balance, stands still for longer than its lease, and
 * writes what it reckoned: etcd refuses it, because it checks in the same step whether the lock is still held.
 */
public final class GuardedAccount {

    private static final ByteSequence ACCOUNT = ByteSequence.from("example/account", UTF_8);

    private GuardedAccount() {}

    /**
     * Lets two workers take money from one account.
     *
     * @param arguments where etcd is; {@code http://localhost:2379} if nothing is said
     * @throws Exception if it cannot be used
     */
    public static void main(String[] arguments) throws Exception {
        String endpoint = arguments.length == 0 ? "http://localhost:2379" : arguments[0];
        try (Client client = Client.builder().endpoints(endpoint).build();
                Holdfast one = Holdfast.open(EtcdStore.of(client));
                Holdfast other = Holdfast.open(EtcdStore.of(client))) {
            KV etcd = client.getKVClient();
            EtcdGuard guard = EtcdGuard.of(client);
            etcd.put(ACCOUNT, number(100)).get();

            // Without renewal the lease ends as it would if the whole process stood still.
            Lease paused = one.lock("account:1")
                    .with(LockOptions.defaults().lease(Duration.ofMillis(300)).renew(false))
                    .acquire();
            Cmp held = guard.held(paused).get();
            long reckoned = balance(etcd) - 30;

            try (Lease lease = other.lock("account:1").acquire()) {
                say(
                        "the other worker takes 20",
                        write(etcd, balance(etcd) - 20, guard.held(lease).get()));
            }
            say("the paused worker goes on, and takes 30", write(etcd, reckoned, held));
            System.out.println("balance: " + balance(etcd));
            etcd.delete(ACCOUNT).get();
        }
    }

    /** {@return whether it was written; not if the lock is not held any more} */
    private static boolean write(KV etcd, long balance, Cmp held) throws Exception {
        return etcd.txn()
                .If(held)
                .Then(Op.put(ACCOUNT, number(balance), PutOption.DEFAULT))
                .commit()
                .get()
                .isSucceeded();
    }

    private static long balance(KV etcd) throws Exception {
        return Long.parseLong(etcd.get(ACCOUNT).get().getKvs().get(0).getValue().toString(UTF_8));
    }

    private static ByteSequence number(long number) {
        return ByteSequence.from(Long.toString(number), UTF_8);
    }

    private static void say(String what, boolean written) {
        System.out.printf("%-40s %s%n", what, written ? "written" : "REFUSED: the lock is not held any more");
    }
}
