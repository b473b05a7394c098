package io.holdfast.redis;

import io.lettuce.core.SetArgs;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.CommandArgs;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** What of Lettuce's commands the stores use, in the words that it sends for them. */
@NullMarked
final class SimulatedCommands {

    /** Sends a command. */
    interface Sending {

        SimulatedReply send(Function<@Nullable Object, @Nullable Object> meaning, String... words);
    }

    private final Sending sending;

    SimulatedCommands(Sending sending) {
        this.sending = sending;
    }

    SimulatedReply run(String method, Object[] args) {
        return switch (method) {
            case "evalsha", "eval" -> script(method.toUpperCase(Locale.ROOT), args);
            case "ping" -> plain("PING");
            case "get" -> plain("GET", args[0].toString());
            case "info" -> plain("INFO", args[0].toString());
            case "del" -> plain("DEL", ((Object[]) args[0])[0].toString());
            case "set" -> set(args[0].toString(), args[1].toString(), (SetArgs) args[2]);
            default -> throw new UnsupportedOperationException("Not simulated: " + method);
        };
    }

    private SimulatedReply plain(String... words) {
        return sending.send(SimulatedConnection::plain, words);
    }

    private SimulatedReply script(String command, Object[] args) {
        Object[] keys = (Object[]) args[2];
        Object[] values = (Object[]) args[3];
        String[] words = new String[3 + keys.length + values.length];
        words[0] = command;
        words[1] = args[0].toString();
        words[2] = Integer.toString(keys.length);
        System.arraycopy(keys, 0, words, 3, keys.length);
        System.arraycopy(values, 0, words, 3 + keys.length, values.length);
        return plain(words);
    }

    private SimulatedReply set(String key, String value, SetArgs options) {
        CommandArgs<String, String> more = new CommandArgs<>(StringCodec.UTF8);
        options.build(more);
        List<String> words = new ArrayList<>(List.of("SET", key, value));
        words.addAll(List.of(more.toCommandString().split(" ", -1)));
        return plain(words.toArray(String[]::new));
    }
}
