package io.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.HoldfastException;
import io.holdfast.InvalidLockException;
import io.holdfast.LockInfo;
import io.holdfast.LockKind;
import io.holdfast.LockOptions;
import io.holdfast.StoreConfigurationException;
import io.holdfast.StoreUnavailableException;
import io.holdfast.memory.MemoryStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Opening a client, names, options and looking at locks. */
class OpeningTest {

    @Test
    void aUriNamesTheStore() throws Exception {
        try (Holdfast one = Holdfast.open("memory:shop");
                Holdfast two = Holdfast.open("memory:shop");
                Holdfast three = Holdfast.open("memory:")) {
            one.lock("x").run(lease -> {
                assertThat(two.lock("x").tryAcquire()).isEmpty();
                assertThat(three.lock("x").tryAcquire()).isPresent();
            });
        }
    }

    @Test
    void anUnknownSchemeIsExplainedWithoutRepeatingThePassword() {
        assertThatThrownBy(() -> Holdfast.open("pigeon://user:secret@loft"))
                .isInstanceOf(StoreConfigurationException.class)
                .hasMessageContaining("'pigeon:'")
                .hasMessageContaining("memory")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> Holdfast.open("localhost")).hasMessageContaining("scheme");
        assertThatThrownBy(() -> Holdfast.builder().build()).hasMessageContaining("store(");
    }

    @Test
    void aStoreThatIsDownIsAClearErrorUnlessLazy() {
        TestStore down = new TestStore(MemoryStore.create()) {
            @Override
            CompletionStage<Void> ready(CompletionStage<Void> ready) {
                return CompletableFuture.failedFuture(new java.net.ConnectException("refused"));
            }
        };
        assertThatThrownBy(() -> Holdfast.open(down))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("test:")
                .hasMessageContaining("refused");
        assertThatCode(() -> Holdfast.builder().store(down).lazy().build().close())
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "orders:42", "{", "}{", "x}y", "{}", "a/b", "..", " ", "A", "日本語", "😀", "é", "a b"})
    void aNameMayBeAnythingReadable(String name) throws Exception {
        try (Holdfast holdfast = Holdfast.open("memory:")) {
            holdfast.lock(name).run(lease -> {
                assertThat(lease.name()).isEqualTo(name);
                assertThat(holdfast.locks().find(name)).isPresent();
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\nb", "\u0000", "tab\t", "\u007f", "\u0085", "\ud800", "x\udc00"})
    void aNameThatNobodyCouldReadIsRefused(String name) {
        try (Holdfast holdfast = Holdfast.open("memory:")) {
            assertThatThrownBy(() -> holdfast.lock(name))
                    .isInstanceOf(InvalidLockException.class)
                    .hasMessageContaining("lock name");
        }
    }

    @Test
    void aNameHasAtMost512Bytes() {
        try (Holdfast holdfast = Holdfast.open("memory:")) {
            assertThat(holdfast.lock("é".repeat(256)).name()).hasSize(256);
            assertThatThrownBy(() -> holdfast.lock("é".repeat(256) + "x"))
                    .isInstanceOf(InvalidLockException.class)
                    .hasMessageContaining("513 bytes")
                    .satisfies(
                            e -> assertThat(((HoldfastException) e).lockName()).isPresent());
        }
    }

    @Test
    void optionsThatCannotHoldAreRefused() {
        LockOptions defaults = LockOptions.defaults();
        assertThatThrownBy(() -> defaults.lease(Duration.ofMillis(9))).isInstanceOf(InvalidLockException.class);
        assertThatThrownBy(() -> defaults.lease(Duration.ofDays(366))).hasMessageContaining("365 days");
        assertThatThrownBy(() -> defaults.maxHold(Duration.ZERO)).hasMessageContaining("maxHold");
        assertThatThrownBy(() -> defaults.minHold(Duration.ofMillis(-1))).hasMessageContaining("minHold");
        assertThat(defaults.lease(Duration.ofNanos(20_500_000)).lease()).isEqualTo(Duration.ofMillis(20));
        assertThat(defaults.renew(false).renew(true)).isEqualTo(defaults).hasSameHashCodeAs(defaults);
        assertThat(defaults.lockDelay(Duration.ofSeconds(1))).isNotEqualTo(defaults);
    }

    @Test
    void theLocksCanBeLookedAt() throws Exception {
        try (Holdfast holdfast = Holdfast.builder()
                        .store("memory:look")
                        .application("shop")
                        .build();
                Holdfast other = Holdfast.open("memory:look")) {
            var lease = holdfast.lock("orders:42").acquire();
            var waiting = other.lock("orders:42").acquireAsync();
            for (int i = 0; i < 450; i++) {
                holdfast.lock("many:" + i).acquire();
            }
            LockInfo info = other.locks().find("orders:42").orElseThrow();
            assertThat(info.kind()).isEqualTo(LockKind.MUTEX);
            assertThat(info.holders()).singleElement().satisfies(holder -> {
                assertThat(holder.token()).isEqualTo(lease.token());
                assertThat(holder.client().orElseThrow().application()).isEqualTo("shop");
                assertThat(holder.client().orElseThrow().pid())
                        .isEqualTo(ProcessHandle.current().pid());
                assertThat(holder.remaining()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(10));
            });
            assertThat(info.waiters()).hasSize(1);
            assertThat(other.locks().find("nobody")).isEmpty();
            assertThat(other.locks().list("many:").map(LockInfo::name))
                    .hasSize(450)
                    .doesNotHaveDuplicates();
            assertThat(other.locks().list("")).hasSize(451);
            assertThat(waiting).isNotDone();
        }
    }
}
