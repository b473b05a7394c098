package io.holdfast.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That a real client gets through to a server with TLS and a password, and nobody else. */
class TlsServersTest {

    private static final TlsCertificates CERTIFICATES = TlsCertificates.create();

    private final RedisClient client = RedisClient.create();

    @AfterEach
    void shutDown() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @EnumSource
    void aClientGetsThroughThatTrustsTheCertificate(RedisBinary binary) {
        try (RedisServer server = start(binary)) {
            assertThat(ping(
                            server,
                            SslOptions.builder()
                                    .trustManager(CERTIFICATES.certificateFile().toFile())))
                    .isEqualTo("PONG");
            assertThat(ping(
                            server,
                            SslOptions.builder()
                                    .truststore(CERTIFICATES.trustStore().toFile(), CERTIFICATES.trustStorePassword())))
                    .isEqualTo("PONG");
        }
    }

    @ParameterizedTest
    @EnumSource
    void nobodyElseGetsThrough(RedisBinary binary) {
        try (RedisServer server = start(binary)) {
            assertThatThrownBy(() -> ping(server, SslOptions.builder()))
                    .isInstanceOf(RedisConnectionException.class)
                    .hasStackTraceContaining("PKIX");
            RedisOptions noPassword = RedisOptions.of(binary).tls(CERTIFICATES);
            try (RespConnection connection = RespConnection.open(server.port(), noPassword)) {
                assertThatThrownBy(() -> connection.command("PING")).hasMessageStartingWith("NOAUTH");
            }
            RedisOptions noTls = RedisOptions.of(binary).password("s3cret & more");
            assertThatThrownBy(() -> RespConnection.open(server.port(), noTls)).hasStackTraceContaining("IOException");
        }
    }

    private static RedisServer start(RedisBinary binary) {
        return RedisServer.start(
                RedisOptions.of(binary).password("s3cret & more").tls(CERTIFICATES));
    }

    private String ping(RedisServer server, SslOptions.Builder ssl) {
        client.setOptions(ClientOptions.builder().sslOptions(ssl.build()).build());
        try (var connection = client.connect(RedisURI.create(server.uri()))) {
            return connection.sync().ping();
        }
    }
}
