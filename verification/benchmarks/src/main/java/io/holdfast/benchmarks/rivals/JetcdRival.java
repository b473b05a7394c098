package io.holdfast.benchmarks.rivals;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.lease.LeaseKeepAliveResponse;
import io.grpc.stub.StreamObserver;
import io.holdfast.benchmarks.measure.Hold;
import java.util.EnumSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The lock that etcd itself has, as jetcd offers it.
 *
 * @param name what it is called
 * @param endpoints of the servers
 */
record JetcdRival(String name, List<String> endpoints) implements Contender {

    private static final long LEASE_SECONDS = 30;

    @Override
    public Set<Part> parts() {
        return EnumSet.of(Part.LOCK);
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public Clients open(int count) {
        List<Opened> clients = Several.open(
                count,
                i -> new Opened(Client.builder()
                        .endpoints(endpoints.toArray(String[]::new))
                        .build()));
        return new Clients() {
            @Override
            public Hold hold(int client, Part part, String lock) {
                return new JetcdHold(clients.get(client), ByteSequence.from(lock, UTF_8));
            }

            @Override
            public void close() {
                Several.close(clients);
            }
        };
    }

    /**
     * A client, and its leases.
     *
     * <p>To etcd whoever shows the same lease is the same owner: two threads that lock under one lease have the lock both. So
     * each that holds a lock or waits for one has a lease for itself, as users have to do it. They are kept alive and used
     * again, since nobody would make a new one each time.
     */
    private static final class Opened implements AutoCloseable {

        private final Client client;
        private final Queue<Long> idle = new ConcurrentLinkedQueue<>();

        Opened(Client client) {
            this.client = client;
        }

        long lease() throws InterruptedException {
            Long free = idle.poll();
            if (free != null) {
                return free;
            }
            long made = answer(client.getLeaseClient().grant(LEASE_SECONDS)).getID();
            client.getLeaseClient().keepAlive(made, new NobodyListens());
            return made;
        }

        @Override
        public void close() {
            client.close();
        }
    }

    private static final class NobodyListens implements StreamObserver<LeaseKeepAliveResponse> {

        @Override
        public void onNext(LeaseKeepAliveResponse response) {}

        @Override
        public void onError(Throwable error) {}

        @Override
        public void onCompleted() {}
    }

    /** A lock, and while it is held the key that stands for that. */
    private static final class JetcdHold implements Hold {

        private final Opened opened;
        private final ByteSequence name;
        private long lease;
        private @Nullable ByteSequence key;

        JetcdHold(Opened opened, ByteSequence name) {
            this.opened = opened;
            this.name = name;
        }

        @Override
        public void acquire() throws InterruptedException {
            lease = opened.lease();
            key = answer(opened.client.getLockClient().lock(name, lease)).getKey();
        }

        @Override
        public void release() {
            if (key == null) {
                throw new IllegalStateException("not held: " + name);
            }
            try {
                answer(opened.client.getLockClient().unlock(key));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while a lock was released", e);
            }
            key = null;
            opened.idle.add(lease);
        }
    }

    private static <T> T answer(Future<T> asked) throws InterruptedException {
        try {
            return asked.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}
