package io.holdfast.engine;

import io.holdfast.InvalidLockException;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** What a lock may be called: anything readable of 1 to 512 bytes, the same on every store. */
final class Names {

    private static final int MAX_BYTES = 512;

    private Names() {}

    static String checked(String name) {
        Objects.requireNonNull(name, "name");
        if (name.isEmpty()) {
            throw invalid(name, "is empty; give it at least one character");
        }
        for (int i = 0; i < name.length(); i++) {
            if (Character.isISOControl(name.charAt(i))) {
                throw invalid(name, String.format("has the control character U+%04X at %d", (int) name.charAt(i), i));
            }
        }
        int bytes;
        try {
            bytes = StandardCharsets.UTF_8
                    .newEncoder()
                    .encode(CharBuffer.wrap(name))
                    .remaining();
        } catch (CharacterCodingException e) {
            throw invalid(name, "is not valid Unicode: it has half of a surrogate pair");
        }
        if (bytes > MAX_BYTES) {
            throw invalid(
                    name, "has " + bytes + " bytes in UTF-8, and " + MAX_BYTES + " are allowed; use a digest of it");
        }
        return name;
    }

    private static InvalidLockException invalid(String name, String problem) {
        String shown = name.length() > 40 ? name.substring(0, 40) + "…" : name;
        return new InvalidLockException(
                name, "The lock name '" + shown.replaceAll("\\p{Cntrl}", "?") + "' " + problem + ".", null);
    }
}
