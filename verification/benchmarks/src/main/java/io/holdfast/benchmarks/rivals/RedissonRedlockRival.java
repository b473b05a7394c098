package io.holdfast.benchmarks.rivals;

import io.holdfast.benchmarks.measure.Hold;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.redisson.RedissonRedLock;
import org.redisson.api.RLock;

/**
 * {@code RedissonRedLock}, with a client for each server.
 *
 * @param name what it is called
 * @param uris of the servers
 */
record RedissonRedlockRival(String name, List<String> uris) implements Contender {

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
        RedissonThreads threads = RedissonThreads.ofEach();
        List<RedissonThreads.Client> all =
                Several.open(count * uris.size(), i -> threads.client(uris.get(i % uris.size())));
        return new Clients() {
            @Override
            @SuppressWarnings("deprecation") // It is what people use.
            public Hold hold(int client, Part part, String lock) {
                RLock[] locks = all.subList(client * uris.size(), (client + 1) * uris.size()).stream()
                        .map(each -> each.redisson().getLock(lock))
                        .toArray(RLock[]::new);
                return new LockHold(new RedissonRedLock(locks));
            }

            @Override
            public void close() {
                Several.close(all);
                threads.close();
            }
        };
    }
}
