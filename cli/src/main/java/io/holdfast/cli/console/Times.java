package io.holdfast.cli.console;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as people write and read them: {@code 500ms}, {@code 1.5}, {@code 2m}, {@code 1h30m}. */
public final class Times implements ITypeConverter<Duration> {

    private static final Pattern PART = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(ms|s|m|h|d|)");

    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    /** For picocli. */
    public Times() {}

    @Override
    public Duration convert(String value) {
        Matcher part = PART.matcher(value);
        long nanos = 0;
        int end = 0;
        while (part.find() && part.start() == end && part.end() > end) {
            BigDecimal millis = new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(millis(part.group(2))));
            nanos += millis.movePointRight(6).longValue();
            end = part.end();
        }
        if (end != value.length() || value.isEmpty()) {
            throw new TypeConversionException(
                    "'" + value + "' is not a time; write 5 (seconds), 500ms, 1.5s, 2m, 1h30m or 1d");
        }
        return Duration.ofNanos(nanos);
    }

    private static long millis(String unit) {
        return switch (unit) {
            case "ms" -> 1;
            case "m" -> MINUTE;
            case "h" -> HOUR;
            case "d" -> DAY;
            default -> SECOND;
        };
    }

    /**
     * {@return a time for a person, in at most two units}
     *
     * @param time the time
     */
    public static String text(Duration time) {
        long millis = time.toMillis();
        if (millis < SECOND) {
            return millis + " ms";
        } else if (millis < 10 * SECOND) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
        } else if (millis < MINUTE) {
            return millis / SECOND + " s";
        } else if (millis < HOUR) {
            return millis / MINUTE + "m " + millis % MINUTE / SECOND + "s";
        } else if (millis < DAY) {
            return millis / HOUR + "h " + millis % HOUR / MINUTE + "m";
        }
        return millis / DAY + "d " + millis % DAY / HOUR + "h";
    }
}
