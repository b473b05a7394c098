package io.holdfast.history;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A promise that was broken.
 *
 * @param rule the promise
 * @param what what happened
 * @param events the events that show it
 */
public record Violation(Rule rule, String what, List<Event> events) {

    @Override
    public String toString() {
        return rule + ": " + what
                + events.stream().map(event -> "\n    " + event.line()).collect(Collectors.joining());
    }
}
