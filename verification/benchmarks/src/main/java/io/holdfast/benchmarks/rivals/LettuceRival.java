package io.holdfast.benchmarks.rivals;

import io.holdfast.benchmarks.measure.Hold;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The {@link Raw} commands over one connection of Lettuce for each client.
 *
 * @param name what it is called
 * @param uri of the server
 */
record LettuceRival(String name, String uri) implements Contender {

    @Override
    public Set<Part> parts() {
        return EnumSet.of(Part.LOCK);
    }

    @Override
    public boolean waits() {
        return false;
    }

    @Override
    public Clients open(int count) {
        List<Client> clients = Several.open(count, i -> connect());
        return new Clients() {
            @Override
            public Hold hold(int client, Part part, String lock) {
                return new RawHold(clients.get(client), lock);
            }

            @Override
            public void close() {
                Several.close(clients);
            }
        };
    }

    private Client connect() {
        RedisClient client = RedisClient.create(uri);
        RedisCommands<String, String> commands = client.connect().sync();
        return new Client(client, commands, commands.scriptLoad(Raw.DELETE));
    }

    /** A connection on which the script is known. */
    private record Client(RedisClient client, RedisCommands<String, String> commands, String script)
            implements AutoCloseable {

        @Override
        public void close() {
            client.shutdown();
        }
    }

    /** A key, with a value that is nobody else's. */
    private static final class RawHold implements Hold {

        private static final SetArgs FREE = SetArgs.Builder.nx().px(Raw.LEASE_MILLIS);

        private final Client client;
        private final String key;
        private final String[] keys;
        private final String value = Long.toHexString(System.identityHashCode(this));

        RawHold(Client client, String key) {
            this.client = client;
            this.key = key;
            this.keys = new String[] {key};
        }

        @Override
        public void acquire() {
            Raw.check("OK".equals(client.commands.set(key, value, FREE)), key);
        }

        @Override
        public void release() {
            Long deleted = client.commands.evalsha(client.script, ScriptOutputType.INTEGER, keys, value);
            Raw.check(Long.valueOf(1).equals(deleted), key);
        }
    }
}
