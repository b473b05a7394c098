package io.holdfast.tck;

import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.Environment;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What every store does: a store's test class extends this, supplies a fixture, and overrides nothing.
 *
 * <p>Time is real, and its unit grows with the granularity that the store declares. Every test uses names of its own,
 * so the store may be shared and need not be empty.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(Declared.class)
@Timeout(60)
public abstract class StoreContract {

    private static final Duration LEAST_UNIT = Duration.ofMillis(300);

    private final RealTime time = new RealTime();
    private @Nullable StoreFixture fixture;

    /** For the store's test class. */
    protected StoreContract() {}

    /**
     * Starts the store. Called once for all tests of the class; the fixture is closed after the last of them.
     *
     * @return the running store
     * @throws Exception if it cannot be started
     */
    protected abstract StoreFixture fixture() throws Exception;

    @BeforeAll
    final void start() throws Exception {
        fixture = fixture();
    }

    @AfterAll
    final void stop() throws Exception {
        time.close();
        if (fixture != null) {
            fixture.close();
        }
    }

    final StoreFixture running() {
        if (fixture == null) {
            throw new IllegalStateException("The fixture was not started");
        }
        return fixture;
    }

    final ClaimStore store() {
        return running().store();
    }

    final Environment environment() {
        return time.environment();
    }

    /** {@return a short time that is still long for this store: what a short lease is in the tests} */
    final Duration unit() {
        Duration scaled = store().capabilities().granularity().multipliedBy(4);
        return scaled.compareTo(LEAST_UNIT) > 0 ? scaled : LEAST_UNIT;
    }

    @Nested
    class Capability extends CapabilityContract {
        Capability() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Exclusion extends ExclusionContract {
        Exclusion() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Ownership extends OwnershipContract {
        Ownership() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Expiry extends ExpiryContract {
        Expiry() {
            super(StoreContract.this);
        }
    }

    @Nested
    class LockDelay extends LockDelayContract {
        LockDelay() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Renewal extends RenewalContract {
        Renewal() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Token extends TokenContract {
        Token() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Queue extends QueueContract {
        Queue() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Silence extends SilenceContract {
        Silence() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Abandon extends AbandonContract {
        Abandon() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Names extends NamesContract {
        Names() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Shared extends SharedContract {
        Shared() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Downgrading extends DowngradeContract {
        Downgrading() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Together extends TogetherContract {
        Together() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Permits extends PermitsContract {
        Permits() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Resizing extends ResizeContract {
        Resizing() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Inspection extends InspectionContract {
        Inspection() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Waiting extends WaitingContract {
        Waiting() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Cancellation extends CancellationContract {
        Cancellation() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Loss extends LossContract {
        Loss() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Refusals extends RefusalsContract {
        Refusals() {
            super(StoreContract.this);
        }
    }

    @Nested
    class ReadWrite extends ReadWriteContract {
        ReadWrite() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Semaphores extends SemaphoreContract {
        Semaphores() {
            super(StoreContract.this);
        }
    }

    @Nested
    class MultiLocks extends MultiLockContract {
        MultiLocks() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Elections extends ElectionContract {
        Elections() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Deadlocks extends DeadlockContract {
        Deadlocks() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Processes extends ProcessesContract {
        Processes() {
            super(StoreContract.this);
        }
    }

    @Nested
    class KilledProcesses extends KilledProcessesContract {
        KilledProcesses() {
            super(StoreContract.this);
        }
    }

    @Nested
    class StoppedProcesses extends StoppedProcessesContract {
        StoppedProcesses() {
            super(StoreContract.this);
        }
    }
}
