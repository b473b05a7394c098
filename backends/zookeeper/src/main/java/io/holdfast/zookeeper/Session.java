package io.holdfast.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.spi.Environment;
import io.holdfast.spi.line.Life;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * One session at the server: its requests are executed in the order in which they are made here, also across connections.
 * {@link Signs} tells until when it lasts for certain.
 */
final class Session implements Life {

    private static final byte[] EMPTY = {};

    private final ZooKeeper handle;
    private final long id;
    private final Environment.Clock clock;
    private final List<ACL> acl;
    private final String presence;
    private final Signs signs;
    private final Consumer<Session> dead;

    /** What to add to our milliseconds to have the server's at least, and at most. */
    private volatile long ahead;

    private volatile long behind;

    /**
     * A session that was found.
     *
     * @param handle its requests go this way
     * @param id which session that is
     * @param presence the path of its own node
     * @param signs knows how long it lasts
     * @param clock tells the time
     * @param acl what its nodes get
     * @param dead told when an answer says that it has ended
     */
    Session(
            ZooKeeper handle,
            long id,
            String presence,
            Signs signs,
            Environment.Clock clock,
            List<ACL> acl,
            Consumer<Session> dead) {
        this.handle = handle;
        this.id = id;
        this.presence = presence;
        this.signs = signs;
        this.clock = clock;
        this.acl = acl;
        this.dead = dead;
    }

    /** {@return the node that is this session's own} */
    String presence() {
        return presence;
    }

    /** {@return what the server has agreed to} */
    Duration timeout() {
        return Duration.ofMillis(handle.getSessionTimeout());
    }

    boolean isOf(ZooKeeper other, long otherId) {
        return handle == other && id == otherId;
    }

    @Override
    public long until() {
        return signs.until();
    }

    /** The connection was lost. Called in order with answers. */
    void disconnected() {
        signs.disconnected();
    }

    /** {@return the server's time in milliseconds, or a little more} */
    long timeAtMost() {
        return millis(clock.nanos()) + ahead;
    }

    /** {@return the server's time in milliseconds, or a little less} */
    long timeAtLeast() {
        return millis(clock.nanos()) + behind;
    }

    private static long millis(long nanos) {
        return Math.floorDiv(nanos, 1_000_000L);
    }

    /** What was created: its path and what the server says of it. */
    record Created(String path, Stat stat) {}

    /** The data of a node, and what the server says of it. */
    record Data(String text, Stat stat) {}

    // ---- writes

    CompletableFuture<Created> create(String path, byte[] data, CreateMode mode) {
        return ask(
                true,
                answer -> handle.create(
                        path,
                        data,
                        acl,
                        mode,
                        (rc, asked, context, created, stat) -> answer.complete(
                                rc, asked, rc == 0 ? new Created(created, stat) : null, rc == 0 ? stat.getCtime() : 0),
                        null));
    }

    CompletableFuture<Boolean> delete(String path) {
        return this.<Boolean>ask(
                        true,
                        answer -> handle.delete(
                                path, -1, (rc, asked, context) -> answer.complete(rc, asked, true, 0), null))
                .exceptionallyCompose(error -> orElse(error, Code.NONODE, false));
    }

    CompletableFuture<Stat> write(String path, byte[] data) {
        return ask(
                true,
                answer -> handle.setData(
                        path,
                        data,
                        -1,
                        (rc, asked, context, stat) -> answer.complete(rc, asked, stat, rc == 0 ? stat.getMtime() : 0),
                        null));
    }

    /**
     * Shows a sign of life to the leader: what was asked before has been executed by then, or never will be. Somebody may
     * have deleted this session's node.
     */
    CompletableFuture<Stat> touch() {
        return write(presence, EMPTY)
                .exceptionallyCompose(error -> is(error, Code.NONODE)
                        ? create(presence, EMPTY, CreateMode.EPHEMERAL).thenApply(Created::stat)
                        : CompletableFuture.failedFuture(error));
    }

