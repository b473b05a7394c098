package io.holdfast.cli.demo;

import io.holdfast.cli.console.Json;
import io.holdfast.cli.console.Terminal;
import java.time.Duration;
import java.util.List;

/** What came of the demonstration. */
public final class Outcome {

    private final int workers;
    private final List<Result> results;
    private final Duration time;

    Outcome(int workers, List<Result> results, Duration time) {
        this.workers = workers;
        this.results = List.copyOf(results);
        this.time = time;
    }

    /** {@return whether exactly the stock was sold with Holdfast} */
    public boolean isExact() {
        return results.stream()
                .filter(result -> result.scene() == Scene.HOLDFAST)
                .allMatch(Result::isExact);
    }

    List<Result> results() {
        return results;
    }

    /** {@return it for programs} */
    public Json json() {
        return new Json()
                .put("exact", isExact())
                .put("workers", workers)
                .put("millis", time.toMillis())
                .put("scenes", results.stream().map(Result::json).toList());
    }

    /**
     * Prints it for people.
     *
     * @param terminal where to
     */
    public void print(Terminal terminal) {
        new ResultTable(terminal).print(this);
    }
}
