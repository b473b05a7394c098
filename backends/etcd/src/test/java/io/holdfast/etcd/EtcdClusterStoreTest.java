package io.holdfast.etcd;

import io.holdfast.servers.EtcdCluster;
import io.holdfast.tck.StoreContract;
import io.holdfast.tck.StoreFixture;

/** The contract, on three of them. */
class EtcdClusterStoreTest extends StoreContract {

    @Override
    protected StoreFixture fixture() {
        return new EtcdFixture(EtcdCluster.start());
    }
}
