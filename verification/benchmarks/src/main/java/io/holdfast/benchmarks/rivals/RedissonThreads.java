package io.holdfast.benchmarks.rivals;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.SingleServerConfig;

/** The threads that Redisson's clients run on: each its own, as is the default, or all the same. */
final class RedissonThreads implements AutoCloseable {

    private final @Nullable EventLoopGroup loops;
    private final @Nullable ExecutorService executor;

    private RedissonThreads(@Nullable EventLoopGroup loops, @Nullable ExecutorService executor) {
        this.loops = loops;
        this.executor = executor;
    }

    static RedissonThreads ofEach() {
        return new RedissonThreads(null, null);
    }

    /** {@return as many threads as one client has by default, for a crowd} */
    static RedissonThreads shared() {
        return new RedissonThreads(
                new MultiThreadIoEventLoopGroup(32, NioIoHandler.newFactory()), Executors.newFixedThreadPool(16));
    }

    /** {@return a client with the default settings; one in a crowd does not keep connections that it does not need} */
    Client client(String uri) {
        Config config = new Config();
        SingleServerConfig server = config.useSingleServer().setAddress(uri);
        if (loops != null && executor != null) {
            config.setEventLoopGroup(loops).setExecutor(executor);
            server.setConnectionMinimumIdleSize(1);
        }
        return new Client(Redisson.create(config));
    }

    @Override
    public void close() {
        if (loops != null && executor != null) {
            loops.shutdownGracefully().awaitUninterruptibly();
            executor.shutdown();
        }
    }

    /** A client that can be closed. */
    record Client(RedissonClient redisson) implements AutoCloseable {

        @Override
        public void close() {
            redisson.shutdown();
        }
    }
}
