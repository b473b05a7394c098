package io.holdfast.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.spi.Ask;
import io.holdfast.spi.Environment;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.line.Encoding;
import io.holdfast.spi.line.Entry;
import io.holdfast.spi.line.Life;
import io.holdfast.spi.line.Line;
import io.holdfast.spi.line.Lines;
import io.holdfast.spi.line.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Lines of ephemeral sequential nodes, one for each claim, below a node for each lock. The zxid of its creation is what a
 * claim's tokens are made of; the lock's node has the number for readers.
 */
final class ZooKeeperLines implements Lines {

    private static final byte[] EMPTY = {};
    private static final int TRIES = 5;
    private static final Duration MOMENT = Duration.ofMillis(200);

    /** What the epoch of a lock is that no writer has held is made of the node itself, as tokens are of theirs. */
    private static final int BLOCK_BITS = 5;

    private final CuratorFramework curator;
    private final boolean owned;
    private final SessionContext context;
    private final Settings settings;
    private final Paths paths;
    private final Failures failures;
    private volatile @Nullable Connection connection;

    /** The claims whose fate is not known yet. */
    private final Map<String, Attempt> attempts = new ConcurrentHashMap<>();

    /** The nodes of claims that this client has made, and has not seen go. */
    private final Set<String> made = ConcurrentHashMap.newKeySet();

    ZooKeeperLines(
            CuratorFramework curator,
            boolean owned,
            SessionContext context,
            Settings settings,
            Paths paths,
            Failures failures) {
        this.curator = curator;
        this.owned = owned;
        this.context = context;
        this.settings = settings;
        this.paths = paths;
        this.failures = failures;
    }

    @Override
    public CompletionStage<Void> open(Listener listener) {
        Connection opened = new Connection(curator, owned, context, settings, paths, failures, new Listener() {
            @Override
            public void ended(Life life) {
                listener.ended(life);
                // By then the servers have ended it, too, and nothing of it can arrive any more.
                context.environment()
                        .scheduler()
                        .schedule(
                                () -> attempts.values().removeIf(attempt -> attempt.session() == life),
                                settings.sessionTimeout().multipliedBy(2).toNanos());
            }

            @Override
            public void suspended() {
                listener.suspended();
            }
        });
        connection = opened;
        return opened.open();
    }

    // ---- entering

    @Override
    public CompletionStage<Entered> enter(@Nullable Place leaving, Ask ask, String text) {
        byte[] data = text.getBytes(UTF_8);
        CompletionStage<Entered> entered = ask(ask.name(), session -> {
            Attempt attempt = begin(ask, session);
            return leaving == null ? enter(attempt, ask, data, false, TRIES) : exchange(attempt, leaving, ask, data);
        });
        return entered.thenApply(done -> {
            attempts.remove(ask.owner());
            return done;
        });
    }

    private Attempt begin(Ask ask, Session session) {
        Attempt attempt = new Attempt(session, ask);
        attempts.put(ask.owner(), attempt);
        return attempt;
    }

    private CompletableFuture<Entered> enter(Attempt attempt, Ask ask, byte[] data, boolean left, int tries) {
        return attempt.send(() -> create(attempt, ask, data, left, tries));
    }

    private CompletableFuture<Entered> create(Attempt attempt, Ask ask, byte[] data, boolean left, int tries) {
        Session session = attempt.session();
        String lock = paths.lock(ask.name());
        CompletableFuture<Session.Created> created = session.create(
                lock + "/" + NodeName.start(ask.owner(), ask.demand()), data, CreateMode.EPHEMERAL_SEQUENTIAL);
        // Sent right behind it: executed in that order, answered together.
        CompletableFuture<Line> line = line(session, ask.name(), session.children(lock, null));
        return created.thenCombine(line, (node, seen) -> entered(session, ask, left, node.path(), node.stat(), seen))
                .thenCompose(entered -> counted(session, ask, entered))
                .exceptionallyCompose(error -> {
                    if (created.isCompletedExceptionally() && Session.is(error, Code.NONODE) && tries > 1) {
                        return new Nodes(session).ensure(Paths.parent(lock)).thenCompose(there -> {
                            // Right before the next try, since the server removes it when it has no children.
                            var unused = session.create(lock, EMPTY, CreateMode.CONTAINER);
                            return enter(attempt, ask, data, left, tries - 1);
                        });
                    }
                    if (Session.is(error, Code.CONNECTIONLOSS) && tries > 1) {
                        return found(session, ask, left, () -> enter(attempt, ask, data, left, tries - 1));
                    }
                    // It is there, and cannot be used: it must not stay.
                    return created.isCompletedExceptionally()
                            ? CompletableFuture.failedFuture(error)
                            : session.delete(created.join().path())
                                    .thenCompose(gone -> CompletableFuture.failedFuture(error));
                });
    }

