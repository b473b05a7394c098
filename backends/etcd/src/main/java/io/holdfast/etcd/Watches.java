package io.holdfast.etcd;

import io.etcd.jetcd.Watch;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchEvent;
import io.etcd.jetcd.watch.WatchResponse;
import io.holdfast.spi.Environment;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells, once each, when a place of a line is left.
 *
 * <p>A watch that begins at a revision of the past is served by etcd every 100 ms only, until it has caught up. So each
 * begins as of now, and if there was any write since the look that led to it, what is watched is looked at once more. When a watch
 * breaks, that is told as well, after a moment: whoever waits looks again, and watches anew.
 */
final class Watches {

    private static final Duration MOMENT = Duration.ofMillis(200);

    private final Connection connection;
    private final Environment environment;
    private final Set<Watching> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Watches(Connection connection, Environment environment) {
        this.connection = connection;
        this.environment = environment;
    }

    /**
     * Watches a key, or all that start with something.
     *
     * @param key the key, or what they start with
     * @param all whether it is the latter: then only those that are left count
     * @param after the revision that is known
     * @param unchanged asks whether all is there that was
     * @param then whom to tell
     */
    Environment.Cancellable watch(
            String key, boolean all, long after, Supplier<CompletionStage<Boolean>> unchanged, Runnable then) {
        WatchOption option = WatchOption.builder()
                .withCreateNotify(true)
                .isPrefix(all)
                .withNoPut(all)
                .withRequireLeader(true)
                .build();
        Watching watching = new Watching(after, unchanged, then);
        open.add(watching);
        if (closed) {
            watching.cancel();
            return watching;
        }
        try {
            watching.started(connection.client().getWatchClient().watch(EtcdPlace.bytes(key), option, watching));
        } catch (RuntimeException e) {
            watching.onError(e);
        }
        return watching;
    }

    void close() {
        closed = true;
        open.forEach(Watching::cancel);
    }

    private final class Watching implements Watch.Listener, Environment.Cancellable {

        private final long after;
        private final Supplier<CompletionStage<Boolean>> unchanged;
        private final Runnable then;
        private final AtomicBoolean over = new AtomicBoolean();
        private volatile Watch.@Nullable Watcher watcher;

        Watching(long after, Supplier<CompletionStage<Boolean>> unchanged, Runnable then) {
            this.after = after;
            this.unchanged = unchanged;
            this.then = then;
        }

        void started(Watch.Watcher started) {
            watcher = started;
            if (over.get()) {
                started.close();
            }
        }

        @Override
        public void onNext(WatchResponse response) {
            if (response.isCreatedNotify() && response.getHeader().getRevision() > after) {
                unchanged.get().whenComplete((same, error) -> {
                    if (error != null) {
                        onError(error);
                    } else if (!same) {
                        tell();
                    }
                });
            }
            for (WatchEvent event : response.getEvents()) {
                boolean put = event.getEventType() == WatchEvent.EventType.PUT;
                // A place that moves to another etcd lease is written again as well, which means nothing to others.
                if (!put || EtcdPlace.isGranted(event.getKeyValue().getValue())) {
                    tell();
                    return;
                }
            }
        }

        @Override
        public void onError(Throwable error) {
            // Under a lock of jetcd's: not here, and not over and over while there is no connection.
            if (!over.get()) {
                environment.scheduler().schedule(this::tell, MOMENT.toNanos());
            }
        }

        @Override
        public void onCompleted() {
            if (!over.get()) {
                environment.scheduler().schedule(this::tell, MOMENT.toNanos());
            }
        }

        private void tell() {
            if (finish()) {
                then.run();
            }
        }

        @Override
        public void cancel() {
            finish();
        }

        private boolean finish() {
            if (!over.compareAndSet(false, true)) {
                return false;
            }
            open.remove(this);
            Watch.Watcher started = watcher;
            if (started != null) {
                started.close();
            }
            return true;
        }
    }
}
