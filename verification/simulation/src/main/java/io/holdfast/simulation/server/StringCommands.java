package io.holdfast.simulation.server;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What is done to strings. */
final class StringCommands {

    private static final Status OK = new Status("OK");

    private StringCommands() {}

    static void addTo(Commands commands) {
        commands.add("get", 2, (data, words) -> data.text(words[1]));
        commands.add("set", -3, StringCommands::set);
        commands.add("incr", 2, StringCommands::incr);
    }

    private static @Nullable Object set(Keyspace data, String[] words) {
        Options options = Options.of(data, words);
        String key = words[1];
        String before = options.get ? data.text(key) : null;
        Entry found = data.find(key);
        if ((options.onlyNew && found != null) || (options.onlyOld && found == null)) {
            return before;
        }
        data.put(key, words[2], options.keep && found != null ? found.expires() : options.expires);
        return options.get ? before : OK;
    }

    private static Object incr(Keyspace data, String[] words) {
        String text = data.text(words[1]);
        long number = text == null ? 0 : Numbers.integer(text);
        if (number == Long.MAX_VALUE) {
            throw new Refusal("ERR increment or decrement would overflow");
        }
        data.keep(words[1], Long.toString(number + 1));
        return number + 1;
    }

    /** What may stand behind a SET. */
    private static final class Options {

        private boolean get;
        private boolean onlyNew;
        private boolean onlyOld;
        private boolean keep;
        private long expires = Entry.NEVER;
        private @Nullable String unit;
        private String time = "";

        static Options of(Keyspace data, String[] words) {
            Options options = new Options();
            for (int i = 3; i < words.length; i++) {
                if (options.read(words[i].toUpperCase(Locale.ROOT), i + 1 < words.length ? words[i + 1] : null)) {
                    i++;
                }
            }
            if ((options.onlyNew && options.onlyOld) || (options.keep && options.unit != null)) {
                throw Refusal.syntax();
            }
            options.readTime(data.millis());
            return options;
        }

        /** {@return whether it takes the next word too} */
        private boolean read(String option, @Nullable String next) {
            switch (option) {
                case "GET" -> get = true;
                case "NX" -> onlyNew = true;
                case "XX" -> onlyOld = true;
                case "KEEPTTL" -> keep = true;
                case "PX", "EX", "PXAT", "EXAT" -> {
                    if (unit != null || next == null) {
                        throw Refusal.syntax();
                    }
                    unit = option;
                    time = next;
                    return true;
                }
                default -> throw Refusal.syntax();
            }
            return false;
        }

        private void readTime(long now) {
            if (unit == null) {
                return;
            }
            long number = Numbers.integer(time);
            boolean seconds = unit.startsWith("E");
            boolean relative = !unit.endsWith("AT");
            if (number <= 0 || (seconds && number > Long.MAX_VALUE / 1000)) {
                throw tooMuch();
            }
            number = seconds ? number * 1000 : number;
            if (relative && number > Long.MAX_VALUE - now) {
                throw tooMuch();
            }
            expires = relative ? now + number : number;
        }

        private static Refusal tooMuch() {
            return new Refusal("ERR invalid expire time in 'set' command");
        }
    }
}
