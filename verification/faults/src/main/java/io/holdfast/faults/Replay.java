package io.holdfast.faults;

import java.util.List;
import java.util.Optional;

/** Runs one cell with one seed, again and again if asked. */
public final class Replay {

    private Replay() {}

    /**
     * Runs it.
     *
     * @param arguments the cell, the seed, and perhaps how often; with later seeds then
     */
    public static void main(String[] arguments) {
        if (arguments.length < 2) {
            Matrix.cells().forEach(cell -> System.out.println(cell.id() + ": " + cell.promise()));
            System.exit(2);
        }
        List<Cell> cells = Matrix.cells().stream()
                .filter(each -> each.id().matches(arguments[0]))
                .toList();
        long seed = Long.parseLong(arguments[1]);
        int times = Optional.of(arguments)
                .filter(words -> words.length > 2)
                .map(words -> Integer.parseInt(words[2]))
                .orElse(1);
        boolean good = !cells.isEmpty();
        for (Topology topology : Topology.values()) {
            List<Cell> here =
                    cells.stream().filter(cell -> cell.topology() == topology).toList();
            if (here.isEmpty()) {
                continue;
            }
            try (Stage stage = Stage.open(topology)) {
                for (int i = 0; i < times; i++) {
                    for (Cell cell : here) {
                        long started = System.nanoTime();
                        Outcome outcome = Round.run(cell, seed + i, stage, "holdfast");
                        System.out.println(
                                outcome.summary() + " (" + (System.nanoTime() - started) / 1_000_000 + " ms)");
                        if (!outcome.isGood()) {
                            System.out.println(outcome.verdict());
                            good = false;
                        }
                    }
                }
            }
        }
        System.exit(good ? 0 : 1);
    }
}
