package io.holdfast.cli.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.util.List;

/** A picture on the terminal that is drawn again and again in the same place, beside what stood there before. */
public final class Screen implements AutoCloseable {

    private static final String ENTER = "\033[?1049h\033[?25l";
    private static final String LEAVE = "\033[?25h\033[?1049l";
    private static final String HOME = "\033[H";
    private static final String CLEAR_LINE = "\033[K";
    private static final String CLEAR_BELOW = "\033[J";

    private static final int ROWS = 24;
    private static final int COLUMNS = 80;

    private final Thread restore;
    private final boolean used;

    /**
     * A screen, which is left as it was when this is closed, or when the process is told to end.
     *
     * @param used whether anything is going to be drawn
     */
    public Screen(boolean used) {
        this.used = used;
        this.restore = new Thread(Screen::leave, "screen");
        if (used) {
            Runtime.getRuntime().addShutdownHook(restore);
            System.out.print(ENTER);
        }
    }

    /**
     * Draws a picture; what is too wide or too long for the terminal is cut off.
     *
     * @param terminal the terminal
     * @param lines the picture, its first line in bold
     */
    public void draw(Terminal terminal, List<String> lines) {
        int[] size = size();
        StringBuilder picture = new StringBuilder(HOME);
        int last = Math.min(lines.size(), size[0]);
        for (int i = 0; i < last; i++) {
            boolean cut = i == last - 1 && lines.size() > last;
            String line = cut ? "… " + (lines.size() - last + 1) + " more" : shortened(lines.get(i), size[1]);
            picture.append(i == 0 ? terminal.bold(line) : line)
                    .append(CLEAR_LINE)
                    .append(i == last - 1 ? "" : "\r\n");
        }
        System.out.print(picture.append(CLEAR_BELOW));
        System.out.flush();
    }

    private static String shortened(String line, int columns) {
        if (line.codePointCount(0, line.length()) <= columns) {
            return line;
        }
        return line.substring(0, line.offsetByCodePoints(0, columns - 1)) + "…";
    }

    /** Java does not know how large a terminal is; asked each time, since somebody may pull at its corner. */
    private static int[] size() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String[] words = new String(stty.getInputStream().readAllBytes(), UTF_8)
                    .strip()
                    .split(" ", -1);
            int rows = Integer.parseInt(words[0]);
            int columns = Integer.parseInt(words[1]);
            return rows > 0 && columns > 1 ? new int[] {rows, columns} : new int[] {ROWS, COLUMNS};
        } catch (IOException | RuntimeException unknown) {
            return new int[] {ROWS, COLUMNS};
        }
    }

    private static void leave() {
        System.out.print(LEAVE);
        System.out.flush();
    }

    @Override
    public void close() {
        if (used && Runtime.getRuntime().removeShutdownHook(restore)) {
            leave();
        }
    }
}
