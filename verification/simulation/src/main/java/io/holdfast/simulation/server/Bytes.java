package io.holdfast.simulation.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaString;

/**
 * Texts as Redis has them, a character per byte: they compare as bytes do, and what is ASCII is the same inside and
 * outside.
 */
final class Bytes {

    private Bytes() {}

    /** {@return what a client sends as that} */
    static String inside(String text) {
        return isAscii(text) ? text : new String(text.getBytes(UTF_8), ISO_8859_1);
    }

    /** {@return what a client reads} */
    static String outside(String bytes) {
        return isAscii(bytes) ? bytes : new String(bytes.getBytes(ISO_8859_1), UTF_8);
    }

    /** {@return what a client reads of a reply} */
    static @Nullable Object outside(@Nullable Object reply) {
        if (reply instanceof String text) {
            return outside(text);
        } else if (reply instanceof List<?> list) {
            List<@Nullable Object> all = new ArrayList<>(list.size());
            for (Object item : list) {
                all.add(outside(item));
            }
            return all;
        } else if (reply instanceof Failure failure) {
            return isAscii(failure.message()) ? failure : new Failure(outside(failure.message()));
        } else if (reply instanceof Status status) {
            return isAscii(status.text()) ? status : new Status(outside(status.text()));
        }
        return reply;
    }

    static String of(LuaString text) {
        return new String(text.m_bytes, text.m_offset, text.m_length, ISO_8859_1);
    }

    static LuaString lua(String bytes) {
        return LuaString.valueUsing(bytes.getBytes(ISO_8859_1));
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 127) {
                return false;
            }
        }
        return true;
    }
}
