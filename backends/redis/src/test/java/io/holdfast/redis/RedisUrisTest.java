package io.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.StoreConfigurationException;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a URI can say, and that a message never repeats it. */
class RedisUrisTest {

    @Test
    void aHostIsEnough() {
        RedisUris parsed = RedisUris.parse("redis://localhost");
        assertThat(parsed.place()).isEqualTo("redis://localhost:6379");
        assertThat(parsed.settings()).isEqualTo(Settings.DEFAULTS);
    }

    @Test
    void everythingCanBeSaid() {
        RedisUris parsed = RedisUris.parse(
                "rediss://us%40er:p+w%2F@host:1/3?prefix=%7Bapp%7D:&commandTimeout=250ms&connectTimeout=5s&verifyPeer=ca&clientName=me&wait=2&mixedUse=true");
        RedisURI server = parsed.servers().get(0);
        assertThat(parsed.place()).isEqualTo("rediss://host:1/3");
        RedisCredentials credentials =
                server.getCredentialsProvider().resolveCredentials().block();
        assertThat(credentials.getUsername()).isEqualTo("us@er");
        assertThat(new String(credentials.getPassword())).isEqualTo("p+w/");
        assertThat(server.getClientName()).isEqualTo("me");
        assertThat(server.getVerifyMode().name()).isEqualTo("CA");
        assertThat(parsed.settings())
                .isEqualTo(new Settings("{app}:", Duration.ofMillis(250), Duration.ofSeconds(5), 2, true));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "redis://[::1] redis://[::1]:6379",
                "REDISS://a rediss://a:6379",
                "redis-replica://p@a,b:1/2 redis-replica://a:6379,b:1/2",
                "redis-cluster://a:1,b redis-cluster://a:1,b:6379",
                "rediss-cluster://a rediss-cluster://a:6379",
                "redis-sentinel://u:p@a,b:1/2?prefix=x:#my redis-sentinel://a:26379,b:1/2#my",
            })
    void serversThatBelongTogetherAreNamedByTheScheme(String uri, String place) {
        assertThat(RedisUris.parse(uri).place()).isEqualTo(place);
    }

    @Test
    void sentinelsHaveAPasswordOfTheirOwn() {
        RedisURI master = RedisUris.parse("redis-sentinel://u:p@a,b?sentinelPassword=s#my")
                .servers()
                .get(0);
        assertThat(password(master)).isEqualTo("u p");
        assertThat(master.getSentinels())
                .hasSize(2)
                .allSatisfy(sentinel -> assertThat(password(sentinel)).isEqualTo("null s"));
        assertThat(RedisUris.parse("redis-sentinel://u:p@a#my").servers().get(0).getSentinels())
                .allSatisfy(sentinel -> assertThat(password(sentinel)).isEqualTo("null null"));
    }

    private static String password(RedisURI server) {
        RedisCredentials credentials =
                server.getCredentialsProvider().resolveCredentials().block();
        char[] password = credentials.getPassword();
        return credentials.getUsername() + " " + (password == null ? null : new String(password));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://:hidden@",
                "redis://:hidden@a,b",
                "redis://:hidden@a#b",
                "redis://:hid%en@a",
                "redis://:hidden@a:0",
                "redis://:hidden@a:70000",
                "redis://:hidden@a:b",
                "redis://:hidden@host?prefix=a&prefix=b",
                "redis-sentinel://:hidden@host",
                "redis-sentinel://:hidden@host#master?prefix=a",
                "redis-sentinel://:hidden@host,#master",
                "redis-cluster://:hidden@host/1",
                "redis://:hidden@host?wait=majority",
                "redis://:hidden@host?wait=-1",
                "redis-sentinel://:hidden@host?wait=most#master",
                "redis://:hidden@host?mixedUse=perhaps",
                "redis://:hid@den@host",
                "redis://:hidden@host/database",
                "redis://:hidden@host?prefx=a",
                "redis://:hidden@host?prefix",
                "redis://:hidden@host?prefix=~",
                "redis://:hidden@host?commandTimeout=soon",
                "redis://:hidden@host?commandTimeout=0",
                "redis://:hidden@host?verifyPeer=perhaps",
                "rediss://:hidden@host?caFile=/no/such/file",
                "rediss://:hidden@host?caFile=pom.xml",
                "rediss://:hidden@host?caFile=src",
                "redlock://:hidden@",
                "redlock://:hidden@a,b,a",
                "redlock://:hidden@a,b:6379,a:6379",
                "redlock://:hidden@a?nodeTimeout=0",
                "redlock://:hidden@a?nodeTimeout=2h",
                "redlock://:hidden@a?nodeTimeout=61s",
                "redlock://:hidden@a?retryDelay=250ms-50ms",
                "redlock://:hidden@a?retryDelay=50ms-",
                "redlock://:hidden@a?retryDelay=-50ms",
                "redlock://:hidden@a?retryDelay=0",
                "redlock://:hidden@a?tries=0",
                "redlock://:hidden@a?tries=11",
                "redlock://:hidden@a?tries=many",
                "redlock://:hidden@a?failFast=perhaps",
                "redlock://:hidden@a?drift=0.001",
                "redlock://:hidden@a?drift=0.6",
                "redlock://:hidden@a?drift=1",
                "redlock://:hidden@a?drift=NaN",
                "redlock://:hidden@a?quarantine=1s",
                "redis://:hidden@a?nodeTimeout=5ms",
                "redis-cluster://:hidden@a?tries=3",
            })
    void whatIsWrongIsSaidWithoutThePassword(String uri) {
        assertThatThrownBy(() -> new RedisStoreProvider().store(uri))
                .isInstanceOf(StoreConfigurationException.class)
                .hasMessageNotContainingAny("hidden", "hid@den")
                .hasNoCause();
    }

    @Test
    void theDescriptionHasNoSecret() {
        assertThat(new RedisStoreProvider().store("redis://u:hidden@host/2").description())
                .isEqualTo("Redis at redis://host:6379/2");
    }

    @Test
    void aQuorumHasOptionsOfItsOwn() {
        QuorumSettings chosen = RedisUris.parse("redlock://a,b,c?nodeTimeout=20ms&retryDelay=5ms-1s&tries=7"
                        + "&failFast=false&drift=0.02&prefix=p:&commandTimeout=3s")
                .quorum();
        assertThat(chosen)
                .isEqualTo(QuorumSettings.DEFAULTS
                        .withNodeTimeout(Duration.ofMillis(20))
                        .withDelay(Duration.ofMillis(5), Duration.ofSeconds(1))
                        .withTries(7)
                        .withFailFast(false)
                        .withDrift(0.02)
                        .withCommon(Settings.DEFAULTS.withPrefix("p:").withCommandTimeout(Duration.ofSeconds(3))));
        assertThat(RedisUris.parse("redlock://a?retryDelay=70ms").quorum())
                .isEqualTo(QuorumSettings.DEFAULTS.withDelay(Duration.ofMillis(70), Duration.ofMillis(70)));
        assertThat(RedisUris.parse("redlock://a").quorum()).isEqualTo(QuorumSettings.DEFAULTS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"wait=1", "wait=majority", "mixedUse=true"})
    void whatIsAboutReplicasOrOthersHasNoMeaningOnAQuorum(String option) {
        assertThatThrownBy(() -> new RedisStoreProvider().store("redlock://a,b,c?" + option))
                .isInstanceOf(StoreConfigurationException.class)
                .hasMessageContaining("wait and mixedUse have no meaning on a quorum");
    }

    @Test
    void anAddressThatIsNamedTwiceWouldVoteTwice() {
        assertThatThrownBy(() -> new RedisStoreProvider().store("redlock://a:1,b:1,a:1"))
                .isInstanceOf(StoreConfigurationException.class)
                .hasMessageContaining("it names a:1 twice, which would vote twice");
    }
}
