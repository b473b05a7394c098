package io.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.InvalidLockException;
import io.holdfast.spi.Demand;
import io.lettuce.core.cluster.SlotHash;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All keys of a lock are in one slot of a cluster, and no key beside a lock is a lock. */
class LockKeysTest {

    private static final String LETTERS = "{}{}{}{}ab:~é鎖";

    @ParameterizedTest
    @ValueSource(
            strings = {"orders:42", "x}y", "{}", "}{", "{a}b", "a{b}c{d}", "{", "}", "{{a}}", "{}{a}", "a{}b{c}", "é"})
    void aLocksKeysShareItsSlot(String name) {
        for (String prefix : List.of("lock:", "x}", "{app}:", "}{")) {
            assertOneSlot(prefix, name);
        }
    }

    @Test
    void aLocksKeysShareItsSlotWhateverItIsCalled() {
        Random random = new Random(42);
        for (int i = 0; i < 50_000; i++) {
            assertOneSlot("lock:", text(random, 12));
        }
    }

    @Test
    void noTwoLocksShareAKey() {
        Random random = new Random(43);
        Set<String> names = new HashSet<>();
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < 50_000; i++) {
            String name = text(random, 6);
            if (names.add(name)) {
                for (String key : LockKeys.of("lock:", name).declared(Demand.READ, "owner")) {
                    assertThat(keys.add(key)).as(key).isTrue();
                }
            }
        }
    }

    @Test
    void theKeyOfAQueueTellsItsLock() {
        Random random = new Random(44);
        for (int i = 0; i < 20_000; i++) {
            String name = text(random, 8);
            for (String prefix : List.of("lock:", "{app}:", "x}")) {
                LockKeys keys = LockKeys.of(prefix, name);
                assertThat(LockKeys.nameOfQueue(prefix, keys.queue())).contains(name);
                assertThat(LockKeys.nameOfQueue(prefix, keys.waiters())).isEmpty();
            }
        }
        assertThat(LockKeys.nameOfQueue("lock:", "{other:a}:queue")).isEmpty();
        assertThat(LockKeys.nameOfQueue("", "~queue:{a}:queue")).isEmpty();
    }

    @Test
    void theUsualKeysAreReadable() {
        LockKeys keys = LockKeys.of("lock:", "orders:42");
        assertThat(keys.declared(Demand.MUTEX, "me"))
                .containsExactly(
                        "lock:orders:42",
                        "{lock:orders:42}:fence",
                        "{lock:orders:42}:queue",
                        "{lock:orders:42}:waiters",
                        "{lock:orders:42}:gone:me");
        assertThat(keys.declared(Demand.READ, "me"))
                .contains("{lock:orders:42}:holders")
                .startsWith(keys.all())
                .endsWith("{lock:orders:42}:gone:me");
        assertThat(LockKeys.of("lock:", "{shop}:42").fence()).isEqualTo("~fence:lock:{shop}:42");
    }

    @Test
    void withoutAPrefixANameCannotLookLikeAKeyBesideALock() {
        assertThat(LockKeys.of("", "orders").lock()).isEqualTo("orders");
        assertThatThrownBy(() -> LockKeys.of("", "{orders}:fence")).isInstanceOf(InvalidLockException.class);
        assertThatThrownBy(() -> LockKeys.of("", "~fence:{a}")).isInstanceOf(InvalidLockException.class);
        assertThatThrownBy(() -> Settings.DEFAULTS.withPrefix("~")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Settings.DEFAULTS.withPrefix("{a")).isInstanceOf(IllegalArgumentException.class);
    }

    private static void assertOneSlot(String prefix, String name) {
        int slot = SlotHash.getSlot(prefix + name);
        assertThat(LockKeys.of(prefix, name).declared(Demand.READ, "some-{owner}"))
                .allSatisfy(key -> assertThat(SlotHash.getSlot(key)).as(key).isEqualTo(slot));
    }

    private static String text(Random random, int longest) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(longest) + 1; i > 0; i--) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.toString();
    }
}
