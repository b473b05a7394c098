package io.holdfast.simulation.server;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;

/** Replies, as scripts see them; and what scripts return, as clients do. */
final class LuaReplies {

    private static final LuaString OK = LuaString.valueOf("ok");
    private static final LuaString ERR = LuaString.valueOf("err");

    private LuaReplies() {}

    static LuaValue toLua(@Nullable Object reply) {
        if (reply == null) {
            return LuaValue.FALSE;
        } else if (reply instanceof String text) {
            return Bytes.lua(text);
        } else if (reply instanceof Long number) {
            return LuaValue.valueOf(number.doubleValue());
        } else if (reply instanceof List<?> list) {
            LuaValue[] values = new LuaValue[list.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = toLua(list.get(i));
            }
            return LuaValue.listOf(values);
        } else if (reply instanceof Status status) {
            return with(OK, status.text());
        } else if (reply instanceof Failure failure) {
            return with(ERR, failure.message());
        }
        throw new IllegalArgumentException("not a reply: " + reply);
    }

    private static LuaTable with(LuaString field, String text) {
        LuaTable table = new LuaTable(0, 1);
        table.rawset(field, Bytes.lua(text));
        return table;
    }

    static @Nullable Object toReply(LuaValue value) {
        return switch (value.type()) {
            case LuaValue.TSTRING -> Bytes.of(value.checkstring());
            case LuaValue.TNUMBER -> Numbers.truncated(value.todouble());
            case LuaValue.TBOOLEAN -> value.toboolean() ? 1L : null;
            case LuaValue.TTABLE -> ofTable(value.checktable());
            default -> null;
        };
    }

    private static Object ofTable(LuaTable table) {
        LuaValue error = table.rawget(ERR);
        if (error.type() == LuaValue.TSTRING) {
            return new Failure(Bytes.of(error.checkstring()));
        }
        LuaValue status = table.rawget(OK);
        if (status.type() == LuaValue.TSTRING) {
            return new Status(Bytes.of(status.checkstring()));
        }
        List<@Nullable Object> items = new ArrayList<>();
        for (int i = 1; ; i++) {
            LuaValue item = table.rawget(i);
            if (item.isnil()) {
                return items;
            }
            items.add(toReply(item));
        }
    }

    /** {@return what a script was ended by} */
    static String message(LuaValue error) {
        if (error.istable()) {
            LuaValue text = error.checktable().rawget(ERR);
            return text.type() == LuaValue.TSTRING ? Bytes.of(text.checkstring()) : "ERR unknown error";
        }
        String text = error.tojstring();
        return "ERR " + (text.startsWith(Scripts.CHUNK) ? "" : Scripts.CHUNK + ": ") + text;
    }
}
