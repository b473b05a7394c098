package io.holdfast.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.HoldfastException;
import io.holdfast.Lease;
import io.holdfast.Release;
import io.holdfast.StoreConfigurationException;
import io.holdfast.StoreUnavailableException;
import io.holdfast.servers.EtcdOptions;
import io.holdfast.servers.EtcdServer;
import io.holdfast.servers.TlsCertificates;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets in, and what those hear who do not. */
@Timeout(60)
class EtcdAccessTest {

    private static void use(String uri) throws InterruptedException {
        try (Holdfast holdfast = Holdfast.open(uri)) {
            assertThat(holdfast.lock("a").acquire().release()).isEqualTo(Release.RELEASED);
            assertThat(holdfast.lock("a")
                            .tryAcquire(Duration.ofMillis(100))
                            .orElseThrow()
                            .release())
                    .isEqualTo(Release.RELEASED);
        }
    }

    @Test
    void aUserWithRightsGetsInAndOthersAreToldWhatIsMissing() throws Exception {
        try (EtcdServer server = EtcdServer.start(EtcdOptions.PLAIN.authentication("root-secret"))) {
            server.addUser("app", "pass@word", "holdfast/");
            server.addUser("other", "secret", "elsewhere/");
            use("etcd://app:pass%40word@" + server.address());
            use("etcd://other:secret@" + server.address() + "/elsewhere/locks");

            assertThatThrownBy(() -> use("etcd://app:wrong-secret@" + server.address()))
                    .isInstanceOf(StoreConfigurationException.class)
                    .hasMessageContaining("does not let this user in")
                    .hasMessageContaining(server.address())
                    .hasMessageNotContaining("secret");
            assertThatThrownBy(() -> use("etcd://other:secret@" + server.address()))
                    .isInstanceOf(StoreConfigurationException.class)
                    .hasMessageContaining("rights do not suffice")
                    .hasMessageContaining("holdfast/")
                    .hasMessageNotContaining("secret");
            assertThatThrownBy(() -> use("etcd://" + server.address()))
                    .isInstanceOf(StoreConfigurationException.class)
                    .hasMessageContaining("does not let this user in");
        }
    }

    @Test
    void aLoginThatTheServerHasForgottenIsRepeated() throws Exception {
        try (EtcdServer server = EtcdServer.start(EtcdOptions.PLAIN.authentication("root-secret"))) {
            server.addUser("app", "secret", "holdfast/");
            try (Holdfast holdfast = Holdfast.open("etcd://app:secret@" + server.address())) {
                Lease held = holdfast.lock("a").acquire();
                server.restart();
                assertThat(holdfast.lock("b").acquire(Duration.ofSeconds(20)).release())
                        .isEqualTo(Release.RELEASED);
                assertThat(held.isValid()).isTrue();
                assertThat(held.release()).isEqualTo(Release.RELEASED);
            }
        }
    }

    @Test
    void aUserWhereThereAreNoneIsTold() {
        try (EtcdServer server = EtcdServer.start()) {
            assertThatThrownBy(() -> use("etcd://app:secret@" + server.address()))
                    .isInstanceOf(StoreConfigurationException.class)
                    .hasMessageContaining("authentication is switched off")
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
    void withTlsTheServerIsKnownByItsCertificate() throws Exception {
        TlsCertificates certificates = TlsCertificates.create();
        try (EtcdServer server = EtcdServer.start(EtcdOptions.PLAIN.tls(certificates))) {
            use("etcds://" + server.address() + "?ca=" + certificates.certificateFile());
            assertThatThrownBy(() -> use("etcds://" + server.address() + "?connectTimeout=2s"))
                    .isInstanceOf(StoreConfigurationException.class)
                    .hasMessageContaining("TLS");
            assertThatThrownBy(() -> use("etcd://" + server.address() + "?connectTimeout=2s"))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining(server.address());
        }
    }

    @Test
    void aServerThatIsNotThereIsNamed() {
        EtcdServer server = EtcdServer.start();
        server.close();
        assertThatThrownBy(() -> use("etcd://user:secret@" + server.address() + "?connectTimeout=1s"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining(server.address())
                .hasMessageNotContaining("secret");
    }

    @Test
    void aServerThatDoesNotAnswerIsWaitedForNoLongerThanSaid() {
        try (EtcdServer server = EtcdServer.start();
                Holdfast holdfast = Holdfast.open("etcd://" + server.address() + "?commandTimeout=1s")) {
            server.pause();
            long start = System.nanoTime();
            assertThatThrownBy(() -> holdfast.lock("a").tryAcquire()).isInstanceOf(StoreUnavailableException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
            server.resume();
            assertThat(holdfast.lock("a").tryAcquire()).isPresent();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "etcd://",
                "etcd://:secret@host",
                "etcd://user:@host",
                "etcd://host,,host2",
                "etcd://host:99999",
                "etcd://host/with space",
                "etcd://host?colour=secret",
                "etcd://host?commandTimeout=soon",
                "etcd://host?ca=x",
                "etcds://host?cert=x",
                "etcds://host?ca=not-there.pem",
                "etcd://host#secret",
            })
    void aWrongUriIsRefusedWithoutItsSecrets(String uri) {
        assertThatThrownBy(() -> new EtcdStoreProvider().store(uri))
                .isInstanceOf(StoreConfigurationException.class)
                .isInstanceOf(HoldfastException.class)
                .hasMessageContaining("cannot be used")
                .hasMessageNotContaining("secret");
    }

    @Test
    void aStoreSaysWhereItIsAndNoMore() {
        assertThat(new EtcdStoreProvider()
                        .store("etcds://user:secret@one,[::1]:4001/shop/locks?commandTimeout=1s")
                        .description())
                .isEqualTo("etcd at one:2379,[::1]:4001");
    }
}
