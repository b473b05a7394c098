package io.holdfast.faults;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockEvent;
import io.holdfast.LockOptions;
import io.holdfast.MultiLock;
import io.holdfast.Order;
import io.holdfast.redis.HastyQuorum;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Work with locks of every kind, by threads with leases of different lengths. */
final class HoldfastLabour implements Labour {

    private static final String QUORUM = "redlock:";
    private static final String SESSIONS = "zookeeper:";
    private static final int PERMITS = 3;
    private static final LockOptions BRIEF = LockOptions.defaults().lease(Duration.ofSeconds(1));
    private static final LockOptions LONGER = LockOptions.defaults().lease(Duration.ofSeconds(2));

    /** Much longer than a session: it is that which ends then. */
    private static final LockOptions LONGEST = LockOptions.defaults().lease(Duration.ofSeconds(10));

    private final AtomicLong risks = new AtomicLong();
    private final Names names;
    private final boolean quorum;
    private final LockOptions brief;
    private final LockOptions longer;
    private final Holdfast holdfast;

    HoldfastLabour(String uri, Names names) {
        this.names = names;
        quorum = uri.startsWith(QUORUM);
        brief = uri.startsWith(SESSIONS) ? LONGEST : BRIEF;
        longer = uri.startsWith(SESSIONS) ? LONGEST : LONGER;
        Holdfast.Builder builder = Holdfast.builder().application("faults").listener(event -> {
            if (event.kind() == LockEvent.Kind.AT_RISK) {
                risks.incrementAndGet();
            }
        });
        holdfast = (quorum ? builder.store(HastyQuorum.store(uri)) : builder.store(uri)).build();
    }

    @Override
    public List<List<Wish>> threads() {
        List<List<Wish>> threads = new ArrayList<>();
        threads.add(List.of(mutex(names.first(), brief), mutex(names.second(), brief)));
        threads.add(List.of(mutex(names.first(), longer), mutex(names.second(), longer), mutex(names.apart(), brief)));
        threads.add(List.of(reader(), reader(), writer()));
        threads.add(List.of(together(), mutex(names.apart(), longer)));
        if (!quorum) {
            // A quorum has no queue and no permits.
            threads.add(List.of(strict()));
            threads.add(List.of(permits(1), permits(2)));
        }
        return threads;
    }

    private Wish mutex(String name, LockOptions options) {
        return wish("mutex", options, holdfast.lock(name).with(options));
    }

    private Wish strict() {
        return wish("mutex strict", BRIEF, holdfast.lock(names.strict()).with(BRIEF.order(Order.STRICT)));
    }

    private Wish reader() {
        return wish(
                "read",
                BRIEF,
                holdfast.readWriteLock(names.shared()).with(BRIEF).readLock());
    }

    private Wish writer() {
        return wish(
                "write",
                longer,
                holdfast.readWriteLock(names.shared()).with(longer).writeLock());
    }

    private Wish permits(int count) {
        return wish(
                "permits:" + count + "/" + PERMITS,
                BRIEF,
                holdfast.semaphore(names.permits(), PERMITS).with(BRIEF).permits(count));
    }

    private Wish together() {
        MultiLock all = holdfast.lockAll(names.first(), names.second()).with(longer);
        return new Wish(
                detail("mutex all", longer),
                List.of(names.first(), names.second()),
                atMost -> (atMost.isZero() ? all.tryAcquire() : all.tryAcquire(atMost))
                        .map(lease -> new LeaseGrip(lease, lease.tokens()::get)));
    }

    private static Wish wish(String what, LockOptions options, DistributedLock lock) {
        return new Wish(detail(what, options), List.of(lock.name()), atMost -> {
            Optional<Lease> lease = atMost.isZero() ? lock.tryAcquire() : lock.tryAcquire(atMost);
            return lease.map(granted -> new LeaseGrip(granted, name -> granted.token()));
        });
    }

    private static String detail(String what, LockOptions options) {
        return what + " lease=" + options.lease().toMillis();
    }

    @Override
    public long risks() {
        return risks.get();
    }

    @Override
    public void close() {
        holdfast.close();
    }
}