    private Entered entered(Session session, Ask ask, boolean left, String path, Stat stat, Line line) {
        String key = path.substring(path.lastIndexOf('/') + 1);
        made.add(path);
        Place place = new Place(ask.owner(), ask.demand(), key);
        return new Entered(left, Optional.of(new Entry(place, stat.getCzxid(), session)), line);
    }

    /** {@return what was entered, if the server has not come to the end of its numbers} */
    private CompletableFuture<Entered> counted(Session session, Ask ask, Entered entered) {
        Optional<Place> place = entered.mine().map(Entry::place);
        if (place.isEmpty() || NodeName.read(place.get().key()).isCounted()) {
            return CompletableFuture.completedFuture(entered);
        }
        return removed(session, paths.claim(ask.name(), place.get()))
                .thenCompose(left -> CompletableFuture.failedFuture(failures.worn(ask.name())));
    }

    private CompletableFuture<Boolean> removed(Session session, String path) {
        return session.delete(path).thenApply(there -> {
            made.remove(path);
            return there;
        });
    }

    /**
     * Looks for a claim of which no answer came, in the same session. What was sent before a write that was answered has been
     * executed by then or never will be: if it is not there, it may be sent again.
     */
    private CompletableFuture<Entered> found(
            Session session, Ask ask, boolean left, Supplier<CompletableFuture<Entered>> again) {
        return session.touch()
                .thenCompose(touched -> line(session, ask.name(), session.children(paths.lock(ask.name()), null)))
                .thenCompose(line -> {
                    int index = line.indexOf(ask.owner());
                    if (index < 0) {
                        return again.get();
                    }
                    String path = paths.claim(ask.name(), line.places().get(index));
                    return session.stat(path).thenApply(stat -> entered(session, ask, left, path, stat, line));
                });
    }

    private CompletableFuture<Entered> exchange(Attempt attempt, Place leaving, Ask ask, byte[] data) {
        Session session = attempt.session();
        String lock = paths.lock(ask.name());
        CompletableFuture<Stat> changed = change(
                attempt,
                List.of(
                        Op.delete(paths.claim(ask.name(), leaving), -1),
                        session.creation(
                                lock + "/" + NodeName.start(ask.owner(), ask.demand()),
                                data,
                                CreateMode.EPHEMERAL_SEQUENTIAL)));
        return changed.thenCompose(stat -> line(session, ask.name(), session.children(lock, null))
                        .thenApply(line -> exchanged(session, ask, leaving, stat, line)))
                .thenCompose(entered -> counted(session, ask, entered))
                .exceptionallyCompose(error -> Session.is(error, Code.NONODE)
                        ? enter(attempt, ask, data, false, TRIES)
                        : CompletableFuture.failedFuture(error));
    }

    private Entered exchanged(Session session, Ask ask, Place left, Stat stat, Line line) {
        made.remove(paths.claim(ask.name(), left));
        int index = line.indexOf(ask.owner());
        if (index < 0) {
            return new Entered(true, Optional.empty(), line);
        }
        Place place = line.places().get(index);
        made.add(paths.claim(ask.name(), place));
        return new Entered(true, Optional.of(new Entry(place, stat.getMzxid(), session)), line);
    }

    /** Makes changes in one step. If something is missing that may be this client's own node, which anybody can delete. */
    private CompletableFuture<Stat> change(Attempt attempt, List<Op> operations) {
        Session session = attempt.session();
        return session.change(operations).exceptionallyCompose(error -> {
            if (!Session.is(error, Code.NONODE)) {
                return CompletableFuture.failedFuture(error);
            }
            return session.exists(session.presence())
                    .thenCompose(there -> there
                            ? CompletableFuture.failedFuture(error)
                            : session.touch().thenCompose(touched -> attempt.send(() -> session.change(operations))));
        });
    }

