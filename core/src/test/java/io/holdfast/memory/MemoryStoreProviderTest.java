package io.holdfast.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.StoreConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryStoreProviderTest {

    private final MemoryStoreProvider provider = new MemoryStoreProvider();

    @Test
    void withoutANameItIsANewStoreEachTime() {
        assertThat(provider.store("memory:")).isNotSameAs(provider.store("memory:"));
    }

    @Test
    void aNamedStoreIsSharedByAllProviders() {
        assertThat(provider.store("memory:shop-1")).isSameAs(new MemoryStoreProvider().store("memory:shop-1"));
        assertThat(provider.store("memory:shop-1")).isNotSameAs(provider.store("memory:shop-2"));
        assertThat(provider.store("memory:shop-1").description()).isEqualTo("memory:shop-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory://host", "memory:/", "memory:a b", "memory: ", "memory:a?b=c", "memory:a:b"})
    void anythingElseIsRefusedWithWhatIsAllowed(String uri) {
        assertThatThrownBy(() -> provider.store(uri))
                .isInstanceOf(StoreConfigurationException.class)
                .hasMessageContaining("'memory:'")
                .hasMessageContaining("'memory:name'");
    }

    @Test
    void aPasswordIsNotRepeated() {
        assertThatThrownBy(() -> provider.store("memory://me:secret@host"))
                .isInstanceOf(StoreConfigurationException.class)
                .hasMessageNotContaining("secret");
    }
}
