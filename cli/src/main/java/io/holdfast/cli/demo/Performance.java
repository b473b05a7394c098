package io.holdfast.cli.demo;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** A scene while it is played: customers who pay after a while, what is done to workers, and a line that shows how far it is. */
final class Performance implements Workers.Overseer {

    private static final int WIDTH = 24;

    /** What a customer takes to pay, in milliseconds: long enough for another to come in between. */
    private static final int LEAST_MILLIS = 15;

    private static final int MOST_MILLIS = 40;

    private final Scene scene;
    private final Shop shop;
    private final int stock;
    private final Narration narration;
    private final List<Plot> plots;
    private int wrongLocksDeleted;

    Performance(Scene scene, Shop shop, int stock, Narration narration) {
        this.scene = scene;
        this.shop = shop;
        this.stock = stock;
        this.narration = narration;
        this.plots = Plot.of(scene, stock, narration);
    }

    /** Plays it. */
    Result play(Workers workers) throws IOException, InterruptedException {
        narration.heading(scene.heading());
        shop.begin(stock);
        workers.all(worker -> worker.sell(scene), this);
        narration.print(line());
        return new Result(scene, stock, shop.left(), shop.sold(), wrongLocksDeleted, shop.refused());
    }

    @Override
    public void hear(Event event) throws InterruptedException {
        if (event.kind() == Event.Kind.RELEASED && event.isOfAnother()) {
            wrongLocksDeleted++;
        }
        boolean taken = false;
        for (Plot plot : plots) {
            taken |= plot.hear(event);
        }
        if (event.kind() == Event.Kind.INSIDE && !taken) {
            int millis = ThreadLocalRandom.current().nextInt(LEAST_MILLIS, MOST_MILLIS);
            CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(event.worker()::pay);
        }
    }

    @Override
    public void look() throws IOException {
        shop.keep();
        narration.show(line());
    }

    private String line() throws IOException {
        int left = shop.left();
        int sold = shop.sold();
        int filled = WIDTH * (stock - left) / stock;
        return String.format(
                "   [%s%s]  left %d, %s", "#".repeat(filled), ".".repeat(WIDTH - filled), left, judged(sold, left));
    }

    private String judged(int sold, int left) {
        String count = "sold " + sold + " of " + stock;
        if (sold > stock) {
            return narration.red(count);
        }
        return sold == stock && left == 0 ? narration.green(count) : count;
    }
}
