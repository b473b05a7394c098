package io.holdfast.simulation.server;

import java.lang.reflect.Field;
import java.util.List;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.OneArgFunction;
import org.luaj.vm2.lib.StringLib;
import org.luaj.vm2.lib.jse.JsePlatform;

/**
 * What Redis lets scripts use of Lua, as Lua 5.1 has it.
 *
 * <p>Three things stay different, which are in the interpreter itself, and which the scripts do not use: {@code ..} prints
 * numbers of more than 14 digits in full, there is no minus zero, and {@code <} takes bytes above 127 for negative.
 */
final class LuaLibraries {

    private static final List<String> NAMES = List.of(
            "string",
            "table",
            "math",
            "tonumber",
            "type",
            "ipairs",
            "pairs",
            "select",
            "error",
            "pcall",
            "next",
            "assert");

    private static final int ALPHA = 1;
    private static final int LOWER = 2;
    private static final int UPPER = 4;
    private static final int DIGIT = 8;
    private static final int PUNCTUATION = 16;
    private static final int SPACE = 32;
    private static final int CONTROL = 64;
    private static final int HEX = 128;

    private static final Globals ALL = all();

    private LuaLibraries() {}

    private static Globals all() {
        Globals globals = JsePlatform.standardGlobals();
        globals.get("string").set("format", new LuaFormat());
        classesAsInC();
        return globals;
    }

    /** LuaJ's patterns take bytes for characters of Latin-1, and know only half of the punctuation. */
    private static void classesAsInC() {
        try {
            Field field = StringLib.class.getDeclaredField("CHAR_TABLE");
            field.setAccessible(true);
            byte[] table = (byte[]) field.get(null);
            for (int c = 0; c < table.length; c++) {
                table[c] = (byte) classes(c);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Another LuaJ than the one that is known", e);
        }
    }

    private static int classes(int c) {
        if (c > 127) {
            return 0;
        }
        boolean lower = c >= 'a' && c <= 'z';
        boolean upper = c >= 'A' && c <= 'Z';
        boolean digit = c >= '0' && c <= '9';
        boolean hex = digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        boolean space = c == ' ' || (c >= 9 && c <= 13);
        boolean control = c < 32 || c == 127;
        boolean punctuation = !(control || lower || upper || digit || c == ' ');
        return (lower || upper ? ALPHA : 0)
                | (lower ? LOWER : 0)
                | (upper ? UPPER : 0)
                | (digit ? DIGIT : 0)
                | (punctuation ? PUNCTUATION : 0)
                | (space ? SPACE : 0)
                | (control ? CONTROL : 0)
                | (hex ? HEX : 0);
    }

    static void addTo(LuaTable table) {
        for (String name : NAMES) {
            table.rawset(name, ALL.get(name));
        }
        table.rawset("unpack", ALL.get("table").get("unpack"));
        table.rawset("tostring", new OneArgFunction() {
            @Override
            public LuaValue call(LuaValue value) {
                return LuaFormat.text(value);
            }
        });
    }
}
