package io.holdfast.simulation.server;

import java.util.List;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.OneArgFunction;
import org.luaj.vm2.lib.jse.JsePlatform;

/** What Redis lets scripts use of Lua, as Lua 5.1 has it. */
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

    private static final Globals ALL = all();

    private LuaLibraries() {}

    private static Globals all() {
        Globals globals = JsePlatform.standardGlobals();
        globals.get("string").set("format", new LuaFormat());
        return globals;
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
