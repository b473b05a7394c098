package io.holdfast.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.InvalidLockException;
import io.holdfast.Lease;
import io.holdfast.LockTimeoutException;
import io.holdfast.ReadWriteLock;
import io.holdfast.Release;
import io.holdfast.spi.Capabilities.Feature;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

/** Readers and writers as their users have them. */
@Needs(Feature.SHARED)
class ReadWriteContract extends EngineGroup {

    ReadWriteContract(StoreContract contract) {
        super(contract);
    }

    @Test
    void readersOfAllClientsHoldItTogetherAndAWriterAlone() throws Exception {
        ReadWriteLock one = open().readWriteLock(name());
        ReadWriteLock other = open().readWriteLock(one.name());
        Lease first = one.readLock().acquire();
        Lease second = one.readLock().acquire();
        Lease third = other.readLock().acquire();
        assertThat(other.writeLock().tryAcquire()).isEmpty();
        assertThat(first.release()).isEqualTo(Release.RELEASED);
        assertThat(second.release()).isEqualTo(Release.RELEASED);
        assertThat(one.writeLock().tryAcquire()).isEmpty();
        assertThat(third.release()).isEqualTo(Release.RELEASED);
        Lease writer = one.writeLock().acquire(A_POLL);
        assertThat(one.readLock().tryAcquire()).isEmpty();
        assertThat(other.readLock().tryAcquire()).isEmpty();
        assertThat(other.writeLock().tryAcquire()).isEmpty();
        assertThat(writer.release()).isEqualTo(Release.RELEASED);
        assertThat(other.readLock().tryAcquire()).isPresent();
    }

