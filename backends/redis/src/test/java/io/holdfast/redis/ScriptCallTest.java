package io.holdfast.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What goes over the wire is, byte for byte, what Lettuce would send. */
class ScriptCallTest {

    private static final List<String> WORDS = List.of(
            "",
            "a",
            "holdfast:orders:42",
            "{holdfast:orders:42}:fence",
            "größer",
            "鎖",
            "a\r\n$3\r\nb",
            "🔒 twice 🔒",
            "half a pair \uD83D",
            "\uDD12",
            "x".repeat(99),
            "x".repeat(100),
            "鎖".repeat(5_000));

    @Test
    void itIsWhatLettuceWouldSend() {
        for (String word : WORDS) {
            for (int keys = 1; keys < 4; keys++) {
                check(filled(word, keys), filled(word, 3));
                check(filled("lock", keys), filled(word, 12));
                check(filled(word, keys), new String[0]);
            }
        }
        check(WORDS.toArray(String[]::new), WORDS.toArray(String[]::new));
    }

    private static String[] filled(String word, int count) {
        String[] words = new String[count];
        Arrays.fill(words, word);
        return words;
    }

    private static void check(String[] keys, String[] args) {
        CommandArgs<String, String> usual = new CommandArgs<>(StringCodec.UTF8)
                .add(Script.ACQUIRE.digest())
                .add(keys.length)
                .addKeys(keys)
                .addValues(args);
        ScriptCall call = new ScriptCall(Script.ACQUIRE, keys, args);
        assertThat(encoded(call)).isEqualTo(encoded(usual));
        assertThat(call.words()).hasSize(call.count()).endsWith(args);
    }

    private static String encoded(CommandArgs<String, String> args) {
        ByteBuf buffer = Unpooled.buffer();
        new Command<>(CommandType.EVALSHA, new NestedMultiOutput<>(StringCodec.UTF8), args).encode(buffer);
        return buffer.toString(UTF_8);
    }
}
