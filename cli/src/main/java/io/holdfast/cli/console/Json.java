package io.holdfast.cli.console;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An object of JSON that is being put together, its members in their order. */
public final class Json {

    private final Map<String, @Nullable Object> members = new LinkedHashMap<>();

    /** Nothing yet. */
    public Json() {}

    /**
     * Adds a member.
     *
     * @param name its name
     * @param value a text, a number, a truth value, an object, a collection of those, or nothing
     * @return this
     */
    public Json put(String name, @Nullable Object value) {
        members.put(name, value);
        return this;
    }

    /**
     * {@return a value in one line of JSON}
     *
     * @param value as for {@link #put}
     */
    public static String text(@Nullable Object value) {
        if (value == null || value instanceof Number || value instanceof Boolean) {
            return String.valueOf(value);
        } else if (value instanceof Collection<?> several) {
            return several.stream().map(Json::text).collect(Collectors.joining(",", "[", "]"));
        } else if (value instanceof Json object) {
            return object.toString();
        }
        return quoted(value.toString());
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c == '\u007f' || c == '\u2028' || c == '\u2029') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    @Override
    public String toString() {
        return members.entrySet().stream()
                .map(member -> quoted(member.getKey()) + ":" + text(member.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }
}
