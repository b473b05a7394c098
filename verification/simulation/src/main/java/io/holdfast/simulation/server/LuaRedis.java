package io.holdfast.simulation.server;

import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.VarArgFunction;

/** What scripts know as {@code redis}: the commands of the server that runs them now. */
final class LuaRedis {

    private @Nullable Commands commands;
    private @Nullable Keyspace data;

    LuaTable table() {
        LuaTable table = new LuaTable();
        table.rawset("call", new Call(true));
        table.rawset("pcall", new Call(false));
        return table;
    }

    void turnTo(@Nullable Commands others, @Nullable Keyspace otherData) {
        commands = others;
        data = otherData;
    }

    /** Runs a command; an error ends the script, or not. */
    private final class Call extends VarArgFunction {

        private final boolean throwing;

        Call(boolean throwing) {
            this.throwing = throwing;
        }

        @Override
        public Varargs invoke(Varargs args) {
            try {
                return LuaReplies.toLua(send(args));
            } catch (Refusal e) {
                LuaValue error = LuaReplies.toLua(e.reply());
                if (throwing) {
                    throw new LuaError(error);
                }
                return error;
            }
        }
    }

    private @Nullable Object send(Varargs args) {
        if (commands == null || data == null) {
            throw new IllegalStateException("no server runs a script now");
        }
        int count = args.narg();
        if (count == 0) {
            throw new Refusal("ERR Please specify at least one argument for this redis lib call");
        }
        String[] words = new String[count];
        for (int i = 0; i < count; i++) {
            words[i] = word(args.arg(i + 1));
        }
        Commands.Known command = args.arg1() instanceof LuaString name ? commands.find(name) : null;
        if (command == null) {
            throw new Refusal("ERR Unknown Redis command called from script");
        } else if (!command.takes(count)) {
            throw new Refusal("ERR Wrong number of args calling Redis command from script");
        } else if (!command.scripted()) {
            throw new Refusal("ERR This Redis command is not allowed from script");
        }
        return command.what().run(data, words);
    }

    private static String word(LuaValue value) {
        if (value instanceof LuaString text) {
            return Bytes.of(text);
        } else if (value.type() == LuaValue.TNUMBER) {
            return Numbers.text(value.todouble());
        }
        throw new Refusal("ERR Lua redis lib command arguments must be strings or integers");
    }
}
