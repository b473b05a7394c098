package io.holdfast.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who creates the tables by hand gets the same ones. */
class DocumentedTablesTest {

    @ParameterizedTest
    @ValueSource(strings = {"postgresql.sql", "mariadb.sql", "h2.sql", "sqlite.sql"})
    void theyStandInTheDocumentationAsTheyAreCreated(String file) throws Exception {
        try (InputStream resource = Database.class.getResourceAsStream(file)) {
            String tables = new String(resource.readAllBytes(), UTF_8);
            assertThat(Files.readString(Path.of("..", "..", "docs", "jdbc.md"))).contains("```sql\n" + tables + "```");
        }
    }
}
