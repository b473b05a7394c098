package io.holdfast.engine;

import io.holdfast.Lease;
import io.holdfast.MultiLease;
import io.holdfast.Release;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** The leases of several locks as one. There is nothing more to it than they have themselves. */
final class BundledLease implements MultiLease {

    private final List<HeldLease> leases;
    private final String name;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** A lease on several locks, of which there is one at least. */
    BundledLease(List<HeldLease> leases) {
        this.leases = List.copyOf(leases);
        this.name = String.join(", ", leases.stream().map(Lease::name).toList());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long token() {
        return leases.get(0).token();
    }

    @Override
    public Map<String, Long> tokens() {
        Map<String, Long> tokens = new LinkedHashMap<>();
        leases.forEach(lease -> tokens.put(lease.name(), lease.token()));
        return Collections.unmodifiableMap(tokens);
    }

    @Override
    public boolean isValid() {
        return leases.stream().allMatch(Lease::isValid);
    }

    @Override
    public Duration remaining() {
        return leases.stream()
                .map(Lease::remaining)
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    @Override
    public State state() {
        List<State> states = leases.stream().map(Lease::state).toList();
        for (State decisive : List.of(State.LOST, State.RELEASED, State.AT_RISK)) {
            if (states.contains(decisive)) {
                return decisive;
            }
        }
        return State.HELD;
    }

    @Override
    public void ensureValid() {
        leases.forEach(Lease::ensureValid);
    }

    @Override
    public void onLost(Runnable callback) {
        AtomicBoolean told = new AtomicBoolean();
        leases.forEach(lease -> lease.onLost(() -> {
            if (told.compareAndSet(false, true)) {
                callback.run();
            }
        }));
    }

    @Override
    public Release release() {
        leases.forEach(HeldLease::beginRelease);
        return worst(leases.stream().map(Lease::release).toList());
    }

    @Override
    public CompletableFuture<Release> releaseAsync() {
        List<CompletableFuture<Release>> all =
                leases.stream().map(Lease::releaseAsync).toList();
        return CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new))
                .thenApply(
                        done -> worst(all.stream().map(CompletableFuture::join).toList()));
    }

    private static Release worst(List<Release> releases) {
        return releases.contains(Release.LOST)
                ? Release.LOST
                : releases.contains(Release.UNCONFIRMED) ? Release.UNCONFIRMED : Release.RELEASED;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true) && release() == Release.LOST) {
            throw leases.stream()
                    .filter(lease -> lease.release() == Release.LOST)
                    .findFirst()
                    .orElseThrow()
                    .notValid();
        }
    }

    @Override
    public String toString() {
        return "MultiLease[" + name + ", " + state() + "]";
    }
}
