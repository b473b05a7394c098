package io.holdfast.redis;

import io.lettuce.core.SetArgs;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.CommandArgs;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
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
            case "dispatch" -> plain(words(args[0].toString(), ((ScriptCall) args[2]).words()));
            case "eval" -> script(args);
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

    private SimulatedReply script(Object[] args) {
        List<String> words = new ArrayList<>();
        Object[] keys = (Object[]) args[2];
        words.add(args[0].toString());
        words.add(Integer.toString(keys.length));
        Stream.of(keys, (Object[]) args[3]).flatMap(Stream::of).forEach(word -> words.add(word.toString()));
        return plain(words("EVAL", words));
    }

    private static String[] words(String command, List<String> rest) {
        List<String> words = new ArrayList<>(rest);
        words.add(0, command);
        return words.toArray(String[]::new);
    }

    private SimulatedReply set(String key, String value, SetArgs options) {
        CommandArgs<String, String> more = new CommandArgs<>(StringCodec.UTF8);
        options.build(more);
        List<String> words = new ArrayList<>(List.of("SET", key, value));
        words.addAll(List.of(more.toCommandString().split(" ", -1)));
        return plain(words.toArray(String[]::new));
    }
}
