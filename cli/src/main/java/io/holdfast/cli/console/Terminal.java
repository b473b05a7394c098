package io.holdfast.cli.console;

import java.io.Console;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/**
 * The standard output: a terminal, on which lines are redrawn and coloured, or a file or pipe, which gets plain lines.
 *
 * <p>There are no colours if {@code NO_COLOR} is set.
 */
public final class Terminal {

    private static final String BOLD = "1";
    private static final String RED = "31";
    private static final String GREEN = "32";

    private final PrintStream out;
    private final boolean live;
    private final boolean coloured;

    private Terminal(PrintStream out, boolean live, boolean coloured) {
        this.out = out;
        this.live = live;
        this.coloured = coloured;
    }

    /** {@return the standard output of this process} */
    public static Terminal standard() {
        Map<String, String> environment = System.getenv();
        boolean live = isTerminal() && !"dumb".equals(environment.get("TERM"));
        boolean coloured = live && environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new Terminal(System.out, live, coloured);
    }

    @SuppressWarnings("SystemConsoleNull") // Both ways of Java to say it are asked.
    private static boolean isTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            // From Java 22 on there is always a console, and it says itself whether it is a terminal.
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException olderJava) {
            return true;
        }
    }

    /** {@return whether {@link #redraw} shows anything} */
    public boolean isLive() {
        return live;
    }

    /**
     * Puts a line in the place of the one that was redrawn last; shows nothing unless {@link #isLive()}.
     *
     * @param line the line
     */
    public void redraw(String line) {
        if (live) {
            out.print("\r" + line + "\033[K");
            out.flush();
        }
    }

    /**
     * Writes a line that stays, in the place of one that was redrawn.
     *
     * @param line the line
     */
    public void print(String line) {
        redraw("");
        out.println(line);
    }

    /**
     * Writes a table, its heads in bold.
     *
     * @param lines the heads and the rows
     */
    public void printTable(List<String> lines) {
        print(bold(lines.get(0)));
        lines.stream().skip(1).forEach(this::print);
    }

    /**
     * {@return the text, to be noticed}
     *
     * @param text the text
     */
    public String bold(String text) {
        return styled(text, BOLD);
    }

    /**
     * {@return the text, as bad news}
     *
     * @param text the text
     */
    public String red(String text) {
        return styled(text, RED);
    }

    /**
     * {@return the text, as good news}
     *
     * @param text the text
     */
    public String green(String text) {
        return styled(text, GREEN);
    }

    private String styled(String text, String style) {
        return coloured ? "\033[" + style + "m" + text + "\033[0m" : text;
    }
}
