package io.holdfast.cli.demo;

import io.holdfast.cli.console.Terminal;
import java.util.Collections;
import java.util.List;

/** The closing table: a line for each round, and a sentence on what they mean. */
final class ResultTable {

    private final Terminal terminal;

    ResultTable(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Prints it. */
    void print(Result without, Result with) {
        terminal.print("");
        terminal.print(terminal.bold(String.format(
                "%-14s  %5s  %5s  %5s  %8s  %11s  %7s",
                "", "stock", "sold", "left", "oversold", "each worker", "seconds")));
        row(without);
        row(with);
        terminal.print("");
        terminal.print(meaning(without, with));
    }

    private void row(Result result) {
        List<Integer> sales = result.sales();
        String oversold = String.format("%8d", result.oversold());
        terminal.print(String.format(
                "%-14s  %5d  %5d  %5d  %s  %11s  %7.1f",
                result.round().title(),
                result.stock(),
                result.sold(),
                result.left(),
                result.isExact() ? terminal.green(oversold) : terminal.red(oversold),
                Collections.min(sales) + " to " + Collections.max(sales),
                result.time().toMillis() / 1000.0));
    }

    private static String meaning(Result without, Result with) {
        String first = without.oversold() > 0
                ? String.format(
                        "Without a lock, %d were sold that were never there, and the stock shows no trace of it.%n",
                        without.oversold())
                : String.format("Without a lock, nothing was oversold: luck. Try again, or with more workers.%n");
        String second = with.isExact()
                ? "With a lock, one worker at a time read and wrote the stock: exactly what was there was sold."
                : "With a lock, what was sold is not what was there. That is a defect: please report it.";
        return first + second;
    }
}
