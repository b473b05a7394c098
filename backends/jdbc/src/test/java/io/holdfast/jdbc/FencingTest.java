package io.holdfast.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The statements in docs/fencing.md, as they stand there. */
class FencingTest {

    private static final Pattern BLOCK = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);

    @ParameterizedTest
    @EnumSource
    void aHolderThatStoodStillIsRefusedByTheRowItself(Databases database) throws Exception {
        List<String> blocks = blocks();
        database.execute(
                "DROP TABLE IF EXISTS account", blocks.get(0), "INSERT INTO account (id, balance) VALUES (7, 100)");
        LockOptions brief = LockOptions.defaults().lease(Duration.ofMillis(300)).renew(false);
        try (Holdfast holdfast = Holdfast.open(database.uri());
                Holdfast other = Holdfast.open(database.uri());
                Connection connection = DriverManager.getConnection(database.url());
                PreparedStatement update = connection.prepareStatement(blocks.get(1))) {
            // Renewal is off, as it is while a process stands still.
            Lease stale = holdfast.lock("account:7").with(brief).acquire();
            Lease fresh = other.lock("account:7").acquire(Duration.ofSeconds(10));
            assertThat(write(update, 90, fresh)).isEqualTo(1);
            assertThat(write(update, 50, stale)).isZero();
            assertThat(write(update, 80, fresh)).isEqualTo(1);
        }
        assertThat(database.column("SELECT balance FROM account")).containsExactly("80");
    }

    private static int write(PreparedStatement update, long balance, Lease lease) throws SQLException {
        update.setLong(1, balance);
        update.setLong(2, lease.token());
        update.setLong(3, 7);
        update.setLong(4, lease.token());
        return update.executeUpdate();
    }

    private static List<String> blocks() throws Exception {
        Matcher found = BLOCK.matcher(Files.readString(Path.of("..", "..", "docs", "fencing.md")));
        List<String> blocks = new ArrayList<>();
        while (found.find()) {
            blocks.add(found.group(1));
        }
        return blocks;
    }
}
