package io.holdfast.zookeeper;

import io.holdfast.HoldfastClosedException;
import io.holdfast.HoldfastException;
import io.holdfast.StoreConfigurationException;
import io.holdfast.spi.Environment;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.line.Lines;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.curator.framework.api.CuratorEventType;
import org.apache.curator.framework.api.CuratorListener;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a session at the server, and a new one when that has ended. Curator keeps the connection; requests go past it, since
 * its retries would make a claim again on the next session.
 */
final class Connection implements ConnectionStateListener, CuratorListener {

    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
    private static final Duration AGAIN = Duration.ofSeconds(1);

    /** A session shows that it is alive so often within its time that a late message or two does not matter. */
    private static final int SIGNS_OF_LIFE = 12;

    private final CuratorFramework curator;
    private final boolean owned;
    private final SessionContext context;
    private final Settings settings;
    private final Paths paths;
    private final Failures failures;
    private final Lines.Listener listener;

    private final ReentrantLock mutex = new ReentrantLock();
    private CompletableFuture<Session> current = new CompletableFuture<>();
    private @Nullable Session starting;

    /** No session that comes is older than this. */
    private long since;

    private volatile long lastUse;
    private volatile boolean closed;

    Connection(
            CuratorFramework curator,
            boolean owned,
            SessionContext context,
            Settings settings,
            Paths paths,
            Failures failures,
            Lines.Listener listener) {
        this.curator = curator;
        this.owned = owned;
        this.context = context;
        this.settings = settings;
        this.paths = paths;
        this.failures = failures;
        this.listener = listener;
        this.lastUse = now();
        // How long ago the leader has heard of a session that is the application's is not known.
        this.since = owned ? now() : now() - settings.sessionTimeout().toNanos();
    }

    /** {@return completes when there is a session} */
    CompletionStage<Void> open() {
        curator.getConnectionStateListenable().addListener(this);
        curator.getCuratorListenable().addListener(this);
        if (owned) {
            curator.start();
        } else if (curator.getZookeeperClient().isConnected()) {
            stateChanged(curator, ConnectionState.CONNECTED);
        }
        showLife();
        // Of a session that is the application's it takes that long until it is known how long it lasts.
        Duration known = owned ? Duration.ZERO : Duration.ofNanos(Signs.relay(settings.sessionTimeout()));
        return within(null, settings.connectTimeout().plus(known), current().thenApply(session -> null));
    }

    // ---- requests

    /**
     * Makes requests in the session that there is, or will be in time.
     *
     * @param name the lock, for messages
     * @param requests makes them; not called any more once the time is over
     * @return what came of them, or that it took too long
     */
    <T> CompletionStage<T> ask(@Nullable String name, Function<Session, CompletionStage<T>> requests) {
        lastUse = now();
        long deadline = now() + settings.commandTimeout().toNanos();
        CompletableFuture<T> result = current().thenCompose(session -> {
            if (closed) {
                return CompletableFuture.failedFuture(closing());
            }
            if (deadline - now() <= 0) {
                return CompletableFuture.failedFuture(failures.late(name, settings.commandTimeout()));
            }
            return requests.apply(session);
        });
        return within(name, settings.commandTimeout(), result);
    }

