package io.holdfast.benchmarks.rivals;

import io.holdfast.LockOptions;
import io.holdfast.benchmarks.measure.Meter;
import io.holdfast.servers.RedisCluster;
import io.holdfast.servers.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A store on which nobody is measured but Holdfast. */
public final class HoldfastStage implements Stage {

    /** One of each third, so that each master has one. */
    private static final int[] SLOTS = {0, 8_191, 16_383};

    private final String server;
    private final Meter meter;
    private final Contender holdfast;
    private final Runnable end;

    private HoldfastStage(String server, Meter meter, String uri, Runnable end) {
        this.server = server;
        this.meter = meter;
        this.holdfast = new HoldfastRival("holdfast", uri, EnumSet.of(Part.LOCK), LockOptions.defaults());
        this.end = end;
    }

    /** {@return this JVM, in which clients share a store} */
    public static HoldfastStage memory() {
        return new HoldfastStage("in memory", NoServer.INSTANCE, "memory:benchmark", () -> {});
    }

    /** {@return a file of SQLite} */
    public static HoldfastStage sqlite() {
        try {
            Path directory = Files.createTempDirectory("holdfast-bench");
            return new HoldfastStage(
                    "SQLite",
                    NoServer.INSTANCE,
                    "jdbc:sqlite:" + directory.resolve("locks.db"),
                    () -> delete(directory));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return three masters, with one replica each} */
    public static HoldfastStage redisCluster() {
        RedisCluster cluster = RedisCluster.start(RedisStage.newestBinary());
        // Replicas would count again what their masters tell them.
        List<RedisServer> masters =
                IntStream.of(SLOTS).mapToObj(cluster::masterOf).distinct().toList();
        return new HoldfastStage(
                "Redis " + RedisStage.newestBinary().version(), new RedisMeter(masters), cluster.uri(), cluster::close);
    }

    @Override
    public List<Contender> contenders() {
        return List.of(holdfast);
    }

    @Override
    public String server() {
        return server;
    }

    @Override
    public Meter meter() {
        return meter;
    }

    @Override
    public void awaitReady() {}

    @Override
    public void close() {
        end.run();
    }
}
