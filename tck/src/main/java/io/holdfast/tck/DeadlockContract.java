package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Deadlock;
import io.holdfast.Holdfast;
import io.holdfast.Release;
import io.holdfast.spi.Capabilities.Feature;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Who waits for whom can be seen at the store, and so can a circle of those. */
@Needs(Feature.FIFO)
class DeadlockContract extends EngineGroup {

    DeadlockContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void clientsThatWaitForEachOtherAreFound() throws Exception {
        String prefix = name() + ":";
        Holdfast one = open();
        Holdfast other = open();
        Holdfast onlooker = open();
        var first = one.lock(prefix + "a").acquire();
        var second = other.lock(prefix + "b").acquire();
        var waiting = one.lock(prefix + "b").acquireAsync();
        awaitWaiters(onlooker, prefix + "b", 1);
        assertThat(onlooker.locks().deadlocks(prefix)).isEmpty();
        CompletableFuture<?> circular = other.lock(prefix + "a").acquireAsync();
        awaitWaiters(onlooker, prefix + "a", 1);
        assertThat(onlooker.locks().deadlocks(prefix))
                .singleElement()
                .satisfies(deadlock -> assertThat(deadlock.waits())
                        .extracting(Deadlock.Wait::lock)
                        .containsExactlyInAnyOrder(prefix + "a", prefix + "b"));
        circular.cancel(true);
        awaitWaiters(onlooker, prefix + "a", 0);
        assertThat(onlooker.locks().deadlocks(prefix)).isEmpty();
        assertThat(second.release()).isEqualTo(Release.RELEASED);
        assertThat(served(waiting, A_POLL).release()).isEqualTo(Release.RELEASED);
        assertThat(first.release()).isEqualTo(Release.RELEASED);
    }
}
