package io.holdfast.engine;

import io.holdfast.ClaimInfo;
import io.holdfast.Deadlock;
import io.holdfast.LockInfo;
import io.holdfast.LockOptions;
import io.holdfast.Locks;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Held;
import io.holdfast.spi.Page;
import io.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A look at the locks in the store. */
final class StoreLocks implements Locks {

    private static final int PAGE = 200;

    private final StoreSession session;
    private final Failures failures;

    StoreLocks(StoreSession session, Failures failures) {
        this.session = session;
        this.failures = failures;
    }

    @Override
    public Optional<LockInfo> find(String name) {
        Names.checked(name);
        return await(() -> session.inspect(name), name, failures);
    }

    @Override
    public Stream<LockInfo> list(String prefix) {
        Objects.requireNonNull(prefix, "prefix");
        return Stream.iterate(
                        Optional.of(page(prefix, Optional.empty())),
                        Optional::isPresent,
                        page -> page.flatMap(Page::next).map(cursor -> page(prefix, Optional.of(cursor))))
                .flatMap(page -> page.orElseThrow().locks().stream());
    }

    @Override
    public List<Deadlock> deadlocks(String prefix) {
        List<LockInfo> contended = contended(prefix);
        return contended.isEmpty() ? List.of() : Deadlocks.in(contended, contended(prefix));
    }

    @Override
    public boolean forceRelease(LockInfo lock, ClaimInfo holder, Duration keepFor) {
        if (!lock.holders().contains(holder)) {
            throw new IllegalArgumentException("'" + holder.owner() + "' does not hold '" + lock.name() + "'");
        }
        Demand demand = new Demand(lock.kind(), lock.capacity(), holder.units());
        // How it was asked for is its owner's affair: who it is, and its token, say that it is this one.
        Held held = new Held(
                lock.name(),
                demand,
                holder.owner(),
                holder.token(),
                LockOptions.defaults().lease(),
                Duration.ZERO);
        return await(() -> session.release(held, keepFor, Optional.empty()), lock.name(), failures)
                .held();
    }

    private List<LockInfo> contended(String prefix) {
        return list(prefix).filter(lock -> !lock.waiters().isEmpty()).toList();
    }

    private Page page(String prefix, Optional<String> cursor) {
        return await(() -> session.list(prefix, cursor, PAGE), null, failures);
    }

    /** Asks and waits for the answer; the store has a time-out of its own. */
    static <T extends @Nullable Object> T await(
            Supplier<CompletionStage<T>> request, @Nullable String lock, Failures failures) {
        try {
            return request.get().toCompletableFuture().join();
        } catch (RuntimeException e) {
            throw failures.of(lock, Failures.unwrap(e));
        }
    }
}
