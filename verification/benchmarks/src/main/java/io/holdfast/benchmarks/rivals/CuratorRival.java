package io.holdfast.benchmarks.rivals;

import io.holdfast.benchmarks.measure.Hold;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessLock;
import org.apache.curator.retry.ExponentialBackoffRetry;

/**
 * A lock of Curator's recipes, over a client as its page on getting started makes it.
 *
 * @param name what it is called
 * @param hosts of the servers
 * @param locks makes a lock, of a client and a path
 */
record CuratorRival(String name, String hosts, BiFunction<CuratorFramework, String, InterProcessLock> locks)
        implements Contender {

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
        List<CuratorFramework> clients = Several.open(count, i -> connect());
        return new Clients() {
            @Override
            public Hold hold(int client, Part part, String lock) {
                return new CuratorHold(locks.apply(clients.get(client), "/" + lock));
            }

            @Override
            public void close() {
                Several.close(clients);
            }
        };
    }

    private CuratorFramework connect() {
        CuratorFramework client = CuratorFrameworkFactory.newClient(hosts, new ExponentialBackoffRetry(1_000, 3));
        client.start();
        return client;
    }

    /** A lock whose exceptions can be of any kind. */
    private record CuratorHold(InterProcessLock lock) implements Hold {

        @Override
        public void acquire() throws InterruptedException {
            try {
                lock.acquire();
            } catch (InterruptedException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void release() {
            try {
                lock.release();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
