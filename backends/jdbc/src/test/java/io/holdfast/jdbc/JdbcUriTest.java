package io.holdfast.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.StoreConfigurationException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcUriTest {

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://db/shop, jdbc:postgresql://db/shop",
        "jdbc:postgresql://db/shop?holdfast.createTables=true, jdbc:postgresql://db/shop",
        "jdbc:postgresql://db/shop?user=a&holdfast.prefix=x_&password=b, jdbc:postgresql://db/shop?user=a&password=b",
        "jdbc:postgresql://db/shop?holdfast.prefix=x_&password=b, jdbc:postgresql://db/shop?password=b",
        "jdbc:postgresql://db/shop?holdfast.prefix=x_&holdfast.listen=false, jdbc:postgresql://db/shop",
        "jdbc:h2:mem:x;DB_CLOSE_DELAY=-1;holdfast.prefix=x_, jdbc:h2:mem:x;DB_CLOSE_DELAY=-1",
        "jdbc:h2:mem:x;holdfast.prefix=x_;DB_CLOSE_DELAY=-1, jdbc:h2:mem:x;DB_CLOSE_DELAY=-1",
        "jdbc:sqlite:/var/lib/locks.db?holdfast.connectTimeout=1s, jdbc:sqlite:/var/lib/locks.db",
        "jdbc:sqlite:locks.db?cache=shared, jdbc:sqlite:locks.db?cache=shared",
    })
    void theDriverDoesNotSeeOurOptions(String uri, String url) {
        assertThat(JdbcUri.parse(uri).url()).isEqualTo(url);
    }

    @Test
    void optionsAreSettings() {
        Settings settings = JdbcUri.parse(
                        "jdbc:mariadb://db/shop?holdfast.createTables=true&holdfast.prefix=locks.hf_"
                                + "&holdfast.connections=3&holdfast.commandTimeout=700ms&holdfast.connectTimeout=9s&holdfast.listen=false")
                .settings();
        assertThat(settings)
                .isEqualTo(new Settings("locks.hf_", Duration.ofMillis(700), Duration.ofSeconds(9), 3, true, false));
    }

    @Test
    void aPoolOfItsOwnListensUnlessToldOtherwise() {
        assertThat(JdbcUri.parse("jdbc:postgresql://db/shop").settings()).isEqualTo(Settings.DEFAULTS.withListen(true));
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://u:secret@db:5432/shop?password=secret, db:5432",
        "'jdbc:postgresql://a,b:1/shop?password=secret', 'a,b:1'",
        "jdbc:mariadb://db/shop?password=secret, db",
        "jdbc:sqlite:/var/lib/locks.db?password=secret, /var/lib/locks.db",
        "jdbc:h2:mem:x;PASSWORD=secret, x",
        "jdbc:h2:tcp://db:9092/mem:x;PASSWORD=secret, db:9092",
    })
    void aDescriptionSaysWhereAndKeepsSecrets(String uri, String place) {
        assertThat(JdbcUri.parse(uri).place()).isEqualTo(place);
        assertThat(new JdbcStoreProvider().store(uri).description())
                .contains(place)
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://db/shop?password=secret&holdfast.speed=11",
                "jdbc:postgresql://db/shop?password=secret&holdfast.createTables=yes",
                "jdbc:postgresql://db/shop?password=secret&holdfast.commandTimeout=soon",
                "jdbc:postgresql://db/shop?password=secret&holdfast.commandTimeout=0ms",
                "jdbc:postgresql://db/shop?password=secret&holdfast.connections=0",
                "jdbc:postgresql://db/shop?password=secret&holdfast.connections=many",
                "jdbc:postgresql://db/shop?password=secret&holdfast.prefix=a b",
                "jdbc:postgresql://db/shop?password=secret&holdfast.prefix=x'DROP TABLE users",
                "jdbc:postgresql://db/shop?password=secret&holdfast.prefix=a_&holdfast.prefix=b_",
                "jdbc:oracle:thin:@db?password=secret",
                "jdbc:password=secret",
            })
    void whatCannotBeIsRefusedAtOnceWithoutRepeatingAPassword(String uri) {
        assertThatThrownBy(() -> Holdfast.open(uri))
                .isInstanceOf(StoreConfigurationException.class)
                .message()
                .doesNotContain("secret");
    }

    @Test
    void aMissingDriverIsNamed() {
        assertThatThrownBy(() -> Holdfast.open("jdbc:mysql://db/shop?password=secret"))
                .isInstanceOf(StoreConfigurationException.class)
                .hasMessageContaining("driver")
                .message()
                .doesNotContain("secret");
    }
}
