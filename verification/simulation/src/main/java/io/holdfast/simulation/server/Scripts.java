package io.holdfast.simulation.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaClosure;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.compiler.LuaC;

/**
 * Scripts, compiled once for all servers of one thread. Which of them a server knows is its own affair, as it would be in
 * reality.
 */
public final class Scripts {

    /** What errors call a script. */
    static final String CHUNK = "user_script";

    private static final LuaString KEYS = LuaString.valueOf("KEYS");
    private static final LuaString ARGV = LuaString.valueOf("ARGV");

    private final UnaryOperator<String> sabotage;
    private final LuaGlobals globals = new LuaGlobals();
    private final LuaRedis redis = new LuaRedis();
    private final Map<String, String> digests = new HashMap<>();
    private final Map<String, LuaClosure> compiled = new HashMap<>();
    private int servers;

    /**
     * Nothing is compiled yet.
     *
     * @param sabotage changes a script before it is compiled, and leaves its digest as it is: so a guard can be taken
     *     out of it, to see whether anybody notices. Usually it changes nothing
     */
    public Scripts(UnaryOperator<String> sabotage) {
        this.sabotage = sabotage;
        LuaLibraries.addTo(globals);
        globals.rawset("redis", redis.table());
    }

    /** {@return a number for a server that was given none} */
    int nextServer() {
        return ++servers;
    }

    /** {@return the digest of a script, which is compiled if it was not} */
    String load(String source) {
        String digest = digests.computeIfAbsent(source, Scripts::sha1);
        if (!compiled.containsKey(digest)) {
            compiled.put(digest, compile(sabotage.apply(source)));
        }
        return digest;
    }

    private LuaClosure compile(String source) {
        try {
            byte[] bytes = source.getBytes(ISO_8859_1);
            return new LuaClosure(LuaC.instance.compile(new ByteArrayInputStream(bytes), CHUNK), globals);
        } catch (LuaError e) {
            throw new Refusal("ERR Error compiling script (new function): " + e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a script that was loaded. */
    @Nullable
    Object run(String digest, Commands commands, Keyspace data, String[] words, int keys) {
        LuaClosure script = Objects.requireNonNull(compiled.get(digest), digest);
        globals.rawset(KEYS, list(words, 3, 3 + keys));
        globals.rawset(ARGV, list(words, 3 + keys, words.length));
        redis.turnTo(commands, data);
        try {
            return LuaReplies.toReply(script.call());
        } catch (LuaError e) {
            if (e.getCause() != null) {
                throw new IllegalStateException("A script ran into a defect of the simulation", e);
            }
            return new Failure(LuaReplies.message(e.getMessageObject()) + " script: " + digest);
        } finally {
            redis.turnTo(null, null);
        }
    }

    private static LuaTable list(String[] words, int from, int to) {
        LuaValue[] values = new LuaValue[to - from];
        for (int i = from; i < to; i++) {
            values[i - from] = Bytes.lua(words[i]);
        }
        return LuaValue.listOf(values);
    }

    private static String sha1(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text.getBytes(ISO_8859_1)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