    // ---- looking

    @Override
    public CompletionStage<Line> look(String name) {
        return ask(name, session -> line(session, name, session.childrenNow(paths.lock(name))));
    }

    private CompletableFuture<Line> line(Session session, String name, CompletableFuture<List<String>> children) {
        return children.thenApply(names ->
                new Line(standing(session, name, names).map(NodeName::place).toList()));
    }

    /** {@return those who stand in line, in their order; a place that nobody owns is removed if its time is over} */
    private Stream<NodeName> standing(Session session, String name, List<String> children) {
        return children.stream()
                .map(NodeName::read)
                .filter(node -> {
                    boolean over = node.until() < session.timeAtLeast();
                    if (over) {
                        var unused = session.delete(paths.claim(name, node.place()));
                    }
                    return !over;
                })
                .sorted(NodeName::compare);
    }

    @Override
    public CompletionStage<List<Seen>> inspect(String name) {
        return ask(
                name,
                session -> session.childrenNow(paths.lock(name)).thenCompose(children -> {
                    List<CompletableFuture<Optional<Seen>>> seen = standing(session, name, children)
                            .map(node -> seen(session, name, node.place()))
                            .toList();
                    return all(seen)
                            .thenApply(done ->
                                    done.stream().flatMap(Optional::stream).toList());
                }));
    }

    private CompletableFuture<Optional<Seen>> seen(Session session, String name, Place place) {
        return session.data(paths.claim(name, place), null)
                .thenApply(node -> Optional.of(new Seen(place, node.stat().getCzxid(), node.text())))
                .exceptionallyCompose(error -> Session.orElse(error, Code.NONODE, Optional.empty()));
    }

    @Override
    public CompletionStage<Names> names(String prefix, Optional<String> cursor, int limit) {
        String start = Encoding.encode(prefix);
        return ask(
                null,
                session -> session.childrenNow(paths.locks()).thenCompose(buckets -> {
                    List<String> left = buckets.stream()
                            .filter(bucket -> cursor.isEmpty() || bucket.compareTo(cursor.get()) >= 0)
                            .sorted()
                            .toList();
                    return names(session, left, start, limit, new ArrayList<>());
                }));
    }

    private CompletableFuture<Names> names(
            Session session, List<String> buckets, String start, int limit, List<String> found) {
        if (buckets.isEmpty() || found.size() >= limit) {
            return CompletableFuture.completedFuture(
                    new Names(found, buckets.stream().findFirst()));
        }
        return session.children(paths.bucket(buckets.get(0)), null).thenCompose(locks -> {
            locks.stream()
                    .filter(lock -> lock.startsWith(start))
                    .map(Encoding::decode)
                    .forEach(found::add);
            return names(session, buckets.subList(1, buckets.size()), start, limit, found);
        });
    }

    @Override
    public Environment.Cancellable watch(String name, Line line, Optional<Place> place, Runnable then) {
        AtomicBoolean told = new AtomicBoolean();
        Runnable once = () -> {
            if (told.compareAndSet(false, true)) {
                then.run();
            }
        };
        Watcher watcher = event -> {
            if (event.getType() != Watcher.Event.EventType.None) {
                once.run();
            }
        };
        String path = place.map(each -> paths.claim(name, each)).orElse(paths.lock(name));
        CompletionStage<Boolean> watching = ask(
                name,
                session -> place.isPresent()
                        ? watch(session, path, watcher, once)
                        : watch(session, path, line, watcher, once));
        watching.whenComplete((there, error) -> {
            if (error != null) {
                // Whoever waits looks again, and watches anew.
                context.environment().scheduler().schedule(once, MOMENT.toNanos());
            }
        });
        return () -> {
            if (!told.compareAndSet(false, true)) {
                return;
            }
            watching.thenAccept(there -> {
                Session session = opened().current().getNow(null);
                if (there && session != null) {
                    session.unwatch(
                            path, watcher, place.isPresent() ? Watcher.WatcherType.Data : Watcher.WatcherType.Children);
                }
            });
        };
    }

