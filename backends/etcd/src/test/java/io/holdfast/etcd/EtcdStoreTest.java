package io.holdfast.etcd;

import io.holdfast.servers.EtcdServer;
import io.holdfast.tck.StoreContract;
import io.holdfast.tck.StoreFixture;

/** The contract, on a single etcd. */
class EtcdStoreTest extends StoreContract {

    @Override
    protected StoreFixture fixture() {
        return new EtcdFixture(EtcdServer.start());
    }
}
