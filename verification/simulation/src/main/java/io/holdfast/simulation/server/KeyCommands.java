package io.holdfast.simulation.server;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What is done to keys, whatever they have. */
final class KeyCommands {

    private KeyCommands() {}

    static void addTo(Commands commands) {
        commands.add("del", -2, KeyCommands::delete);
        commands.add("exists", -2, KeyCommands::exists);
        commands.add("pexpire", 3, KeyCommands::expire);
        commands.add("pttl", 2, (data, words) -> data.left(words[1]));
        commands.add("type", 2, KeyCommands::type);
        commands.add("keys", 2, (data, words) -> matching(data, words[1]));
        commands.add("scan", -2, KeyCommands::scan);
        commands.add("flushall", -1, KeyCommands::flush);
    }

    private static Object delete(Keyspace data, String[] words) {
        long removed = 0;
        for (int i = 1; i < words.length; i++) {
            removed += data.remove(words[i]) ? 1 : 0;
        }
        return removed;
    }

    private static Object exists(Keyspace data, String[] words) {
        long found = 0;
        for (int i = 1; i < words.length; i++) {
            found += data.find(words[i]) == null ? 0 : 1;
        }
        return found;
    }

    private static Object expire(Keyspace data, String[] words) {
        long time = Numbers.integer(words[2]);
        if (time > Long.MAX_VALUE - data.millis()) {
            throw new Refusal("ERR invalid expire time in 'pexpire' command");
        }
        if (data.find(words[1]) == null) {
            return 0L;
        }
        if (time <= 0) {
            data.remove(words[1]);
        } else {
            data.expire(words[1], data.millis() + time);
        }
        return 1L;
    }

    private static Object type(Keyspace data, String[] words) {
        Entry entry = data.find(words[1]);
        return new Status(entry == null ? "none" : entry.type());
    }

    private static List<String> matching(Keyspace data, String pattern) {
        return data.keys().stream().filter(key -> Glob.matches(pattern, key)).toList();
    }

    /** All in one page. */
    private static Object scan(Keyspace data, String[] words) {
        if (!words[1].matches("\\d+")) {
            throw new Refusal("ERR invalid cursor");
        }
        String pattern = "*";
        String type = null;
        for (int i = 2; i < words.length; i += 2) {
            if (i + 1 == words.length) {
                throw Refusal.syntax();
            }
            switch (words[i].toUpperCase(Locale.ROOT)) {
                case "MATCH" -> pattern = words[i + 1];
                case "TYPE" -> type = words[i + 1];
                case "COUNT" -> {
                    if (Numbers.integer(words[i + 1]) < 1) {
                        throw Refusal.syntax();
                    }
                }
                default -> throw Refusal.syntax();
            }
        }
        String wanted = type;
        return List.of(
                "0",
                matching(data, pattern).stream()
                        .filter(key -> isOf(data.find(key), wanted))
                        .toList());
    }

    private static boolean isOf(@Nullable Entry entry, @Nullable String type) {
        return entry != null && (type == null || entry.type().equalsIgnoreCase(type));
    }

    private static Object flush(Keyspace data, String[] words) {
        if (words.length > 2
                || (words.length == 2 && !words[1].toUpperCase(Locale.ROOT).matches("A?SYNC"))) {
            throw Refusal.syntax();
        }
        data.clear();
        return new Status("OK");
    }
}
