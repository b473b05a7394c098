package io.holdfast.zookeeper;

import io.holdfast.servers.ZooKeeperEnsemble;
import io.holdfast.tck.StoreContract;
import io.holdfast.tck.StoreFixture;

/** The contract, on three servers, of which the leader is replaced where one server is restarted. */
class ZooKeeperEnsembleStoreTest extends StoreContract {

    @Override
    protected StoreFixture fixture() {
        ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.start();
        return new ZooKeeperFixture(ensemble, () -> {
            ensemble.failOver();
            ensemble.heal();
        });
    }
}