    private static CompletableFuture<Boolean> watch(Session session, String path, Watcher watcher, Runnable once) {
        return session.data(path, watcher)
                .thenApply(node -> {
                    if (node.stat().getVersion() > 0) {
                        // It was granted between the look and this.
                        once.run();
                    }
                    return true;
                })
                .exceptionallyCompose(error -> {
                    if (Session.is(error, Code.NONODE)) {
                        once.run();
                    }
                    return Session.orElse(error, Code.NONODE, false);
                });
    }

    private CompletableFuture<Boolean> watch(Session session, String path, Line line, Watcher watcher, Runnable once) {
        return session.children(path, watcher).thenApply(children -> {
            if (!children.containsAll(line.places().stream().map(Place::key).collect(Collectors.toList()))) {
                once.run();
            }
            return true;
        });
    }

    // ---- staying, and leaving

    @Override
    public List<CompletionStage<Optional<Life>>> confirm(List<Confirmation> entries) {
        CompletionStage<Session> touched = ask(null, session -> session.touch().thenApply(stat -> session));
        return entries.stream()
                .map(each -> touched.thenCompose(session -> there(session, each)))
                .toList();
    }

    /** Not older than the write before it, since that is in the same session. */
    private CompletionStage<Optional<Life>> there(Session session, Confirmation each) {
        if (each.entry().life() != session) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        return ask(
                each.name(),
                same -> session.stat(paths.claim(each.name(), each.entry().place()))
                        .thenApply(stat -> Optional.<Life>of(session))
                        .exceptionallyCompose(error -> Session.orElse(error, Code.NONODE, Optional.empty())));
    }

    @Override
    public CompletionStage<Optional<Life>> settle(String name, Entry entry, boolean waits) {
        if (waits) {
            return CompletableFuture.completedFuture(Optional.of(entry.life()));
        }
        // Its data stays as it is: a second version of it is what the one behind is told.
        String path = paths.claim(name, entry.place());
        return ask(
                name,
                session -> session.data(path, null)
                        .thenCompose(node -> session.write(path, node.text().getBytes(UTF_8)))
                        .thenApply(stat -> Optional.of(entry.life()))
                        .exceptionallyCompose(error -> Session.orElse(error, Code.NONODE, Optional.empty())));
    }

    @Override
    public CompletionStage<Boolean> leave(String name, Place place) {
        return ask(name, session -> removed(session, paths.claim(name, place)));
    }

    @Override
    public CompletionStage<Optional<Place>> close(String name, Place place, Duration time) {
        return ask(name, session -> {
            String key = NodeName.closed(place, session.timeAtMost() + time.toMillis() + 1);
            return change(
                            new Attempt(session, null),
                            List.of(
                                    Op.delete(paths.claim(name, place), -1),
                                    session.creation(paths.lock(name) + "/" + key, EMPTY, CreateMode.PERSISTENT)))
                    .thenApply(stat -> {
                        made.remove(paths.claim(name, place));
                        return Optional.of(new Place(Place.NOBODY, place.demand(), key));
                    })
                    .exceptionallyCompose(error -> Session.orElse(error, Code.NONODE, Optional.empty()));
        });
    }

    @Override
    public CompletionStage<Optional<Entry>> inherit(Place place, Ask heir, String text) {
        String key = NodeName.inPlaceOf(place, heir.owner(), heir.demand());
        String path = paths.lock(heir.name()) + "/" + key;
        CompletionStage<Optional<Entry>> inherited = ask(heir.name(), session -> {
            Attempt attempt = begin(heir, session);
            return change(
                            attempt,
                            List.of(
                                    Op.delete(paths.claim(heir.name(), place), -1),
                                    session.creation(path, text.getBytes(UTF_8), CreateMode.EPHEMERAL)))
                    .thenApply(stat -> Optional.of(stat.getMzxid()))
                    // It may be a repetition: then the heir stands there already.
                    .exceptionallyCompose(error -> Session.is(error, Code.NONODE)
                            ? standing(session, path)
                            : CompletableFuture.failedFuture(error))
                    .thenApply(id -> id.map(number -> {
                        made.remove(paths.claim(heir.name(), place));
                        made.add(path);
                        return new Entry(new Place(heir.owner(), heir.demand(), key), number, session);
                    }));
        });
        return inherited.thenApply(done -> {
            attempts.remove(heir.owner());
            return done;
        });
    }

