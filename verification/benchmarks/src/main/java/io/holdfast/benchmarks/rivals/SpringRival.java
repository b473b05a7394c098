package io.holdfast.benchmarks.rivals;

import io.holdfast.benchmarks.measure.Hold;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;

/**
 * Spring Integration's {@code RedisLockRegistry}, with its defaults.
 *
 * @param name what it is called
 * @param port of the server
 * @param type how it waits
 */
record SpringRival(String name, int port, RedisLockRegistry.RedisLockType type) implements Contender {

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
        List<Client> clients = Several.open(count, i -> connect());
        return new Clients() {
            @Override
            public Hold hold(int client, Part part, String lock) {
                return new LockHold(clients.get(client).registry().obtain(lock));
            }

            @Override
            public void close() {
                Several.close(clients);
            }
        };
    }

    private Client connect() {
        LettuceConnectionFactory connections = new LettuceConnectionFactory("127.0.0.1", port);
        connections.afterPropertiesSet();
        connections.start();
        RedisLockRegistry registry = new RedisLockRegistry(connections, name);
        registry.setRedisLockType(type);
        return new Client(connections, registry);
    }

    /** A registry and its connections. */
    private record Client(LettuceConnectionFactory connections, RedisLockRegistry registry) implements AutoCloseable {

        @Override
        public void close() {
            registry.destroy();
            connections.destroy();
        }
    }
}
