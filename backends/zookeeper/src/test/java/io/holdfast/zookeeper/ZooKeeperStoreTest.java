package io.holdfast.zookeeper;

import io.holdfast.servers.ZooKeeperServer;
import io.holdfast.tck.StoreContract;
import io.holdfast.tck.StoreFixture;

/** The contract, on one server. */
class ZooKeeperStoreTest extends StoreContract {

    @Override
    protected StoreFixture fixture() {
        ZooKeeperServer server = ZooKeeperServer.start();
        return new ZooKeeperFixture(server, server::restart);
    }
}
