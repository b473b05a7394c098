package io.holdfast.benchmarks.rivals;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.benchmarks.measure.Hold;
import io.holdfast.redis.RedisStore;
import io.lettuce.core.RedisClient;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Holdfast, on whatever store.
 *
 * @param name what it is called
 * @param uri of the store
 * @param parts what the store has to offer
 * @param options of all locks
 */
record HoldfastRival(String name, String uri, Set<Part> parts, LockOptions options) implements Contender {

    /** {@return Holdfast on a database, with a small pool of its own} */
    static HoldfastRival onSql(String name, String url, LockOptions options) {
        return new HoldfastRival(name, url + "&holdfast.createTables=true", EnumSet.allOf(Part.class), options);
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public Clients open(int count) {
        if (count > Clients.CROWD && uri.startsWith("redis:")) {
            ClientResources threads = DefaultClientResources.create();
            return new Opened(Several.open(count, i -> Client.open(this, RedisClient.create(threads, uri))), threads);
        }
        return new Opened(Several.open(count, i -> Client.open(this, null)), null);
    }

    /** A client, and the connections it was given, if it was. */
    private record Client(Holdfast holdfast, @Nullable RedisClient redis) implements AutoCloseable {

        static Client open(HoldfastRival rival, @Nullable RedisClient redis) {
            Holdfast.Builder builder = Holdfast.builder().defaults(rival.options);
            return new Client(
                    (redis == null ? builder.store(rival.uri) : builder.store(RedisStore.of(redis))).build(), redis);
        }

        @Override
        public void close() {
            holdfast.close();
            if (redis != null) {
                redis.shutdown(Duration.ZERO, Duration.ofSeconds(2));
            }
        }
    }

    /** Clients, and the threads they share, if they do. */
    private record Opened(List<Client> clients, @Nullable ClientResources threads) implements Clients {

        @Override
        public Hold hold(int client, Part part, String name) {
            Holdfast holdfast = clients.get(client).holdfast();
            return new LeaseHold(
                    switch (part) {
                        case LOCK -> holdfast.lock(name);
                        case READ -> holdfast.readWriteLock(name).readLock();
                        case WRITE -> holdfast.readWriteLock(name).writeLock();
                        case PERMIT -> holdfast.semaphore(name, Part.PERMITS).permits(1);
                    });
        }

        @Override
        public void close() {
            Several.close(clients);
            if (threads != null) {
                threads.shutdown().awaitUninterruptibly();
            }
        }
    }

    /** A lock, and its lease while it is held. */
    private static final class LeaseHold implements Hold {

        private final DistributedLock lock;
        private @Nullable Lease lease;

        LeaseHold(DistributedLock lock) {
            this.lock = lock;
        }

        @Override
        public void acquire() throws InterruptedException {
            lease = lock.acquire();
        }

        @Override
        public void release() {
            if (lease == null) {
                throw new IllegalStateException("not held: " + lock.name());
            }
            lease.close();
            lease = null;
        }
    }
}
