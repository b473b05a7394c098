package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.HoldfastException;
import io.holdfast.InvalidLockException;
import io.holdfast.spi.Answer;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.Demand;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A store says what it can do, and does that. What it does not declare is refused: see each {@link Lacks} test. */
class CapabilityContract extends ContractGroup {

    CapabilityContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void theClockIsFineEnoughForLeasesOfSeconds() {
        assertThat(capabilities().granularity()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void whatTheStoreCanDoDoesNotChange() {
        assertThat(store().capabilities()).isEqualTo(store().capabilities());
    }

    @Test
    void theStoreDescribesItself() {
        assertThat(store().description()).isNotBlank();
    }

    @Test
    void theLongestLeaseIsTaken() {
        Claim claim = client().claim(name()).lease(capabilities().maxLease()).take();
        assertThat(claim.renew()).isPresent();
        assertThat(claim.release()).isTrue();
    }

    @Test
    void aNameIsOneKindOfLockAtATime() {
        Demand other = capabilities().has(Feature.PERMITS) ? Demand.permits(1, 3) : Demand.READ;
        if (!capabilities().has(Feature.PERMITS) && !capabilities().has(Feature.SHARED)) {
            assertRefused(other);
            return;
        }
        String name = name();
        Claim claim = client().claim(name).take();
        assertThatThrownBy(client().claim(name, other)::acquire)
                .isInstanceOf(InvalidLockException.class)
                .hasMessageContaining(name);
        assertThat(claim.release()).isTrue();
        assertThat(client().claim(name, other).acquire()).isInstanceOf(Answer.Granted.class);
    }

    @Test
    @Needs(Feature.ACROSS_PROCESSES)
    void aStoreThatReachesAcrossProcessesCanBeFoundByThem() {
        assertThat(fixture().uri()).isPresent();
    }

    @Test
    void aClosedSessionFailsInsteadOfHanging() {
        Client client = client();
        Claim claim = client.claim(name());
        client.close();
        assertThatThrownBy(claim::acquire).isInstanceOf(HoldfastException.class);
        assertThatThrownBy(claim::poll).isInstanceOf(HoldfastException.class);
        assertThatThrownBy(claim::abandon).isInstanceOf(HoldfastException.class);
        assertThatThrownBy(() -> Claim.acquireAll(List.of(claim))).isInstanceOf(HoldfastException.class);
        assertThatThrownBy(() -> client.inspect("any")).isInstanceOf(HoldfastException.class);
    }
}
