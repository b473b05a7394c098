package io.holdfast.jdbc;

import io.holdfast.tck.StoreContract;
import io.holdfast.tck.StoreFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract, on a file that processes share. */
class SqliteStoreTest extends StoreContract {

    @TempDir
    static Path directory;

    @Override
    protected StoreFixture fixture() {
        return new SqlFixture("jdbc:sqlite:" + directory.resolve("locks.db"), null, null, () -> {});
    }
}
