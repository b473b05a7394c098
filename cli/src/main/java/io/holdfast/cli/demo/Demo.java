package io.holdfast.cli.demo;

import io.holdfast.cli.console.ExitCode;
import io.holdfast.cli.console.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The demonstration: processes that sell the same stock without a lock, with a naive lock, and with Holdfast, while
 * something happens to some of them.
 */
public final class Demo {

    private final Narration narration;
    private final int workers;
    private final int stock;

    /**
     * A demonstration that did not start yet.
     *
     * @param narration what is told of it
     * @param workers how many processes sell
     * @param stock how many there are to sell
     */
    public Demo(Narration narration, int workers, int stock) {
        this.narration = narration;
        this.workers = workers;
        this.stock = stock;
    }

    /**
     * Runs it, and leaves nothing behind.
     *
     * @param store the URI of the store for Holdfast's lock; if there is none, it is in the Redis of the shop
     * @return what came of it
     * @throws InterruptedException if somebody stops it
     * @throws Failure if it could not be run
     */
    public Outcome run(@Nullable String store) throws InterruptedException {
        List<Result> results = new ArrayList<>();
        try (Workspace workspace = new Workspace()) {
            try (Workers all = new Workers(workers, workspace)) {
                play(all, workspace, store, results);
            } catch (Failure | IOException | UncheckedIOException e) {
                // If all this is closed already, what failed is only that it was ended under its feet.
                throw workspace.isClosed() ? new Failure(ExitCode.FAILED, "stopped", e) : failure(e);
            }
        }
        return new Outcome(workers, results, narration.time());
    }

    private static Failure failure(Exception e) {
        return e instanceof Failure failure
                ? failure
                : new Failure(ExitCode.UNAVAILABLE, "The Redis of the shop does not answer: " + e.getMessage(), e);
    }

    private void play(Workers all, Workspace workspace, @Nullable String store, List<Result> results)
            throws IOException, InterruptedException {
        narration.print("A shop has " + stock + " things to sell, and " + workers + " worker processes.");
        narration.print("For each sale a worker reads how many are left, takes the money, and writes one less.");
        Place place = new Place("holdfast-demo-" + UUID.randomUUID());
        if (store != null) {
            all.all(worker -> worker.connect(store));
        }
        String redis = redis(workspace, store);
        narration.show("Starting the processes ...");
        if (store == null) {
            all.all(worker -> worker.connect(redis));
        }
        all.all(worker -> worker.open(place, redis));
        try (Redis connection = new Redis(RedisAddress.of(redis).orElseThrow())) {
            for (Scene scene : Scene.values()) {
                Shop shop = new Shop(connection, place.shop(scene));
                results.add(new Performance(scene, shop, stock, narration).play(all));
                shop.clear();
            }
        }
    }

    /** {@return the URI of the Redis that the shop and the naive lock are in, and Holdfast's lock unless it is elsewhere} */
    private String redis(Workspace workspace, @Nullable String store) throws InterruptedException {
        if (store != null && RedisAddress.of(store).isPresent()) {
            narration.print("The stock and the locks are in your Redis, for a moment.");
            return store;
        }
        DemoRedis redis = DemoRedis.start(workspace);
        narration.print(
                (store == null ? "The stock and the locks are" : "The stock and the naive lock are") + " in a Redis "
                        + redis.version() + " at " + redis.address() + ", started for this"
                        + (store == null ? "." : "; Holdfast's lock is in your store."));
        return redis.uri();
    }
}
