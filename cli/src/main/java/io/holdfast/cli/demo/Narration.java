package io.holdfast.cli.demo;

import io.holdfast.cli.console.Terminal;
import java.time.Duration;
import java.util.Locale;

/** What is told while the demonstration runs. */
public final class Narration {

    /** Where nothing can be redrawn, this much silence makes a line of its own of what would be. */
    private static final Duration SILENCE = Duration.ofSeconds(4);

    private static final String INDENT = "   ";

    private final Terminal terminal;
    private final boolean silent;
    private final long start = System.nanoTime();
    private long last = start;

    /**
     * A narration that begins now.
     *
     * @param terminal where it is told
     * @param silent whether nothing is told at all
     */
    public Narration(Terminal terminal, boolean silent) {
        this.terminal = terminal;
        this.silent = silent;
    }

    /** {@return how long ago it began} */
    Duration time() {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    void heading(String text) {
        print("");
        print(terminal.bold(text));
    }

    /** Tells what happens, and when. */
    void tell(String text) {
        print(INDENT + String.format(Locale.ROOT, "%4.1f s  ", time().toMillis() / 1000.0) + text);
    }

    /** Tells more of what happens. */
    void tellMore(String text) {
        print(" ".repeat(INDENT.length() + "00.0 s  ".length()) + text);
    }

    void tellGood(String text) {
        tell(terminal.green(text));
    }

    void tellBad(String text) {
        tell(terminal.red(text));
    }

    void print(String text) {
        if (!silent) {
            terminal.print(text);
            last = System.nanoTime();
        }
    }

    /** Shows something that the next thing takes the place of. */
    void show(String text) {
        if (silent) {
            return;
        } else if (terminal.isLive()) {
            terminal.redraw(text);
        } else if (System.nanoTime() - last > SILENCE.toNanos()) {
            print(text);
        }
    }

    String red(String text) {
        return terminal.red(text);
    }

    String green(String text) {
        return terminal.green(text);
    }
}
