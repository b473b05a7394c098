package io.holdfast.simulation.server;

import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;

/** The global names of scripts. Scripts can neither make one nor ask for one that is not there. */
final class LuaGlobals extends LuaTable {

    @Override
    public LuaValue get(LuaValue name) {
        LuaValue value = rawget(name);
        if (value.isnil()) {
            throw new LuaError("Script attempted to access nonexistent global variable '" + name.tojstring() + "'");
        }
        return value;
    }

    @Override
    public void set(LuaValue name, LuaValue value) {
        throw new LuaError("Script attempted to create global variable '" + name.tojstring() + "'");
    }
}
