package io.holdfast.jdbc;

import io.holdfast.servers.PostgresServer;
import io.holdfast.tck.StoreContract;
import io.holdfast.tck.StoreFixture;

/** The contract, on PostgreSQL. */
class PostgresStoreTest extends StoreContract {

    static final String BREAK_CONNECTIONS =
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                    + " AND backend_type = 'client backend'";

    @Override
    protected StoreFixture fixture() {
        return new SqlFixture(PostgresServer.start(), BREAK_CONNECTIONS);
    }
}
