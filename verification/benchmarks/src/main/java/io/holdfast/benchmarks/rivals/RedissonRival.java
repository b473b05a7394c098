package io.holdfast.benchmarks.rivals;

import io.holdfast.benchmarks.measure.Hold;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.BiFunction;
import org.redisson.api.RPermitExpirableSemaphore;
import org.redisson.api.RedissonClient;

/** Redisson, with one of its locks. */
final class RedissonRival implements Contender {

    /** As its locks have it if nothing is said. */
    private static final int LEASE_SECONDS = 30;

    private final String name;
    private final String uri;
    private final Set<Part> parts;
    private final BiFunction<RedissonClient, String, Lock> locks;

    private RedissonRival(String name, String uri, Set<Part> parts, BiFunction<RedissonClient, String, Lock> locks) {
        this.name = name;
        this.uri = uri;
        this.parts = parts;
        this.locks = locks;
    }

    /** {@return Redisson's plain lock, and its read/write lock and semaphore} */
    static RedissonRival all(String name, String uri) {
        return new RedissonRival(name, uri, EnumSet.allOf(Part.class), (client, lock) -> client.getLock(lock));
    }

    /** {@return one of its other locks} */
    static RedissonRival of(String name, String uri, BiFunction<RedissonClient, String, Lock> locks) {
        return new RedissonRival(name, uri, EnumSet.of(Part.LOCK), locks);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<Part> parts() {
        return parts;
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public Clients open(int count) {
        RedissonThreads threads = count > Clients.CROWD ? RedissonThreads.shared() : RedissonThreads.ofEach();
        List<RedissonThreads.Client> clients = Several.open(count, i -> threads.client(uri));
        return new Clients() {
            @Override
            public Hold hold(int client, Part part, String lock) {
                return RedissonRival.this.hold(clients.get(client).redisson(), part, lock);
            }

            @Override
            public void close() {
                Several.close(clients);
                threads.close();
            }
        };
    }

    private Hold hold(RedissonClient client, Part part, String lock) {
        return switch (part) {
            case LOCK -> new LockHold(locks.apply(client, lock));
            case READ -> new LockHold(client.getReadWriteLock(lock).readLock());
            case WRITE -> new LockHold(client.getReadWriteLock(lock).writeLock());
            case PERMIT -> permit(client.getPermitExpirableSemaphore(lock));
        };
    }

    /** Its permits with a lease, which come back though their holder has died, as those of Holdfast do. */
    private static Hold permit(RPermitExpirableSemaphore semaphore) {
        semaphore.trySetPermits(Part.PERMITS);
        return new Hold() {
            private String permit = "";

            @Override
            public void acquire() throws InterruptedException {
                permit = semaphore.acquire(LEASE_SECONDS, TimeUnit.SECONDS);
            }

            @Override
            public void release() {
                semaphore.release(permit);
            }
        };
    }
}
