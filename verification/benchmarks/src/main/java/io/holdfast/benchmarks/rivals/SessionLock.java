package io.holdfast.benchmarks.rivals;

import io.holdfast.benchmarks.measure.Hold;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A lock that the database itself has, and that belongs to a session: whoever holds it or waits for it keeps a connection
 * for that time. There is no lease, and no token.
 *
 * @param lock the statement that waits for the lock whose name is its parameter, and then says true or 1
 * @param unlock the statement that gives it back, and says so as well
 */
record SessionLock(String lock, String unlock) {

    /** {@return the contender of this name} */
    Contender rival(String name, String url) {
        return new SqlRival<>(name, url, true, pool -> pool, this::hold);
    }

    private Hold hold(DataSource pool, String name) {
        return new Hold() {
            private @Nullable Connection session;

            @Override
            public void acquire() {
                try {
                    session = pool.getConnection();
                    Raw.check(ask(session, lock, name), name);
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            }

            @Override
            public void release() {
                try (@Nullable Connection held = session) {
                    Raw.check(held != null && ask(held, unlock, name), name);
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    private static boolean ask(Connection session, String sql, String name) throws SQLException {
        try (PreparedStatement statement = session.prepareStatement(sql)) {
            statement.setString(1, name);
            ResultSet answer = statement.executeQuery();
            return answer.next() && answer.getBoolean(1);
        }
    }
}
