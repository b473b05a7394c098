package io.holdfast.simulation.server;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;

/** The commands that there are. */
final class Commands {

    /**
     * A command.
     *
     * @param name its name
     * @param arity how many words it has, with its name; if negative, at least so many
     * @param scripted whether scripts may use it
     * @param what what it does
     */
    record Known(String name, int arity, boolean scripted, Command what) {

        boolean takes(int words) {
            return arity >= 0 ? words == arity : words >= -arity;
        }
    }

    /** Those that know the data, and nothing of their server. */
    static final Commands OF_DATA = ofData();

    private final @Nullable Commands more;
    private final Map<String, Known> known = new HashMap<>();
    private final Map<LuaValue, Known> knownToScripts = new HashMap<>();

    /** Those that are added, and others. */
    Commands(@Nullable Commands more) {
        this.more = more;
    }

    private static Commands ofData() {
        Commands commands = new Commands(null);
        StringCommands.addTo(commands);
        HashCommands.addTo(commands);
        SortedSetCommands.addTo(commands);
        KeyCommands.addTo(commands);
        return commands;
    }

    void add(String name, int arity, Command what) {
        put(new Known(name, arity, true, what));
    }

    void addForClients(String name, int arity, Command what) {
        put(new Known(name, arity, false, what));
    }

    private void put(Known command) {
        String capitals = command.name().toUpperCase(Locale.ROOT);
        known.put(command.name(), command);
        known.put(capitals, command);
        knownToScripts.put(Bytes.lua(capitals), command);
    }

    @Nullable
    Known find(String name) {
        Known command = known.get(name);
        if (command == null) {
            command = known.get(name.toLowerCase(Locale.ROOT));
        }
        return command == null && more != null ? more.find(name) : command;
    }

    /** {@return a command as scripts name it, and fastest as ours do: in capitals} */
    @Nullable
    Known find(LuaString name) {
        Known command = knownToScripts.get(name);
        if (command == null && more != null) {
            command = more.knownToScripts.get(name);
        }
        return command == null ? find(Bytes.of(name)) : command;
    }
}
