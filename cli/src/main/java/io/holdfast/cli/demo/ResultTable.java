package io.holdfast.cli.demo;

import io.holdfast.cli.console.Terminal;

/** The closing table: a line for each scene, and what they mean. */
final class ResultTable {

    private final Terminal terminal;

    ResultTable(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Prints it. */
    void print(Outcome outcome) {
        terminal.print("");
        terminal.print(terminal.bold(
                String.format("%-14s  %5s  %5s  %8s  %11s  %12s", "", "", "", "", "wrong locks", "stale writes")));
        terminal.print(terminal.bold(String.format(
                "%-14s  %5s  %5s  %8s  %11s  %12s", "", "stock", "sold", "oversold", "deleted", "refused")));
        outcome.results().forEach(this::row);
        terminal.print("");
        meaning(outcome).lines().forEach(terminal::print);
    }

    private void row(Result result) {
        boolean locked = result.scene() != Scene.WITHOUT_LOCK;
        String refused = String.format("%12d", result.staleWritesRefused());
        terminal.print(String.format(
                "%-14s  %5s  %5s  %s  %s  %s",
                result.scene().title(),
                result.stock(),
                result.sold(),
                judged(8, result.oversold()),
                locked ? judged(11, result.wrongLocksDeleted()) : String.format("%11s", "-"),
                result.staleWritesRefused() > 0 ? terminal.green(refused) : refused));
    }

    private String judged(int width, int mistakes) {
        String text = String.format("%" + width + "d", mistakes);
        return mistakes == 0 ? terminal.green(text) : terminal.red(text);
    }

    private static String meaning(Outcome outcome) {
        if (!outcome.isExact()) {
            return "With Holdfast, what was sold is not what was there. That is a defect: please report it.";
        }
        return """
                Why: a worker that stood still does not know that its lock has expired. Its token tells the shop.
                More: docs/fencing.md on tokens, docs/semantics.md on what Holdfast promises.""";
    }
}
