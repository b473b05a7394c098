package io.holdfast.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** What clients could leave in the tables of a database, and at its doors. */
final class SqlLeftovers {

    /** For how long at most the id of a claim that has gone may be remembered. */
    private static final Duration MEMORY = Duration.ofMinutes(10);

    private final SqlSite site;
    private final String tag;
    private final String living;

    SqlLeftovers(SqlSite site, Scene scene) {
        this.site = site;
        tag = scene.names().tag();
        living = scene.clients().stream()
                .filter(ClientProcess::isAlive)
                .map(client -> Long.toString(client.pid()))
                .collect(Collectors.joining(", ", "(", ")"));
    }

    List<Leftover> all(Pardon pardon) {
        // What is held by those who died must at least end.
        String held = pardon.places() ? " AND kept_until > " : " AND 0 < ";
        return List.of(
                new Leftover("connections", site::connections),
                new Leftover(
                        "locks", () -> named("SELECT name, owner FROM holdfast_lock WHERE owner <> ''" + held + now())),
                new Leftover(
                        "claims",
                        () -> named("SELECT name, owner FROM holdfast_claim WHERE "
                                + (pardon.places() ? "granted = 1" : "granted >= 0") + held + now())),
                new Leftover("clients", () -> site.ask("SELECT id FROM holdfast_client WHERE pid IN " + living)),
                new Leftover(
                        "marks for ever",
                        () -> site.ask("SELECT owner FROM holdfast_gone WHERE until_time > "
                                + (now() + TimeUnit.MILLISECONDS.toMicros(MEMORY.toMillis())))));
    }

    /** {@return the time as the tables have it} */
    private static long now() {
        return TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
    }

    /** {@return which locks of this round and which owners a statement selects} */
    private List<String> named(String sql) {
        List<String> found = new ArrayList<>();
        try (Connection connection = site.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                String name = new String(rows.getBytes(1), UTF_8);
                if (name.contains(tag)) {
                    found.add(name + " of " + rows.getString(2));
                }
            }
            return found;
        } catch (SQLException e) {
            throw new IllegalStateException(sql + ": " + e.getMessage(), e);
        }
    }
}
