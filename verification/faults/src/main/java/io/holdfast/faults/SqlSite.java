package io.holdfast.faults;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A database, as its administrator sees it. */
interface SqlSite extends Site {

    /** {@return a connection of the administrator's, which commits each statement} */
    Connection connect() throws SQLException;

    /** {@return connections of clients} */
    List<String> connections();

    /** {@return whether somebody has begun a transaction, and has not gone on for longer than one does who can} */
    boolean hasIdleTransaction();

    /** {@return the first column of what a statement selects; nothing if it selects nothing} */
    default List<String> ask(String sql) {
        List<String> found = new ArrayList<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            if (statement.execute(sql)) {
                ResultSet rows = statement.getResultSet();
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
            }
            return found;
        } catch (SQLException e) {
            throw new IllegalStateException(sql + ": " + e.getMessage(), e);
        }
    }

    @Override
    default List<Integer> ports(int aim, int count) {
        throw new UnsupportedOperationException("No client is cut off here");
    }

    @Override
    default Map<String, Long> counters() {
        return Map.of();
    }

    @Override
    default List<Leftover> leftovers(Scene scene, Pardon pardon) {
        return new SqlLeftovers(this, scene).all(pardon);
    }
}
