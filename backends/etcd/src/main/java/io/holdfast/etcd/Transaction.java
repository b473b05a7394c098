package io.holdfast.etcd;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One step at etcd: under some conditions something is done, else something else.
 *
 * @param conditions all of them have to be true
 * @param done what is done then
 * @param otherwise what is done if not
 */
record Transaction(List<Cmp> conditions, List<Op> done, List<Op> otherwise) {

    static Transaction when(Cmp... conditions) {
        return new Transaction(List.of(conditions), List.of(), List.of());
    }

    Transaction then(Op... ops) {
        return new Transaction(conditions, List.of(ops), otherwise);
    }

    Transaction otherwise(Op... ops) {
        return new Transaction(conditions, done, List.of(ops));
    }

    /** Sends it, once. */
    CompletableFuture<TxnResponse> commit(Client client) {
        return client.getKVClient()
                .txn()
                .If(conditions.toArray(Cmp[]::new))
                .Then(done.toArray(Op[]::new))
                .Else(otherwise.toArray(Op[]::new))
                .commit();
    }

    static Cmp isAbsent(String key) {
        return new Cmp(EtcdPlace.bytes(key), Cmp.Op.EQUAL, CmpTarget.version(0));
    }

    /** {@return the condition that nobody has written a key since it was read} */
    static Cmp isUnchanged(String key, long revision) {
        return new Cmp(EtcdPlace.bytes(key), Cmp.Op.EQUAL, CmpTarget.modRevision(revision));
    }

    static Op put(EtcdPlace place, EtcdLease lease) {
        return put(place.key(), place.value(false), lease.id());
    }

    static Op put(String key, String value, long lease) {
        return Op.put(
                EtcdPlace.bytes(key),
                EtcdPlace.bytes(value),
                PutOption.builder().withLeaseId(lease).build());
    }

    static Op delete(String key) {
        return Op.delete(EtcdPlace.bytes(key), DeleteOption.DEFAULT);
    }

    /** {@return leaves a place if it is there, and says whether it was} */
    static Op leaveIfThere(EtcdPlace place) {
        return Op.txn(new Cmp[] {place.isThere()}, new Op[] {delete(place.key())}, new Op[0]);
    }

    static Op get(String key) {
        return Op.get(EtcdPlace.bytes(key), GetOption.DEFAULT);
    }

    static Op getAll(String prefix) {
        return Op.get(
                EtcdPlace.bytes(prefix), GetOption.builder().isPrefix(true).build());
    }
}
