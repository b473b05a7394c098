package io.holdfast.benchmarks.rivals;

import io.holdfast.benchmarks.measure.Meter;
import io.holdfast.benchmarks.measure.ProcessorTime;
import io.holdfast.servers.SqlServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What is known of a SQL server. A row of a table is what a key is elsewhere.
 *
 * @param server which
 * @param size a query for the bytes that its tables take
 * @param counter begins to count statements
 * @param <S> what server it is
 */
record SqlMeter<S extends SqlServer>(S server, String size, Function<S, RequestCount> counter) implements Meter {

    @Override
    public long cpuNanos() {
        // PostgreSQL has a process for each connection.
        return ProcessorTime.ofProcess(server.pid());
    }

    @Override
    public long keys() {
        return tables().stream()
                .mapToLong(table -> Long.parseLong(server.query("SELECT count(*) FROM " + table)))
                .sum();
    }

    @Override
    public long memory() {
        return Long.parseLong(server.query(size));
    }

    @Override
    public void clear() {
        tables().forEach(table -> server.execute("DELETE FROM " + table));
    }

    private List<String> tables() {
        try (Connection connection = server.connect();
                ResultSet tables = connection
                        .getMetaData()
                        .getTables(connection.getCatalog(), connection.getSchema(), "%", new String[] {"TABLE"})) {
            List<String> names = new ArrayList<>();
            while (tables.next()) {
                names.add(tables.getString("TABLE_NAME"));
            }
            return names;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public RequestCount countRequests() {
        return counter.apply(server);
    }
}
