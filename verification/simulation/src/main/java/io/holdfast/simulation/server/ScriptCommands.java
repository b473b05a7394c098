package io.holdfast.simulation.server;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A server's scripts: those that it knows, until it is restarted or told to forget them. */
final class ScriptCommands {

    private final Scripts scripts;
    private final Commands commands;
    private final Set<String> known = new HashSet<>();

    ScriptCommands(Scripts scripts, Commands commands) {
        this.scripts = scripts;
        this.commands = commands;
        commands.addForClients("eval", -3, this::eval);
        commands.addForClients("evalsha", -3, this::evalByDigest);
        commands.addForClients("script", -2, this::script);
    }

    void forget() {
        known.clear();
    }

    private @Nullable Object eval(Keyspace data, String[] words) {
        int keys = keys(words);
        String digest = scripts.load(words[1]);
        known.add(digest);
        return scripts.run(digest, commands, data, words, keys);
    }

    private @Nullable Object evalByDigest(Keyspace data, String[] words) {
        int keys = keys(words);
        String digest = known.contains(words[1]) ? words[1] : words[1].toLowerCase(Locale.ROOT);
        if (!known.contains(digest)) {
            throw new Refusal("NOSCRIPT No matching script. Please use EVAL.");
        }
        return scripts.run(digest, commands, data, words, keys);
    }

    private static int keys(String[] words) {
        long keys = Numbers.integer(words[2]);
        if (keys > words.length - 3) {
            throw new Refusal("ERR Number of keys can't be greater than number of args");
        } else if (keys < 0) {
            throw new Refusal("ERR Number of keys can't be negative");
        }
        return (int) keys;
    }

    private Object script(Keyspace data, String[] words) {
        switch (words[1].toUpperCase(Locale.ROOT)) {
            case "FLUSH" -> {
                forget();
                return new Status("OK");
            }
            case "LOAD" -> {
                if (words.length != 3) {
                    throw Refusal.wrongNumber("script|load");
                }
                String digest = scripts.load(words[2]);
                known.add(digest);
                return digest;
            }
            case "EXISTS" -> {
                List<Object> found = new ArrayList<>();
                for (int i = 2; i < words.length; i++) {
                    found.add(known.contains(words[i].toLowerCase(Locale.ROOT)) ? 1L : 0L);
                }
                return found;
            }
            default -> throw new Refusal("ERR unknown subcommand '" + words[1] + "'. Try SCRIPT HELP.");
        }
    }
}
