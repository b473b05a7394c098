package io.holdfast.cli.console;

import java.util.ArrayList;
import java.util.List;

/** Rows whose columns stand below each other. */
public final class Table {

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    /**
     * A table.
     *
     * @param heads what stands above the columns
     */
    public Table(String... heads) {
        rows.add(List.of(heads));
    }

    /**
     * Adds a row.
     *
     * @param cells as many as there are columns
     */
    public void add(String... cells) {
        rows.add(List.of(cells));
    }

    /** {@return the lines, the heads first} */
    public List<String> lines() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = row.get(i);
            line.append(cell).append(" ".repeat(widths[i] - width(cell))).append(GAP);
        }
        return line.toString().stripTrailing();
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
