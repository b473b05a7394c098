package io.holdfast.redis;

import io.holdfast.ClientInfo;
import io.holdfast.LockInfo;
import io.holdfast.spi.Environment;
import io.holdfast.spi.Page;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Looks at locks, and changes nothing. They are found by SCAN, which keeps nobody waiting. */
final class Inspection {

    private final Servers servers;
    private final Environment.Clock clock;
    private final String prefix;

    Inspection(Servers servers, Environment.Clock clock, String prefix) {
        this.servers = servers;
        this.clock = clock;
        this.prefix = prefix;
    }

    CompletableFuture<Optional<LockInfo>> inspect(String name) {
        LockKeys keys = LockKeys.of(prefix, name);
        return servers.run(name, Script.INSPECT, keys.all(), new String[0], reply -> {
                    Refusals.check(name, keys.lock(), reply);
                    return new LockState(name, reply);
                })
                .thenCompose(this::withClients);
    }

    private CompletableFuture<Optional<LockInfo>> withClients(LockState state) {
        Map<String, Optional<ClientInfo>> known = new HashMap<>();
        List<CompletableFuture<Boolean>> answers = new ArrayList<>();
        for (String id : state.clients()) {
            String key = Presence.key(id);
            answers.add(servers.call(state.name(), key, commands -> commands.get(key), text -> note(known, id, text)));
        }
        return CompletableFuture.allOf(answers.toArray(new CompletableFuture<?>[0]))
                .thenApply(done -> state.info(known));
    }

    private static boolean note(Map<String, Optional<ClientInfo>> known, String id, String text) {
        synchronized (known) {
            known.put(id, Presence.read(id, text));
        }
        return true;
    }

    CompletableFuture<Page> list(String start, Optional<String> cursor, int limit) {
        return new Listing(this, servers, clock, prefix, start, limit).page(cursor);
    }
}
