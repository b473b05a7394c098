package io.holdfast.redis;

import io.holdfast.spi.Environment;
import io.holdfast.spi.SessionContext;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Where a client hears of locks that it was handed in a Cluster: a channel in each slot in which it waits.
 *
 * <p>A message to the client's plain {@link Inbox} goes to every node. One to a channel in the lock's slot stays where
 * that slot is, so a hand-over costs the same however many nodes there are. Servers before Redis 7 have no such
 * channels; there, and until one is subscribed, those who wait ask to be told in the plain way.
 *
 * <p>Every second, and whenever a subscription ended, each channel is compared with where its slot is now, and subscribed
 * there. That is all: it does not matter whether a node died, a connection broke or the slot moved.
 */
final class ShardInboxes {

    private static final long EVERY = Duration.ofSeconds(1).toNanos();
    private static final long PATIENCE = Duration.ofSeconds(2).toNanos();
    private static final long IDLE = Duration.ofMinutes(1).toNanos();
    private static final long REFUSED = Duration.ofMinutes(1).toNanos();

    /** In more slots than that nobody waits at once; if so, the others are told in the plain way. */
    private static final int MOST = 1_000;

    private final ClusterMap map;
    private final ClusterNodes nodes;
    private final Environment environment;
    private final String client;
    private final Inbox inbox;
    private final Map<Integer, ShardChannel> channels = new ConcurrentHashMap<>();
    private final Map<NodeAddress, ShardInbox> inboxes = new ConcurrentHashMap<>();
    private final AtomicBoolean timed = new AtomicBoolean();
    private volatile long notBefore;
    private volatile boolean closed;

    ShardInboxes(ClusterMap map, ClusterNodes nodes, SessionContext context, Inbox inbox) {
        this.map = map;
        this.nodes = nodes;
        this.environment = context.environment();
        this.client = context.client().id();
        this.inbox = inbox;
        this.notBefore = environment.clock().nanos();
    }

    /** {@return the tag of the slot of a lock, if messages in that slot are heard} */
    @Nullable
    String tag(String lock) {
        if (channels.isEmpty()) {
            return null;
        }
        ShardChannel channel = channels.get(SlotHash.getSlot(lock));
        return channel != null && channel.isHeard() ? SlotTags.tag(channel.slot()) : null;
    }

    /** Notes that this client waits for a lock. */
    void waits(String lock) {
        int slot = SlotHash.getSlot(lock);
        ShardChannel channel = channels.get(slot);
        if (channel == null) {
            if (closed || channels.size() >= MOST) {
                return;
            }
            channel = channels.computeIfAbsent(slot, missing -> new ShardChannel(missing, client));
        }
        channel.used = environment.clock().nanos();
        if (!channel.isHeard()) {
            subscribe(channel);
            tendLater();
        }
    }

    private void subscribe(ShardChannel channel) {
        NodeAddress owner = map.owner(channel.slot());
        long now = environment.clock().nanos();
        if (closed || owner == null || now - notBefore < 0 || !channel.ask(owner, now, PATIENCE)) {
            return;
        }
        inboxes.computeIfAbsent(owner, this::inbox).subscribe(channel.name()).whenComplete((done, error) -> {
            if (error == null) {
                channel.subscribed(owner);
            } else {
                channel.lost(owner);
                refused(channel, owner, error);
            }
        });
    }

    private ShardInbox inbox(NodeAddress node) {
        RedisPubSubAdapter<String, String> listener = new RedisPubSubAdapter<>() {
            @Override
            public void smessage(String channel, String message) {
                inbox.receive(message);
            }

            @Override
            public void sunsubscribed(String name, long count) {
                // Said by a node that has given the slot away.
                channels.values().stream()
                        .filter(channel -> channel.name().equals(name))
                        .forEach(channel -> left(channel, node));
            }
        };
        return new ShardInbox(nodes.connector(node), listener, () -> disconnected(node));
    }

    private void disconnected(NodeAddress node) {
        channels.values().stream().filter(channel -> channel.isAt(node)).forEach(channel -> left(channel, node));
    }

    private void left(ShardChannel channel, NodeAddress node) {
        channel.lost(node);
        var unused = map.refresh().whenComplete((done, error) -> subscribe(channel));
    }

    private void refused(ShardChannel channel, NodeAddress node, Throwable error) {
        Redirect redirect = Redirect.of(error, node).orElse(null);
        NodeAddress to = redirect == null ? null : redirect.to();
        if (to != null) {
            map.moved(channel.slot(), to);
        } else if (redirect == null && isAnswer(error)) {
            // Before Redis 7, or without the right to.
            notBefore = environment.clock().nanos() + REFUSED;
        } else {
            var unused = map.refresh();
        }
    }

    private static boolean isAnswer(Throwable error) {
        return error instanceof RedisCommandExecutionException
                || error.getCause() instanceof RedisCommandExecutionException;
    }

    private void tendLater() {
        if (!closed && timed.compareAndSet(false, true)) {
            environment.scheduler().schedule(this::tend, EVERY);
        }
    }

    private void tend() {
        timed.set(false);
        long now = environment.clock().nanos();
        Predicate<ShardChannel> idle = channel -> now - channel.used > IDLE;
        channels.values().stream().filter(idle).forEach(this::leave);
        channels.values().removeIf(idle);
        channels.values().forEach(this::check);
        closeUnused();
        if (!channels.isEmpty()) {
            tendLater();
        }
    }

    private void leave(ShardChannel channel) {
        inboxes.forEach((node, open) -> {
            if (channel.isAt(node)) {
                open.unsubscribe(channel.name());
            }
        });
    }

    private void check(ShardChannel channel) {
        inboxes.forEach((node, open) -> {
            if (channel.isHeard() && channel.isAt(node) && !open.isOpen()) {
                channel.lost(node);
            }
        });
        subscribe(channel);
    }

    private void closeUnused() {
        inboxes.forEach((node, open) -> {
            if (channels.values().stream().noneMatch(channel -> channel.isAt(node)) && inboxes.remove(node, open)) {
                var unused = open.close();
            }
        });
    }

    CompletableFuture<Void> close() {
        closed = true;
        channels.clear();
        return CompletableFuture.allOf(inboxes.values().stream()
                .map(open -> open.close().toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new));
    }
}
