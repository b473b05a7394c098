package io.holdfast.simulation.server;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A Redis server without a network: what it keeps, and what commands do to it. It is for one thread. It does as Redis 7.0
 * does, and as 6.2 wherever that is the same.
 */
public final class SimulatedServer {

    private final LongSupplier micros;
    private final long number;
    private final Keyspace data = new Keyspace();
    private final Commands commands = new Commands(Commands.OF_DATA);
    private final ScriptCommands scripts;
    private BiConsumer<String, String> published = (channel, message) -> {};
    private long started;
    private int starts;

    /**
     * A server that was started just now, without data. Its number is one that no other server with these scripts has.
     *
     * @param micros its wall clock, in microseconds since 1970, which may step
     * @param scripts the scripts of this thread
     */
    public SimulatedServer(LongSupplier micros, Scripts scripts) {
        this(micros, scripts, scripts.nextServer());
    }

    /**
     * A server that was started just now, without data.
     *
     * @param micros its wall clock, in microseconds since 1970, which may step
     * @param scripts the scripts of this thread
     * @param number what its run ids and process ids are made of, so that they are the same in a replay; others have
     *     other numbers
     */
    public SimulatedServer(LongSupplier micros, Scripts scripts, long number) {
        this.micros = micros;
        this.number = number;
        this.scripts = new ScriptCommands(scripts, commands);
        commands.add("time", 1, (keys, words) -> time(keys.micros()));
        commands.add("ping", -1, SimulatedServer::ping);
        commands.add("publish", 3, (keys, words) -> publish(words[1], words[2]));
        commands.add("spublish", 3, (keys, words) -> publish(words[1], words[2]));
        commands.addForClients("info", -1, this::info);
        commands.addForClients("config", -2, SimulatedServer::config);
        restart(empty());
    }

    /**
     * Runs one command.
     *
     * @param words its name, and its arguments
     * @return the reply: {@link Long}, {@link String}, a {@link List} of such, {@link Status}, {@link Failure}, or null
     *     for nothing
     */
    public @Nullable Object execute(String... words) {
        String[] sent = new String[words.length];
        for (int i = 0; i < words.length; i++) {
            sent[i] = Bytes.inside(words[i]);
        }
        data.turnTo(micros.getAsLong());
        try {
            return Bytes.outside(run(sent));
        } catch (Refusal e) {
            return Bytes.outside(e.reply());
        }
    }

    private @Nullable Object run(String[] words) {
        Commands.Known command = commands.find(words[0]);
        if (command == null) {
            StringBuilder message =
                    new StringBuilder("ERR unknown command '" + words[0] + "', with args beginning with: ");
            for (int i = 1; i < words.length; i++) {
                message.append('\'').append(words[i]).append("' ");
            }
            throw new Refusal(message.toString());
        } else if (!command.takes(words.length)) {
            throw Refusal.wrongNumber(command.name());
        }
        return command.what().run(data, words);
    }

    /**
     * Whom to tell what PUBLISH and SPUBLISH send, at once and in order.
     *
     * @param channelAndMessage takes the channel and the message
     */
    public void onPublish(BiConsumer<String, String> channelAndMessage) {
        published = channelAndMessage;
    }

    /** {@return all that it keeps now; of its scripts nothing} */
    public Snapshot snapshot() {
        return data.snapshot();
    }

    /**
     * Starts it anew: it knows no script, runs since now, and under another id.
     *
     * @param kept the data that it has then
     */
    public void restart(Snapshot kept) {
        data.restore(kept);
        scripts.forget();
        started = micros.getAsLong();
        starts++;
    }

    /** {@return no data} */
    public static Snapshot empty() {
        return Snapshot.EMPTY;
    }

    /** {@return the keys that are alive now, in order} */
    public List<KeyView> keys() {
        data.turnTo(micros.getAsLong());
        return data.keys().stream()
                .map(key -> new KeyView(Bytes.outside(key), entry(key).type(), data.left(key)))
                .toList();
    }

    /** {@return all that it keeps, as text: a line per key} */
    public String dump() {
        data.turnTo(micros.getAsLong());
        StringBuilder text = new StringBuilder();
        for (String key : data.keys()) {
            text.append(Bytes.outside(key)).append(' ').append(data.left(key)).append(' ');
            text.append(Bytes.outside(entry(key).value().toString())).append('\n');
        }
        return text.toString();
    }

    private Entry entry(String key) {
        Entry entry = data.find(key);
        if (entry == null) {
            throw new IllegalStateException(key);
        }
        return entry;
    }

    private static List<Object> time(long micros) {
        return List.of(
                Long.toString(Math.floorDiv(micros, 1_000_000)), Long.toString(Math.floorMod(micros, 1_000_000)));
    }

    private static Object ping(Keyspace keys, String[] words) {
        if (words.length > 2) {
            throw Refusal.wrongNumber("ping");
        }
        return words.length == 2 ? words[1] : new Status("PONG");
    }

    /** Tells whoever hears the channel, and replies that nobody does: how many do is never asked. */
    private Object publish(String channel, String message) {
        published.accept(Bytes.outside(channel), Bytes.outside(message));
        return 0L;
    }

    private Object info(Keyspace keys, String[] words) {
        String section = words.length == 1 ? "everything" : words[1].toLowerCase(Locale.ROOT);
        // As Redis does: by the wall clock, so that a step of it shows.
        long uptime = Math.floorDiv(keys.micros(), 1_000_000) - Math.floorDiv(started, 1_000_000);
        Map<String, String> sections = Map.of(
                "server",
                "# Server\r\nredis_version:7.0.15\r\nredis_mode:standalone\r\nprocess_id:" + (number * 1000 + starts)
                        + "\r\nrun_id:" + String.format(Locale.ROOT, "%020x%020x", number, starts)
                        + "\r\nuptime_in_seconds:" + uptime + "\r\n",
                "replication",
                "# Replication\r\nrole:master\r\nconnected_slaves:0\r\n");
        return switch (section) {
            case "everything", "all", "default" -> sections.get("server") + "\r\n" + sections.get("replication");
            default -> sections.getOrDefault(section, "");
        };
    }

    private static Object config(Keyspace keys, String[] words) {
        if (!words[1].equalsIgnoreCase("get") || words.length < 3) {
            throw new Refusal("ERR unknown subcommand '" + words[1] + "'. Try CONFIG HELP.");
        }
        return List.of();
    }
}
