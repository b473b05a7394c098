package io.holdfast.jdbc;

import io.holdfast.servers.MariaDbServer;
import io.holdfast.tck.StoreContract;
import io.holdfast.tck.StoreFixture;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The contract, on MariaDB. */
class MariaDbStoreTest extends StoreContract {

    @Override
    protected StoreFixture fixture() {
        MariaDbServer server = MariaDbServer.start();
        return new SqlFixture(SqlFixture.uri(server), server::restart, () -> breakConnections(server), server);
    }

    static void breakConnections(MariaDbServer server) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            List<Long> others = new ArrayList<>();
            try (ResultSet ids = statement.executeQuery("SELECT id FROM information_schema.processlist"
                    + " WHERE id <> CONNECTION_ID() AND command <> 'Daemon'")) {
                while (ids.next()) {
                    others.add(ids.getLong(1));
                }
            }
            for (long id : others) {
                try {
                    statement.execute("KILL " + id);
                } catch (SQLException gone) {
                    // It ended by itself meanwhile.
                    continue;
                }
            }
        }
    }
}
