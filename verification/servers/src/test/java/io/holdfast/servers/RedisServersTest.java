package io.holdfast.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That servers do what tests will ask of them. */
class RedisServersTest {

    @Test
    void thereAreAnOldAndANewRedis() {
        assertThat(RedisBinary.EMBEDDED.version()).startsWith("6.2.");
        assertThat(RedisBinary.PACKAGED.version()).matches("([7-9]|\\d\\d+)\\..*");
    }

    @ParameterizedTest
    @EnumSource
    void aServerRestartsOnItsPortWithAndWithoutItsData(RedisBinary binary) {
        try (RedisServer server = RedisServer.start(RedisOptions.of(binary).appendOnly())) {
            int port = server.port();
            server.command("SET", "key", "välue");

            server.restart();
            assertThat(server.command("GET", "key")).isEqualTo("välue");
            server.kill();
            server.start();
            assertThat(server.command("GET", "key")).isEqualTo("välue");
            server.restartEmpty();
            assertThat(server.command("GET", "key")).isNull();
            assertThat(server.port()).isEqualTo(port);
        }
    }

    @Test
    void aServerWithoutPersistenceForgets() {
        try (RedisServer server = RedisServer.start(RedisBinary.PACKAGED)) {
            server.command("SET", "key", "value");
            server.restart();
            assertThat(server.command("EXISTS", "key")).isEqualTo(0L);
        }
    }

    @Test
    void aPausedServerAnswersWhenItGoesOn() {
        try (RedisServer server = RedisServer.start(RedisBinary.PACKAGED);
                RespConnection connection = server.connect()) {
            server.pause();
            connection.send("INCR", "key");
            assertThat(server.isRunning()).isTrue();
            assertThat(server.isAnswering()).isFalse();
            server.resume();
            assertThat(connection.receive()).isEqualTo(1L);
        }
    }

    @Test
    void aServerThatLoadsSlowlyIsSeenLoading() {
        RedisOptions options = RedisOptions.of(RedisBinary.PACKAGED).keyLoadDelay(Duration.ofNanos(200_000));
        try (RedisServer server = RedisServer.start(options)) {
            server.command("EVAL", "for i = 1, 5000 do redis.call('SET', i, i) end", "0");
            server.command("SAVE");
            server.restart();
            assertThatThrownBy(() -> server.command("GET", "1")).hasMessageStartingWith("LOADING");
            server.awaitLoaded();
            assertThat(server.command("GET", "5000")).isEqualTo("5000");
        }
    }

    @Test
    void clientsAreCountedAndCutOff() {
        try (RedisServer server =
                        RedisServer.start(RedisOptions.of(RedisBinary.PACKAGED).maxClients(2));
                RespConnection first = server.connect()) {
            try (RespConnection second = server.connect()) {
                assertThat(second.command("PING")).isEqualTo("PONG");
                assertThatThrownBy(() -> server.command("PING")).hasMessageContaining("max number of clients");
            }
            Await.until(
                    "the server knows that the others have left",
                    () -> first.command("CLIENT", "LIST").toString().lines().count() == 1);
            server.breakConnections();
            assertThatThrownBy(() -> first.command("PING")).hasMessageContaining("closed");
        }
    }

    @Test
    void aServerThatCannotStartSaysWhy() {
        RedisOptions options = RedisOptions.of(RedisBinary.PACKAGED).with("--no-such-option", "1");
        assertThatThrownBy(() -> RedisServer.start(options)).hasMessageContaining("no-such-option");
    }

    @Test
    void manyServersStartAtOnceOnPortsOfTheirOwn() {
        List<RedisServer> servers = IntStream.range(0, 10)
                .parallel()
                .mapToObj(i -> RedisServer.start(RedisBinary.PACKAGED))
                .toList();
        assertThat(servers).extracting(RedisServer::port).doesNotHaveDuplicates();
        servers.forEach(RedisServer::close);
        assertThat(servers).noneMatch(RedisServer::isRunning).allMatch(server -> Files.notExists(server.dataDir()));
    }
}
