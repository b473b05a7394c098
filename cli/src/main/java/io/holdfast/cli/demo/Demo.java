package io.holdfast.cli.demo;

import io.holdfast.cli.console.ExitCode;
import io.holdfast.cli.console.Failure;
import io.holdfast.cli.console.Terminal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The demonstration: processes that sell the same stock, first without a lock and then with one. */
public final class Demo {

    private final Terminal terminal;
    private final int workers;
    private final int stock;

    /**
     * A demonstration that did not start yet.
     *
     * @param terminal where it is shown
     * @param workers how many processes sell
     * @param stock how many there are to sell
     */
    public Demo(Terminal terminal, int workers, int stock) {
        this.terminal = terminal;
        this.workers = workers;
        this.stock = stock;
    }

    /**
     * Runs it, and leaves nothing behind.
     *
     * @param store the URI of the store for the lock; if there is none, a Redis is started
     * @return whether exactly the stock was sold with the lock
     * @throws InterruptedException if somebody stops it
     * @throws Failure if it could not be run
     */
    public boolean run(@Nullable String store) throws InterruptedException {
        try (Workspace workspace = new Workspace()) {
            try {
                return run(workspace, store);
            } catch (Failure | UncheckedIOException e) {
                // Then what failed is only that everything was ended under its feet.
                throw workspace.isClosed() ? new Failure(ExitCode.FAILED, "stopped", e) : e;
            }
        }
    }

    private boolean run(Workspace workspace, @Nullable String store) throws InterruptedException {
        terminal.print(workers + " processes sell a stock of " + stock + ".");
        terminal.print("For each sale they read the stock, take the money, and write the stock back.");
        try (Workers all = new Workers(workers, workspace)) {
            String uri = store == null ? startRedis(workspace) : store;
            terminal.redraw("Starting the processes ...");
            String lock = "holdfast-demo-" + UUID.randomUUID();
            all.all(worker -> worker.connect(lock, uri), () -> {});
            terminal.print("");
            Result without = sell(Round.WITHOUT_LOCK, all, workspace);
            Result with = sell(Round.WITH_LOCK, all, workspace);
            new ResultTable(terminal).print(without, with);
            return with.isExact();
        }
    }

    private String startRedis(Workspace workspace) throws InterruptedException {
        DemoRedis redis = DemoRedis.start(workspace);
        terminal.print(
                "The lock is in a Redis " + redis.version() + " at " + redis.address() + ", for this demo only.");
        return redis.uri();
    }

    private Result sell(Round round, Workers all, Workspace workspace) throws InterruptedException {
        Path books = workspace.directory().resolve(round.name());
        Shop shop = Shop.open(books, stock);
        Progress progress = new Progress(terminal, round, shop, stock);
        long start = System.nanoTime();
        all.all(worker -> worker.sell(round, books), progress::show);
        Duration time = Duration.ofNanos(System.nanoTime() - start);
        progress.finish();
        try {
            return new Result(round, stock, shop.left(), shop.sales(workers), time);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
