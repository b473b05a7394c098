package io.holdfast.benchmarks;

import io.holdfast.Holdfast;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.redisson.Redisson;
import org.redisson.RedissonRedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import redis.embedded.RedisServer;

/**
 * Lock and unlock on five independent masters, against Redisson's {@code RedissonRedLock} on the same ones: each thread a
 * lock of its own, and four clients of four threads with one lock. Takes about three minutes, of which the first is for
 * the nodes to have a vote.
 */
public final class RedlockVersusRedisson {

    private static final int NODES = 5;
    private static final int CLIENTS = 4;
    private static final int THREADS = 4;

    private RedlockVersusRedisson() {}

    /**
     * Measures and prints it.
     *
     * @param arguments none
     * @throws Exception if something fails
     */
    public static void main(String[] arguments) throws Exception {
        List<Integer> ports = new ArrayList<>();
        List<RedisServer> servers = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            ports.add(Duel.freePort());
            servers.add(RedisServer.newRedisServer().port(ports.get(i)).build());
        }
        List<Peer> peers = new ArrayList<>();
        try {
            for (RedisServer server : servers) {
                server.start();
            }
            System.out.println("Waiting for a minute: a node that has just started has no vote.");
            Thread.sleep(61_000);
            for (int i = 0; i < CLIENTS; i++) {
                peers.add(new Peer(ports));
            }
            compare(peers);
        } finally {
            peers.forEach(Peer::close);
            for (RedisServer server : servers) {
                server.stop();
            }
        }
    }

    private static void compare(List<Peer> peers) throws InterruptedException {
        Duel.printHead("five masters", "redisson");
        Duel own = new Duel(
                thread -> peers.get(0).redisson("own:" + thread),
                thread -> peers.get(0).holdfast("own:" + thread));
        own.print("a lock for each", 1);
        own.print("a lock for each", CLIENTS * THREADS);
        Duel one = new Duel(
                thread -> peers.get(thread % CLIENTS).redisson("one"),
                thread -> peers.get(thread % CLIENTS).holdfast("one"));
        one.print("4 clients, one lock", CLIENTS * THREADS);
    }

    /** A process, as it were: one client of each kind. */
    private static final class Peer {

        private final Holdfast holdfast;
        private final List<RedissonClient> redissons;

        Peer(List<Integer> ports) {
            holdfast = Holdfast.open("redlock://"
                    + ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(",")));
            redissons = ports.stream().map(Peer::redisson).toList();
        }

        private static RedissonClient redisson(int port) {
            Config config = new Config();
            config.useSingleServer().setAddress("redis://127.0.0.1:" + port);
            return Redisson.create(config);
        }

        void holdfast(String name) throws InterruptedException {
            holdfast.lock(name).acquire().close();
        }

        @SuppressWarnings({"deprecation", "LockNotBeforeTry"
        }) // It is what people use; and there is nothing in between.
        void redisson(String name) {
            RLock lock = new RedissonRedLock(redissons.stream()
                    .map(client -> client.getLock("redisson:" + name))
                    .toArray(RLock[]::new));
            lock.lock();
            lock.unlock();
        }

        void close() {
            holdfast.close();
            redissons.forEach(RedissonClient::shutdown);
        }
    }
}
