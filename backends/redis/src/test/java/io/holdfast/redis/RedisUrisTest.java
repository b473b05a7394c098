package io.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.StoreConfigurationException;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a URI can say, and that a message never repeats it. */
class RedisUrisTest {

    @Test
    void aHostIsEnough() {
        RedisUris parsed = RedisUris.parse("redis://localhost");
        assertThat(RedisUris.place(parsed.server())).isEqualTo("redis://localhost:6379");
        assertThat(parsed.settings()).isEqualTo(Settings.DEFAULTS);
    }

    @Test
    void everythingCanBeSaid() {
        RedisUris parsed = RedisUris.parse(
                "rediss://us%40er:p+w%2F@host:1/3?prefix=%7Bapp%7D:&commandTimeout=250ms&connectTimeout=5s&verifyPeer=ca&clientName=me");
        RedisURI server = parsed.server();
        assertThat(RedisUris.place(server)).isEqualTo("rediss://host:1/3");
        RedisCredentials credentials =
                server.getCredentialsProvider().resolveCredentials().block();
        assertThat(credentials.getUsername()).isEqualTo("us@er");
        assertThat(new String(credentials.getPassword())).isEqualTo("p+w/");
        assertThat(server.getClientName()).isEqualTo("me");
        assertThat(server.getVerifyMode().name()).isEqualTo("CA");
        assertThat(parsed.settings()).isEqualTo(new Settings("{app}:", Duration.ofMillis(250), Duration.ofSeconds(5)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://:hidden@",
                "redis://:hid den@host",
                "redis://:hidden@host/database",
                "redis://:hidden@host?prefx=a",
                "redis://:hidden@host?prefix",
                "redis://:hidden@host?prefix=~",
                "redis://:hidden@host?commandTimeout=soon",
                "redis://:hidden@host?commandTimeout=0",
                "redis://:hidden@host?verifyPeer=perhaps",
                "rediss://:hidden@host?caFile=/no/such/file",
                "redis://:hidden@host?caFile=pom.xml",
            })
    void whatIsWrongIsSaidWithoutThePassword(String uri) {
        assertThatThrownBy(() -> new RedisStoreProvider().store(uri))
                .isInstanceOf(StoreConfigurationException.class)
                .hasMessageNotContainingAny("hidden", "hid den")
                .hasNoCause();
    }

    @Test
    void theDescriptionHasNoSecret() {
        assertThat(new RedisStoreProvider().store("redis://u:hidden@host/2").description())
                .isEqualTo("Redis at redis://host:6379/2");
    }
}