    private <T> CompletionStage<T> within(@Nullable String name, Duration time, CompletableFuture<T> stage) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Environment.Cancellable timer = context.environment()
                .scheduler()
                .schedule(() -> result.completeExceptionally(failures.late(name, time)), time.toNanos());
        var unused = stage.whenComplete((value, error) -> {
            timer.cancel();
            if (error == null) {
                result.complete(value);
            } else {
                result.completeExceptionally(failures.of(name, error));
            }
        });
        return result;
    }

    /** {@return the session that there is, or the next} */
    CompletableFuture<Session> current() {
        mutex.lock();
        try {
            return current;
        } finally {
            mutex.unlock();
        }
    }

    // ---- sessions

    @Override
    public void stateChanged(CuratorFramework client, ConnectionState state) {
        switch (state) {
            case CONNECTED, RECONNECTED -> connected();
            case SUSPENDED -> listener.suspended();
            case LOST -> ended(null);
            case READ_ONLY -> LOG.warn("{} is read-only: it takes no locks", failures.description());
        }
    }

    /** On the thread that brings the answers, and in order with them. */
    @Override
    public void eventReceived(CuratorFramework client, CuratorEvent event) {
        if (event.getType() == CuratorEventType.CLOSING) {
            // The application closes its client, and with it the session.
            ended(null);
        } else if (event.getType() == CuratorEventType.WATCHED
                && event.getWatchedEvent() != null
                && event.getWatchedEvent().getState() == Watcher.Event.KeeperState.Disconnected) {
            Session session = started();
            if (session != null) {
                session.disconnected();
            }
        }
    }

    private @Nullable Session started() {
        mutex.lock();
        try {
            return starting;
        } finally {
            mutex.unlock();
        }
    }

    private void connected() {
        Session next;
        Session former;
        mutex.lock();
        try {
            ZooKeeper handle = curator.getZookeeperClient().getZooKeeper();
            long id = handle.getSessionId();
            former = starting;
            if (closed || id == 0 || (former != null && former.isOf(handle, id))) {
                return;
            }
            next = new Session(
                    handle,
                    id,
                    paths.clients() + "/" + context.client().id() + "-" + Long.toHexString(id),
                    new Signs(settings.sessionTimeout(), since),
                    context.environment().clock(),
                    settings.acl(),
                    this::ended);
            starting = next;
            since = now();
            if (current.isDone()) {
                current = new CompletableFuture<>();
            }
        } catch (Exception e) {
            // It may be an older trouble that Curator tells only now.
            LOG.debug("{} was connected, and perhaps is not any more", failures.description(), e);
            context.environment().scheduler().schedule(this::connectedAgain, AGAIN.toNanos());
            return;
        } finally {
            mutex.unlock();
        }
        if (former != null) {
            listener.ended(former);
        }
        start(next);
    }

    private void connectedAgain() {
        if (!closed && curator.getZookeeperClient().isConnected()) {
            connected();
        }
    }

    private void start(Session session) {
        var unused = new Nodes(session)
                .create(session.presence(), new byte[0], CreateMode.EPHEMERAL)
                .thenApply(created -> true)
                .exceptionallyCompose(error -> Session.orElse(error, Code.NODEEXISTS, true))
                // Also if it was there, so that something is known of the server's clock.
                .thenCompose(there -> session.touch())
                .whenComplete((touched, error) -> started(session, error));
    }

    private void started(Session session, @Nullable Throwable error) {
        Duration given = session.timeout();
        HoldfastException wrong = error != null
                ? failures.of(null, error)
                : given.compareTo(settings.sessionTimeout()) < 0
                        ? failures.shortSession(settings.sessionTimeout(), given)
                        : null;
        boolean refused = wrong instanceof StoreConfigurationException;
        CompletableFuture<Session> waiting;
        mutex.lock();
        try {
            if (closed || starting != session) {
                return;
            }
            waiting = current;
            if (refused) {
                // What the server will not do now it may do later, when somebody has changed its settings.
                current = new CompletableFuture<>();
            }
        } finally {
            mutex.unlock();
        }
        if (wrong == null && session.until() - now() < settings.silence().toNanos() / 2) {
            // A session that is the application's: how long it lasts is known when the leader has heard of it.
            context.environment()
                    .scheduler()
                    .schedule(() -> startAgain(session), Signs.relay(settings.sessionTimeout()));
            return;
        }
        if (wrong == null) {
            waiting.complete(session);
            return;
        }
        if (refused) {
            waiting.completeExceptionally(wrong);
        }
        context.environment().scheduler().schedule(() -> startAgain(session), AGAIN.toNanos());
    }

    private void startAgain(Session session) {
        if (!closed && started() == session) {
            start(session);
        }
    }

    /** A session has ended: that one, or whichever there is. */
    private void ended(@Nullable Session which) {
        Session former;
        mutex.lock();
        try {
            former = starting;
            if (former == null || (which != null && former != which)) {
                return;
            }
            starting = null;
            since = now();
            if (current.isDone()) {
                current = new CompletableFuture<>();
            }
        } finally {
            mutex.unlock();
        }
        listener.ended(former);
    }

    /** With a write while locks are held or waited for, so that answers can say for how long. */
    private void showLife() {
        if (closed) {
            return;
        }
        long every = settings.sessionTimeout().toNanos() / SIGNS_OF_LIFE;
        Session session = current().getNow(null);
        // Curator can have begun another session without a word.
        connectedAgain();
        if (session != null) {
            boolean busy = now() - lastUse < settings.sessionTimeout().toNanos();
            var unused = busy ? session.touch() : session.stat(paths.base());
        }
        context.environment().scheduler().schedule(this::showLife, every);
    }

    void close() {
        closed = true;
        curator.getConnectionStateListenable().removeListener(this);
        curator.getCuratorListenable().removeListener(this);
        if (owned) {
            curator.close();
        }
        current().completeExceptionally(closing());
    }

    private static HoldfastClosedException closing() {
        return new HoldfastClosedException(null, "The client was closed.", null);
    }

    private long now() {
        return context.environment().clock().nanos();
    }
}
