package io.holdfast.cli.demo;

import io.holdfast.cli.console.Terminal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;

/** The line that shows how far a round is: redrawn on a terminal, and written anew each second elsewhere. */
final class Progress {

    private static final int WIDTH = 24;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Terminal terminal;
    private final Round round;
    private final Shop shop;
    private final int stock;
    private Instant next = Instant.now().plus(PAUSE);

    Progress(Terminal terminal, Round round, Shop shop, int stock) {
        this.terminal = terminal;
        this.round = round;
        this.shop = shop;
        this.stock = stock;
    }

    /** Shows where it is. */
    void show() {
        if (terminal.isLive()) {
            terminal.redraw(line());
        } else if (Instant.now().isAfter(next)) {
            next = Instant.now().plus(PAUSE);
            terminal.print(line());
        }
    }

    /** Shows where it ended. */
    void finish() {
        terminal.print(line());
    }

    private String line() {
        try {
            int left = shop.left();
            int sold = shop.sold();
            int filled = WIDTH * (stock - left) / stock;
            String bar = "#".repeat(filled) + ".".repeat(WIDTH - filled);
            return String.format(
                    "%-14s  [%s]  stock %d of %d  %s",
                    round.title(), bar, left, stock, sold > stock ? terminal.red("sold " + sold) : "sold " + sold);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
