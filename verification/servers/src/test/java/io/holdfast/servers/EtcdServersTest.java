package io.holdfast.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

/** That etcd does what tests will ask of it. */
class EtcdServersTest {

    @Test
    void aServerRestartsOnItsPortWithItsData() {
        EtcdServer closed;
        try (EtcdServer server = EtcdServer.start()) {
            closed = server;
            assertThat(server.version()).matches("3\\.[4-9]\\.\\d+");
            List<String> endpoints = server.endpoints();
            assertThat(endpoints).containsExactly("http://127.0.0.1:" + server.port());
            server.put("key", "välue");

            server.restart();
            assertThat(server.get("key")).isEqualTo("välue");
            assertThat(server.get("other")).isEmpty();
            assertThat(server.endpoints()).isEqualTo(endpoints);
        }
        assertThat(closed.isRunning()).isFalse();
        assertThat(closed.dataDir()).doesNotExist();
    }

    @Test
    void aServerTellsFiguresOfItself() {
        try (EtcdServer server = EtcdServer.start()) {
            long before = server.figure("grpc_server_msg_received_total");
            server.put("key", "value");
            server.get("key");
            assertThat(server.figure("grpc_server_msg_received_total")).isEqualTo(before + 2);
        }
    }

    @Test
    void aKilledServerKeepsWhatWasWritten() {
        try (EtcdServer server = EtcdServer.start()) {
            server.put("key", "kept");
            server.kill();
            assertThatThrownBy(() -> server.call("/v3/kv/range", "{}")).hasStackTraceContaining("ConnectException");
            server.revive();
            assertThat(server.get("key")).isEqualTo("kept");
        }
    }

    @Test
    void aPausedServerAnswersLater() {
        try (EtcdServer server = EtcdServer.start()) {
            server.put("key", "value");
            server.pause();
            CompletableFuture<String> late = CompletableFuture.supplyAsync(server::version);
            assertThatThrownBy(() -> late.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            server.revive();
            assertThat(late).succeedsWithin(Await.PATIENCE);
            assertThat(server.get("key")).isEqualTo("value");
        }
    }

    @Test
    void aServerListensAtASecondAddress() throws Exception {
        try (EtcdServer server = EtcdServer.start(EtcdOptions.PLAIN.reachableAt("127.0.0.2"))) {
            assertThat(health("http://127.0.0.2:" + server.port())).contains("true");
        }
    }

    @Test
    void aServerWithTlsIsReachedByThoseWhoTrustIt() {
        TlsCertificates certificates = TlsCertificates.create();
        EtcdOptions options = EtcdOptions.PLAIN.tls(certificates).authentication("s3cret \"\\ & more");
        try (EtcdServer server = EtcdServer.start(options)) {
            assertThat(server.endpoints()).containsExactly("https://127.0.0.1:" + server.port());
            server.put("key", "value");
            assertThat(server.get("key")).isEqualTo("value");
            assertThatThrownBy(() -> health(server.endpoint())).isInstanceOf(SSLHandshakeException.class);
            assertThatThrownBy(() -> health("http://" + server.address())).isInstanceOf(IOException.class);
        }
    }

    private static String health(String endpoint) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(endpoint + "/health")).build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }

    @Test
    void usersGetOnlyWhatTheirRolePermits() {
        try (EtcdServer server = EtcdServer.start(EtcdOptions.PLAIN.authentication("secret"))) {
            server.addUser("app", "pass", "locks/");
            server.put("locks/a", "1");
            server.restart();
            assertThat(server.get("locks/a")).isEqualTo("1");

            EtcdGateway stranger = new EtcdGateway(server.endpoint(), EtcdOptions.PLAIN);
            assertThatThrownBy(() -> stranger.call("/v3/kv/range", key("locks/a")))
                    .hasMessageContaining("user name is empty");
            EtcdGateway app = new EtcdGateway(server.endpoint(), EtcdOptions.PLAIN, "app", "pass");
            assertThat(app.call("/v3/kv/range", key("locks/a"))).contains(EtcdGateway.base64("1"));
            assertThatThrownBy(() -> app.call("/v3/kv/range", key("locks0"))).hasMessageContaining("permission denied");
            EtcdGateway liar = new EtcdGateway(server.endpoint(), EtcdOptions.PLAIN, "app", "wrong");
            assertThatThrownBy(() -> liar.call("/v3/kv/range", key("locks/a")))
                    .hasMessageContaining("authentication failed");
        }
    }

    private static String key(String key) {
        return EtcdGateway.json("key", EtcdGateway.base64(key));
    }

    @Test
    void aServerThatCannotStartSaysWhy() {
        assertThatThrownBy(() -> EtcdServer.start(EtcdOptions.PLAIN.with("--no-such-flag")))
                .hasMessageContaining("no-such-flag");
    }

    @Test
    void anotherLeadsWhenTheLeaderOfAClusterIsKilled() {
        List<EtcdServer> servers;
        try (EtcdCluster cluster = EtcdCluster.start(EtcdOptions.PLAIN.authentication("secret"))) {
            servers = cluster.servers();
            assertThat(cluster.endpoints()).hasSize(3).doesNotHaveDuplicates();
            cluster.put("key", "1");
            EtcdServer first = cluster.leader();
            assertThat(cluster.followers()).hasSize(2).doesNotContain(first);

            EtcdServer second = cluster.failOver();
            assertThat(second).isNotSameAs(first);
            assertThat(cluster.get("key")).isEqualTo("1");
            cluster.put("key", "2");
            first.revive();
            assertThat(first.get("key")).isEqualTo("2");
            cluster.awaitReady();
            assertThat(cluster.leader()).isSameAs(second);
        }
        assertThat(servers).noneMatch(EtcdServer::isRunning).allMatch(server -> Files.notExists(server.dataDir()));
    }

    @Test
    void anotherLeadsWhileTheLeaderOfAClusterStandsStill() {
        try (EtcdCluster cluster = EtcdCluster.start()) {
            EtcdServer first = cluster.leader();
            first.pause();
            EtcdServer second = cluster.leader();
            assertThat(second).isNotSameAs(first);
            second.put("key", "new");
            cluster.heal();
            assertThat(first.get("key")).isEqualTo("new");

            cluster.servers().forEach(EtcdServer::kill);
            cluster.heal();
            assertThat(cluster.get("key")).isEqualTo("new");
        }
    }
}
