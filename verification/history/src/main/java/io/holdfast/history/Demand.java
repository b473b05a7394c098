package io.holdfast.history;

import java.time.Duration;
import java.util.List;

/**
 * What a caller asked for, as the detail of {@link Event.Type#ASKED} tells it.
 *
 * @param exclusive whether it excludes all others
 * @param units how much of the lock it takes
 * @param capacity how much there is
 * @param strict whether it is served in its order
 * @param gathers whether it asks for others too, and may hold this one while it waits for them
 * @param tokens whether its lease has a token that grows
 * @param lease how long it lasts if it is not renewed
 * @param delay how long the lock stays closed after the lease was lost
 * @param keep how long it stays closed from its grant, even if it is given back sooner
 */
record Demand(
        boolean exclusive,
        int units,
        int capacity,
        boolean strict,
        boolean gathers,
        boolean tokens,
        Duration lease,
        Duration delay,
        Duration keep) {

    static Demand parse(String detail) {
        String[] words = detail.split(" ", -1);
        boolean strict = false;
        boolean gathers = false;
        Duration lease = Duration.ZERO;
        Duration delay = Duration.ZERO;
        Duration keep = Duration.ZERO;
        for (String word : List.of(words).subList(1, words.length)) {
            switch (word.replaceFirst("=.*", "=")) {
                case "strict" -> strict = true;
                case "all" -> gathers = true;
                case "lease=" -> lease = millis(word);
                case "delay=" -> delay = millis(word);
                case "keep=" -> keep = millis(word);
                default -> throw new IllegalArgumentException("What is asked for is not known: " + detail);
            }
        }
        if (words[0].startsWith("permits:")) {
            String[] numbers = words[0].substring("permits:".length()).split("/", 2);
            return new Demand(
                    false,
                    Integer.parseInt(numbers[0]),
                    Integer.parseInt(numbers[1]),
                    strict,
                    gathers,
                    false,
                    lease,
                    delay,
                    keep);
        }
        return switch (words[0]) {
            case "mutex", "write" -> new Demand(true, 1, 1, strict, gathers, true, lease, delay, keep);
            case "read" -> new Demand(false, 1, Integer.MAX_VALUE, strict, gathers, false, lease, delay, keep);
            default -> throw new IllegalArgumentException("What is asked for is not known: " + detail);
        };
    }

    private static Duration millis(String word) {
        return Duration.ofMillis(Long.parseLong(word.substring(word.indexOf('=') + 1)));
    }

    boolean isReader() {
        return capacity == Integer.MAX_VALUE;
    }
}
