import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes {@code docs/demo.svg} of what the demonstration writes to a terminal:
 *
 * <pre>script -qec './holdfast demo' /dev/null | java docs/DemoPicture.java >docs/demo.svg</pre>
 */
final class DemoPicture {

    /** Of a character, and between two lines. */
    private static final double WIDTH = 7.8;

    private static final double HEIGHT = 19;

    private static final int MARGIN = 20;
    private static final int BAR = 34;
    private static final int COLUMNS = 100;

    /** A style, or the end of styles; what else a terminal is told is left out. */
    private static final Pattern CODE = Pattern.compile("\033\\[(\\d*)([a-zA-Z])");

    private static final Map<String, String> STYLES = Map.of("1", "b", "31", "r", "32", "g");

    private DemoPicture() {}

    public static void main(String[] arguments) throws IOException {
        List<String> lines = new ArrayList<>(List.of("$ ./holdfast demo"));
        for (String line : new String(System.in.readAllBytes(), UTF_8).split("\r*\n", -1)) {
            // What was redrawn is the last that was drawn.
            lines.add(line.substring(line.lastIndexOf('\r') + 1));
        }
        while (lines.get(lines.size() - 1).isBlank()) {
            lines.remove(lines.size() - 1);
        }
        double width = 2 * MARGIN + COLUMNS * WIDTH;
        double height = BAR + lines.size() * HEIGHT + MARGIN;
        System.out.printf(
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="%1$.0f" height="%2$.0f" viewBox="0 0 %1$.0f %2$.0f" role="img">
                <title>What ./holdfast demo shows on a terminal</title>
                <style>
                text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace; \
                fill: #d1d7e0; white-space: pre }
                .b { font-weight: 700; fill: #f0f6fc } .r { fill: #ff7b72 } .g { fill: #56d364 }
                </style>
                <rect x="0.5" y="0.5" width="%3$.0f" height="%4$.0f" rx="8" fill="#151b23" stroke="#3d444d"/>
                <circle cx="20" cy="18" r="5" fill="#f47067"/><circle cx="38" cy="18" r="5" fill="#d4a72c"/>\
                <circle cx="56" cy="18" r="5" fill="#57ab5a"/>
                """,
                width, height, width - 1, height - 1);
        for (int i = 0; i < lines.size(); i++) {
            draw(lines.get(i), BAR + (i + 1) * HEIGHT - 4);
        }
        System.out.println("</svg>");
    }

    private static void draw(String line, double y) {
        Matcher code = CODE.matcher(line);
        String style = "";
        int column = 0;
        int from = 0;
        while (code.find()) {
            column = draw(line.substring(from, code.start()), style, column, y);
            from = code.end();
            if (code.group(2).equals("m")) {
                style = STYLES.getOrDefault(code.group(1), "");
            }
        }
        draw(line.substring(from), style, column, y);
    }

    /** Each word run gets its length, so that columns stand below each other whatever the font is. */
    private static int draw(String text, String style, int column, double y) {
        int end = column + text.length();
        String words = text.strip();
        if (!words.isEmpty()) {
            int start = column + text.indexOf(words);
            System.out.printf(
                    "<text x=\"%.1f\" y=\"%.0f\" textLength=\"%.1f\"%s xml:space=\"preserve\">%s</text>%n",
                    MARGIN + start * WIDTH,
                    y,
                    words.length() * WIDTH,
                    style.isEmpty() ? "" : " class=\"" + style + "\"",
                    words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
        }
        return end;
    }
}
