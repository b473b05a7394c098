package io.holdfast.redis;

import io.holdfast.spi.StoreUri;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiFunction;

/** The options of a URI that are about a quorum. */
final class QuorumOptions {

    private static final Map<String, BiFunction<QuorumSettings, String, QuorumSettings>> OPTIONS = Map.of(
            "nodeTimeout", (settings, text) -> settings.withNodeTimeout(StoreUri.time(text)),
            "retryDelay", QuorumOptions::withDelay,
            "tries", (settings, text) -> settings.withTries(number(text)),
            "failFast", (settings, text) -> settings.withFailFast(RedisUris.yes(text)),
            "drift", (settings, text) -> settings.withDrift(part(text)));

    private QuorumOptions() {}

    /** {@return what is chosen; those options are taken out} */
    static QuorumSettings take(Map<String, String> options) {
        QuorumSettings settings = QuorumSettings.DEFAULTS;
        for (var option : OPTIONS.entrySet()) {
            String text = options.remove(option.getKey());
            if (text != null) {
                try {
                    settings = option.getValue().apply(settings, text);
                } catch (IllegalArgumentException e) {
                    throw StoreUri.wrong(
                            "its option " + option.getKey() + " cannot be '" + text + "': " + e.getMessage());
                }
            }
        }
        return settings;
    }

    /** {@return that, and what is common to all stores} */
    static QuorumSettings with(QuorumSettings quorum, Settings common) {
        try {
            return quorum.withCommon(common);
        } catch (IllegalArgumentException e) {
            throw StoreUri.wrong("wait and mixedUse have no meaning on a quorum, whose nodes stand alone");
        }
    }

    private static QuorumSettings withDelay(QuorumSettings settings, String text) {
        String[] parts = text.split("-", 2);
        Duration shortest = StoreUri.time(parts[0]);
        return settings.withDelay(shortest, parts.length == 1 ? shortest : StoreUri.time(parts[1]));
    }

    private static int number(String text) {
        if (!text.matches("\\d{1,3}")) {
            throw new IllegalArgumentException("it is a number");
        }
        return Integer.parseInt(text);
    }

    private static double part(String text) {
        if (!text.matches("0?\\.\\d{1,6}")) {
            throw new IllegalArgumentException("it is a part of one, such as 0.02");
        }
        return Double.parseDouble(text);
    }
}
