package io.holdfast.redis;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/**
 * A script as it is sent to servers.
 *
 * @param name what it is called
 * @param source its whole text
 * @param digest the name under which a server keeps it
 */
@NullMarked
public record ScriptTexts(String name, String source, String digest) {

    /** {@return all that there are} */
    public static List<ScriptTexts> all() {
        return Stream.of(Script.values()).map(ScriptTexts::of).toList();
    }

    /**
     * {@return one of them}
     *
     * @param name what it is called
     */
    public static ScriptTexts named(String name) {
        return of(Script.valueOf(name));
    }

    private static ScriptTexts of(Script script) {
        return new ScriptTexts(script.name(), script.source(), script.digest());
    }
}
