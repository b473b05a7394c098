package io.holdfast.benchmarks.rivals;

import io.holdfast.LockOptions;
import io.holdfast.Order;
import io.holdfast.benchmarks.measure.Meter;
import io.holdfast.servers.MariaDbServer;
import io.holdfast.servers.PostgresServer;
import io.holdfast.servers.SqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ScriptUtils;

/** One SQL server, with the settings it comes with: a commit is on the disk before it is answered. */
public final class SqlStage implements Stage {

    private static final SessionLock ADVISORY_LOCK = new SessionLock(
            "SELECT pg_advisory_lock(hashtextextended(?, 0)) IS NOT NULL",
            "SELECT pg_advisory_unlock(hashtextextended(?, 0))");

    /** It has no way to wait for ever. */
    private static final SessionLock GET_LOCK = new SessionLock("SELECT GET_LOCK(?, 3600)", "SELECT RELEASE_LOCK(?)");

    private final SqlServer server;
    private final String version;
    private final Meter meter;
    private final List<Contender> contenders;

    private SqlStage(
            SqlServer server, String version, Meter meter, UnaryOperator<String> springInsert, Contender sessionLock) {
        String url = server.url();
        this.server = server;
        this.version = version;
        this.meter = meter;
        this.contenders = List.of(
                HoldfastRival.onSql("holdfast", url, LockOptions.defaults()),
                HoldfastRival.onSql(
                        "holdfast strict", url, LockOptions.defaults().order(Order.STRICT)),
                SpringJdbc.rival(url, springInsert),
                ShedLock.rival(url),
                sessionLock);
    }

    /** {@return a PostgreSQL, started} */
    public static SqlStage postgres() {
        PostgresServer server = PostgresServer.start();
        return new SqlStage(
                        server,
                        "PostgreSQL " + server.query("SHOW server_version").split(" ", 2)[0],
                        new SqlMeter<>(server, "SELECT pg_database_size(current_database())", StatementLog::open),
                        // As its documentation has it: to PostgreSQL, an insert that fails is the end of a transaction.
                        insert -> insert + " ON CONFLICT DO NOTHING",
                        ADVISORY_LOCK.rival("advisory lock", server.url()))
                .withTables("postgresql", "TIMESTAMP");
    }

    /** {@return a MariaDB, started} */
    public static SqlStage mariaDb() {
        MariaDbServer server = MariaDbServer.start();
        String size = "SELECT sum(data_length + index_length) FROM information_schema.tables"
                + " WHERE table_schema = database()";
        return new SqlStage(
                        server,
                        "MariaDB " + server.query("SELECT version()").split("-", 2)[0],
                        new SqlMeter<>(server, size, Questions::open),
                        insert -> insert,
                        GET_LOCK.rival("get_lock", server.url()))
                .withTables("mysql", "TIMESTAMP(3)");
    }

    /** Creates the tables of the rivals that have some, as they want them. */
    private SqlStage withTables(String dialect, String timestamp) {
        try (Connection connection = server.connect()) {
            ScriptUtils.executeSqlScript(
                    connection,
                    new ClassPathResource("org/springframework/integration/jdbc/schema-" + dialect + ".sql"));
        } catch (SQLException e) {
            throw new IllegalStateException("cannot create the tables of Spring", e);
        }
        server.execute("CREATE TABLE shedlock (name VARCHAR(64) NOT NULL PRIMARY KEY, lock_until " + timestamp
                + " NOT NULL, locked_at " + timestamp + " NOT NULL, locked_by VARCHAR(255) NOT NULL)");
        return this;
    }

    @Override
    public List<Contender> contenders() {
        return contenders;
    }

    @Override
    public Meter meter() {
        return meter;
    }

    @Override
    public String server() {
        return version;
    }

    @Override
    public void awaitReady() {}

    @Override
    public void close() {
        server.close();
    }
}