    private static CompletableFuture<Optional<Long>> standing(Session session, String path) {
        return session.stat(path)
                .thenApply(stat -> Optional.of(stat.getCzxid()))
                .exceptionallyCompose(error -> Session.orElse(error, Code.NONODE, Optional.empty()));
    }

    @Override
    public CompletionStage<Boolean> abandon(Ask ask) {
        Attempt attempt = attempts.get(ask.owner());
        if (attempt != null) {
            attempt.stop();
        }
        return ask(
                ask.name(),
                session -> session.touch()
                        .thenCompose(
                                touched -> line(session, ask.name(), session.children(paths.lock(ask.name()), null)))
                        .thenCompose(line -> {
                            int index = line.indexOf(ask.owner());
                            return index < 0
                                    ? CompletableFuture.completedFuture(false)
                                    : removed(
                                            session,
                                            paths.claim(
                                                    ask.name(), line.places().get(index)));
                        })
                        .thenApply(left -> {
                            // What an older session sent may still arrive, until that one has ended.
                            boolean certain = attempt == null || attempt.session() == session;
                            if (certain) {
                                attempts.remove(ask.owner());
                            }
                            return certain;
                        }));
    }

    // ---- the number for readers

    @Override
    public CompletionStage<Long> epoch(String name) {
        return ask(
                name,
                session -> session.data(paths.lock(name), null)
                        .thenApply(node -> node.text().isEmpty()
                                ? node.stat().getCzxid() << BLOCK_BITS
                                : Long.parseLong(node.text())));
    }

    @Override
    public CompletionStage<Boolean> raise(String name, Place place, long epoch) {
        return ask(
                name,
                session -> change(
                                new Attempt(session, null),
                                List.of(
                                        Op.check(paths.claim(name, place), -1),
                                        Op.setData(
                                                paths.lock(name),
                                                Long.toString(epoch).getBytes(UTF_8),
                                                -1)))
                        .thenApply(stat -> true)
                        .exceptionallyCompose(error -> Session.orElse(error, Code.NONODE, false)));
    }

    @Override
    public void close() {
        Session session = opened().current().getNow(null);
        opened().close();
        if (!owned && session != null) {
            // The session is the application's and goes on, so that nothing else removes what is left.
            made.forEach(path -> removeForSure(session, path));
            removeForSure(session, session.presence());
            attempts.values().forEach(attempt -> abandonForSure(session, attempt));
        }
    }

    /** Until the server has answered, however often the connection is lost meanwhile. */
    private static void removeForSure(Session session, String path) {
        var unused = session.delete(path).whenComplete((gone, error) -> {
            if (error != null && Session.is(error, Code.CONNECTIONLOSS)) {
                removeForSure(session, path);
            }
        });
    }

    private void abandonForSure(Session session, Attempt attempt) {
        Ask ask = attempt.ask();
        attempt.stop();
        if (ask == null || attempt.session() != session) {
            return;
        }
        var unused = session.touch()
                .thenCompose(touched -> line(session, ask.name(), session.children(paths.lock(ask.name()), null)))
                .whenComplete((line, error) -> {
                    if (error != null && Session.is(error, Code.CONNECTIONLOSS)) {
                        abandonForSure(session, attempt);
                    } else if (error == null && line.indexOf(ask.owner()) >= 0) {
                        Place place = line.places().get(line.indexOf(ask.owner()));
                        removeForSure(session, paths.claim(ask.name(), place));
                    }
                });
    }

    private <T> CompletionStage<T> ask(@Nullable String name, Function<Session, CompletionStage<T>> requests) {
        return opened().ask(name, requests);
    }

    private Connection opened() {
        Connection opened = connection;
        if (opened == null) {
            throw new IllegalStateException("It was not opened");
        }
        return opened;
    }

    private static <T> CompletableFuture<List<T>> all(List<CompletableFuture<T>> stages) {
        return CompletableFuture.allOf(stages.toArray(new CompletableFuture<?>[0]))
                .thenApply(done -> stages.stream().map(CompletableFuture::join).toList());
    }
}
