package io.holdfast.jdbc;

import io.holdfast.tck.StoreContract;
import io.holdfast.tck.StoreFixture;
import java.util.UUID;
import org.h2.tools.Server;

/** The contract, on H2 as a server, since processes cannot share an embedded one. */
class H2StoreTest extends StoreContract {

    @Override
    protected StoreFixture fixture() throws Exception {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-tcpDaemon")
                .start();
        String uri = "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        return new SqlFixture(uri, null, null, server::stop);
    }
}
