package io.holdfast.examples;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * An account in a SQLite file, with the locks in the same file. A worker reads the balance, stands still for longer than its
 * lease, and writes what it reckoned: the row refuses it, because another has written with a higher token since.
 */
public final class FencedAccount {

    private static final String WRITE = "UPDATE account SET balance = ?, fence = ? WHERE id = 1 AND fence <= ?";

    private FencedAccount() {}

    /**
     * Lets two workers take money from one account.
     *
     * @param arguments none
     * @throws Exception if the file cannot be used
     */
    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createTempDirectory("holdfast-example-");
        String url = "jdbc:sqlite:" + directory.resolve("bank.db");
        try (Connection bank = DriverManager.getConnection(url);
                Statement statement = bank.createStatement();
                Holdfast one = Holdfast.open(url);
                Holdfast other = Holdfast.open(url)) {
            statement.execute(
                    "CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL, fence INTEGER NOT NULL)");
            statement.execute("INSERT INTO account VALUES (1, 100, 0)");

            // Without renewal the lease ends as it would if the whole process stood still.
            DistributedLock lock = one.lock("account:1");
            Lease paused = lock.with(
                            LockOptions.defaults().lease(Duration.ofMillis(300)).renew(false))
                    .acquire();
            long reckoned = balance(statement) - 30;

            try (Lease lease = other.lock("account:1").acquire()) {
                say("the other worker takes 20", write(bank, balance(statement) - 20, lease.token()));
            }
            say("the paused worker goes on, and takes 30", write(bank, reckoned, paused.token()));
            System.out.println("balance: " + balance(statement));
        } finally {
            delete(directory);
        }
    }

    /** {@return whether it was written; not if somebody with a higher token has done so before} */
    private static boolean write(Connection bank, long balance, long token) throws SQLException {
        try (PreparedStatement update = bank.prepareStatement(WRITE)) {
            update.setLong(1, balance);
            update.setLong(2, token);
            update.setLong(3, token);
            return update.executeUpdate() == 1;
        }
    }

    private static long balance(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT balance FROM account WHERE id = 1")) {
            row.next();
            return row.getLong(1);
        }
    }

    private static void say(String what, boolean written) {
        System.out.printf("%-40s %s%n", what, written ? "written" : "REFUSED: its token is too old");
    }

    private static void delete(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}