    /**
     * Makes changes in one step.
     *
     * @param operations the changes
     * @return what the server says of the session's own node, which is changed in the same step: all changes have its zxid
     */
    CompletableFuture<Stat> change(List<Op> operations) {
        List<Op> all = new ArrayList<>(operations);
        all.add(Op.setData(presence, EMPTY, -1));
        return ask(
                true,
                answer -> handle.multi(
                        all,
                        (rc, asked, context, results) -> {
                            Stat stat = rc == 0
                                    ? ((OpResult.SetDataResult) results.get(results.size() - 1)).getStat()
                                    : null;
                            answer.complete(rc, asked, stat, stat == null ? 0 : stat.getMtime());
                        },
                        null));
    }

    /** {@return an operation that makes a node} */
    Op creation(String path, byte[] data, CreateMode mode) {
        return Op.create(path, data, acl, mode);
    }

    // ---- reads

    /** {@return the names of the children, as the server that answers knows them; none if there is no such node} */
    CompletableFuture<List<String>> children(String path, @Nullable Watcher watcher) {
        return this.<List<String>>ask(
                        false,
                        answer -> handle.getChildren(
                                path,
                                watcher,
                                (rc, asked, context, names, stat) -> answer.complete(rc, asked, names, 0),
                                null))
                .exceptionallyCompose(error -> orElse(error, Code.NONODE, List.of()));
    }

    /** {@return the names of the children as of now} */
    CompletableFuture<List<String>> childrenNow(String path) {
        // Answered before what follows, of the same session; if it fails, so does the next.
        handle.sync(path, (rc, asked, context) -> {}, null);
        return children(path, null);
    }

    CompletableFuture<Data> data(String path, @Nullable Watcher watcher) {
        return ask(
                false,
                answer -> handle.getData(
                        path,
                        watcher,
                        (rc, asked, context, data, stat) -> answer.complete(
                                rc,
                                asked,
                                rc == 0 ? new Data(data == null ? "" : new String(data, UTF_8), stat) : null,
                                0),
                        null));
    }

    /** {@return what the server says of a node} */
    CompletableFuture<Stat> stat(String path) {
        return ask(
                false,
                answer -> handle.exists(
                        path, false, (rc, asked, context, stat) -> answer.complete(rc, asked, stat, 0), null));
    }

    /** {@return whether there is such a node} */
    CompletableFuture<Boolean> exists(String path) {
        return stat(path).thenApply(there -> true).exceptionallyCompose(error -> orElse(error, Code.NONODE, false));
    }

    void unwatch(String path, Watcher watcher, Watcher.WatcherType type) {
        handle.removeWatches(path, watcher, type, true, (rc, asked, context) -> {}, null);
    }

    // ---- answers

    /** Completes a stage with what the server answered. */
    private interface Reply<T> {

        void complete(int rc, String path, @Nullable T value, long serverMillis);
    }

    private <T> CompletableFuture<T> ask(boolean write, Consumer<Reply<T>> request) {
        CompletableFuture<T> result = new CompletableFuture<>();
        long sent = clock.nanos();
        request.accept((rc, path, value, serverMillis) -> {
            Code code = Code.get(rc);
            if (rc == 0) {
                answered(sent, write, serverMillis);
            } else if (code == Code.SESSIONEXPIRED || !handle.getState().isAlive()) {
                dead.accept(this);
            }
            if (rc == 0 && value != null) {
                result.complete(value);
            } else {
                result.completeExceptionally(KeeperException.create(code, path));
            }
        });
        return result;
    }

    private void answered(long sent, boolean write, long serverMillis) {
        if (write) {
            signs.writeAnswered(sent);
        } else {
            signs.answered(sent);
        }
        if (serverMillis > 0) {
            ahead = serverMillis + 1 - millis(sent);
            behind = serverMillis - 1 - millis(clock.nanos());
        }
    }

    static <T> CompletableFuture<T> orElse(Throwable error, Code code, T value) {
        return is(error, code) ? CompletableFuture.completedFuture(value) : CompletableFuture.failedFuture(error);
    }

    static boolean is(Throwable error, Code code) {
        Throwable cause = error.getCause() == null ? error : error.getCause();
        return (error instanceof KeeperException first && first.code() == code)
                || (cause instanceof KeeperException second && second.code() == code);
    }
}
