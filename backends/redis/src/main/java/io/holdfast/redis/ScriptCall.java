package io.holdfast.redis;

import static io.netty.buffer.ByteBufUtil.utf8Bytes;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A script with its keys and arguments, in the words in which it goes over the wire.
 *
 * <p>They are put together by the thread that asks. Lettuce would have them put together, each in a buffer of its own, by
 * the one thread that sends all requests and hears all answers.
 */
final class ScriptCall extends CommandArgs<String, String> {

    /** Room for the requests of a lock with a name of usual length. */
    private static final int USUAL_BYTES = 512;

    /** What stands around a word: a sign, its length, two line ends. */
    private static final int MOST_AROUND = 16;

    private final Script script;
    private final String[] keys;
    private final String[] args;

    private byte[] bytes = new byte[USUAL_BYTES];
    private int length;

    ScriptCall(Script script, String[] keys, String[] args) {
        super(StringCodec.UTF8);
        this.script = script;
        this.keys = keys;
        this.args = args;
        append(script.digest());
        append(Integer.toString(keys.length));
        for (String key : keys) {
            append(key);
        }
        for (String arg : args) {
            append(arg);
        }
    }

    /** Asks a server to run it that may have it. */
    CompletionStage<List<Object>> byDigest(RedisClusterAsyncCommands<String, String> commands) {
        return commands.dispatch(CommandType.EVALSHA, new NestedMultiOutput<>(StringCodec.UTF8), this);
    }

    /** Asks a server to run it that does not have it. */
    CompletionStage<List<Object>> inFull(RedisClusterAsyncCommands<String, String> commands) {
        return commands.eval(script.source(), ScriptOutputType.MULTI, keys, args);
    }

    /** {@return its words, behind the command itself} */
    List<String> words() {
        String[] words = new String[count()];
        words[0] = script.digest();
        words[1] = Integer.toString(keys.length);
        System.arraycopy(keys, 0, words, 2, keys.length);
        System.arraycopy(args, 0, words, 2 + keys.length, args.length);
        return List.of(words);
    }

    @Override
    public int count() {
        return 2 + keys.length + args.length;
    }

    @Override
    public void encode(ByteBuf target) {
        target.writeBytes(bytes, 0, length);
    }

    private void append(String word) {
        int size = utf8Bytes(word);
        int most = size + MOST_AROUND;
        if (bytes.length - length < most) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + most));
        }
        bytes[length++] = '$';
        appendNumber(size);
        endLine();
        if (size == word.length()) {
            appendAscii(word);
        } else {
            System.arraycopy(word.getBytes(UTF_8), 0, bytes, length, size);
            length += size;
        }
        endLine();
    }

    private void appendNumber(int number) {
        if (number >= 10) {
            appendNumber(number / 10);
        }
        bytes[length++] = (byte) ('0' + number % 10);
    }

    private void appendAscii(String word) {
        for (int i = 0; i < word.length(); i++) {
            char letter = word.charAt(i);
            // Half of a pair is no letter, and becomes what it becomes everywhere.
            bytes[length++] = (byte) (letter < 0x80 ? letter : '?');
        }
    }

    private void endLine() {
        bytes[length++] = '\r';
        bytes[length++] = '\n';
    }

    @Override
    public String toCommandString() {
        return String.join(" ", words());
    }

    @Override
    public String toString() {
        return toCommandString();
    }
}
