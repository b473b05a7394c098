package io.holdfast.simulation.server;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is done to hashes. */
final class HashCommands {

    private HashCommands() {}

    static void addTo(Commands commands) {
        commands.add("hget", 3, HashCommands::get);
        commands.add("hset", -4, HashCommands::set);
        commands.add("hdel", -3, HashCommands::delete);
        commands.add("hkeys", 2, HashCommands::keys);
        commands.add("hgetall", 2, HashCommands::all);
    }

    private static @Nullable Object get(Keyspace data, String[] words) {
        FieldMap map = data.fields(words[1]);
        return map == null ? null : map.fields().get(words[2]);
    }

    private static Object set(Keyspace data, String[] words) {
        if (words.length % 2 == 1) {
            throw Refusal.wrongNumber("hset");
        }
        FieldMap map = data.fieldsToChange(words[1]);
        long added = 0;
        for (int i = 2; i < words.length; i += 2) {
            added += map.fields().put(words[i], words[i + 1]) == null ? 1 : 0;
        }
        return added;
    }

    private static Object delete(Keyspace data, String[] words) {
        if (data.fields(words[1]) == null) {
            return 0L;
        }
        FieldMap map = data.fieldsToChange(words[1]);
        long removed = 0;
        for (int i = 2; i < words.length; i++) {
            removed += map.fields().remove(words[i]) == null ? 0 : 1;
        }
        if (map.fields().isEmpty()) {
            data.remove(words[1]);
        }
        return removed;
    }

    private static Object keys(Keyspace data, String[] words) {
        FieldMap map = data.fields(words[1]);
        return map == null ? List.of() : new ArrayList<>(map.fields().keySet());
    }

    private static Object all(Keyspace data, String[] words) {
        List<Object> all = new ArrayList<>();
        FieldMap map = data.fields(words[1]);
        if (map != null) {
            map.fields().forEach((field, value) -> {
                all.add(field);
                all.add(value);
            });
        }
        return all;
    }
}