    @Test
    void aWriterIsNeverBesideAnyoneAndTokensKeepThemApart() throws Exception {
        String name = name();
        AtomicInteger readers = new AtomicInteger();
        AtomicInteger writers = new AtomicInteger();
        AtomicLong epoch = new AtomicLong();
        List<Callable<Boolean>> contenders = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ReadWriteLock lock = open().readWriteLock(name);
            for (int thread = 0; thread < 2; thread++) {
                contenders.add(() -> {
                    for (int turn = 0; turn < 12; turn++) {
                        if (ThreadLocalRandom.current().nextInt(3) == 0) {
                            lock.writeLock().run(lease -> {
                                assertThat(writers.incrementAndGet()).isEqualTo(1);
                                assertThat(readers).hasValue(0);
                                assertThat(lease.token()).isGreaterThan(epoch.getAndSet(lease.token()));
                                writers.decrementAndGet();
                            });
                        } else {
                            lock.readLock().run(lease -> {
                                readers.incrementAndGet();
                                assertThat(writers).hasValue(0);
                                assertThat(lease.token()).isGreaterThanOrEqualTo(epoch.get());
                                readers.decrementAndGet();
                            });
                        }
                    }
                    return true;
                });
            }
        }
        together(contenders);
    }

    @Test
    @Needs(Feature.FIFO)
    void readersThatComeAfterAWriterWaitBehindItAndAreLetInTogether() throws Exception {
        ReadWriteLock one = open().readWriteLock(name());
        Holdfast client = open();
        ReadWriteLock other = client.readWriteLock(one.name());
        Lease reader = one.readLock().acquire();
        CompletableFuture<Lease> writer = other.writeLock().acquireAsync();
        awaitWaiters(client, one.name(), 1);
        assertThat(one.readLock().tryAcquire()).isEmpty();
        CompletableFuture<Lease> late = one.readLock().acquireAsync();
        awaitWaiters(client, one.name(), 2);
        CompletableFuture<Lease> later = other.readLock().acquireAsync();
        awaitWaiters(client, one.name(), 3);
        assertThat(reader.release()).isEqualTo(Release.RELEASED);
        Lease written = served(writer, A_POLL);
        assertThat(late).isNotDone();
        assertThat(later).isNotDone();
        assertThat(written.release()).isEqualTo(Release.RELEASED);
        long epoch = served(late, A_POLL).token();
        assertThat(epoch).isGreaterThanOrEqualTo(written.token());
        assertThat(served(later, A_POLL).token()).isEqualTo(epoch);
    }

    @Test
    @Needs(Feature.FIFO)
    void aWriterThatGivesUpLetsTheReadersBehindItIn() throws Exception {
        ReadWriteLock one = open().readWriteLock(name());
        Holdfast client = open();
        ReadWriteLock other = client.readWriteLock(one.name());
        one.readLock().acquire();
        CompletableFuture<Lease> writer = other.writeLock().acquireAsync();
        awaitWaiters(client, one.name(), 1);
        CompletableFuture<Lease> late = one.readLock().acquireAsync();
        awaitWaiters(client, one.name(), 2);
        writer.cancel(true);
        served(late, A_POLL);
        assertThatThrownBy(() -> other.writeLock().acquire(unit())).isInstanceOf(LockTimeoutException.class);
        awaitWaiters(client, one.name(), 0);
    }

    @Test
    void aReaderThatIsNotRenewedIsLostForItselfOnly() throws Exception {
        Holdfast client = open();
        ReadWriteLock lock = client.readWriteLock(name());
        Lease brief = lock.with(leaseOf(2).renew(false)).readLock().acquire();
        Lease kept = lock.with(leaseOf(4)).readLock().acquire();
        CompletableFuture<Boolean> heard = new CompletableFuture<>();
        brief.onLost(() -> heard.complete(true));
        assertThat(heard).succeedsWithin(units(2).plus(SOON));
        assertThat(kept.isValid()).isTrue();
        assertThat(open().readWriteLock(lock.name()).writeLock().tryAcquire()).isEmpty();
        assertThat(kept.release()).isEqualTo(Release.RELEASED);
        open().readWriteLock(lock.name()).writeLock().acquire(afterDeath(units(2)));
    }

    @Test
    @Needs({Feature.DOWNGRADE, Feature.FIFO})
    void aWriterThatBecomesAReaderLetsNoOtherWriterIn() throws Exception {
        ReadWriteLock one = open().readWriteLock(name());
        Holdfast client = open();
        ReadWriteLock other = client.readWriteLock(one.name());
        Lease writer = one.writeLock().acquire();
        CompletableFuture<Lease> behind = other.readLock().acquireAsync();
        awaitWaiters(client, one.name(), 1);
        CompletableFuture<Lease> next = other.writeLock().acquireAsync();
        awaitWaiters(client, one.name(), 2);
        Lease reader = one.downgrade(writer);
        assertThat(writer.release()).isEqualTo(Release.RELEASED);
        assertThat(reader.token()).isGreaterThanOrEqualTo(writer.token());
        assertThat(served(behind, A_POLL).token()).isEqualTo(reader.token());
        assertThat(behind.join().release()).isEqualTo(Release.RELEASED);
        assertThat(next).isNotDone();
        assertThat(reader.release()).isEqualTo(Release.RELEASED);
        assertThat(served(next, A_POLL).token()).isGreaterThan(reader.token());
    }

    @Test
    void aThreadThatWritesMayReadAndStaysAReader() {
        ReadWriteLock lock = open().readWriteLock(name());
        ReadWriteLock other = open().readWriteLock(lock.name());
        Lock write = lock.writeLock().asLock();
        Lock read = lock.readLock().asLock();
        assertThat(write.tryLock()).isTrue();
        assertThat(read.tryLock()).isTrue();
        assertThat(other.readLock().tryAcquire()).isEmpty();
        write.unlock();
        assertThat(other.writeLock().tryAcquire()).isEmpty();
        // Where the store cannot turn a writer into a reader, it stays a writer until it leaves.
        assertThat(other.readLock().tryAcquire().isPresent())
                .isEqualTo(capabilities().has(Feature.DOWNGRADE));
        assertThat(write.tryLock()).as("a reader does not become a writer").isFalse();
        read.unlock();
        assertThatThrownBy(read::unlock).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    @Lacks(Feature.SHARED)
    void withoutReadersAndWritersSuchALockIsRefusedBeforeAnythingIsSent() {
        CountedStore counted = new CountedStore(store());
        Holdfast client = open(counted);
        int before = counted.requests();
        assertThatThrownBy(() -> client.readWriteLock(name())).isInstanceOf(InvalidLockException.class);
        assertThat(counted.requests()).isEqualTo(before);
    }
}
