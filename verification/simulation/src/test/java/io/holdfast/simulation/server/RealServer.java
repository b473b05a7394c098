package io.holdfast.simulation.server;

import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisServer;
import io.holdfast.servers.RespConnection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A real server, whose replies look as those of the simulated one. */
final class RealServer implements AutoCloseable {

    private static final Pattern SCRIPT_END = Pattern.compile("(.*?) script: [0-9a-f]{40}.*", Pattern.DOTALL);
    private static final Pattern OLD_SCRIPT =
            Pattern.compile("ERR Error (?:running|compiling) script.*", Pattern.DOTALL);

    private static final Pattern LUA = Pattern.compile("ERR (Error compiling script|user_script:)");

    private final RedisBinary binary;
    private final RedisServer server;
    private final RespConnection connection;

    RealServer(RedisBinary binary) {
        this.binary = binary;
        this.server = RedisServer.start(binary);
        this.connection = server.connect();
    }

    boolean isOld() {
        return binary == RedisBinary.EMBEDDED;
    }

    Object execute(String... words) {
        connection.send(words);
        return receive();
    }

    /** Asks for the time together with a command, so that little passes in between. */
    Object executeAt(long[] micros, String... words) {
        connection.send("TIME");
        connection.send(words);
        micros[0] = micros((List<?>) connection.receive());
        return receive();
    }

    long micros() {
        return micros((List<?>) connection.command("TIME"));
    }

    private static long micros(List<?> time) {
        return Long.parseLong((String) time.get(0)) * 1_000_000 + Long.parseLong((String) time.get(1));
    }

    private Object receive() {
        try {
            return connection.receive();
        } catch (RespConnection.ErrorReply e) {
            return new Failure(e.getMessage());
        }
    }

    /** {@return a reply, without what a client cannot or need not see} */
    Object comparable(Object reply) {
        if (reply instanceof Status status) {
            return status.text();
        } else if (reply instanceof List<?> list) {
            return list.stream().map(this::comparable).toList().toString();
        } else if (reply instanceof Failure failure) {
            return "error " + message(failure.message());
        }
        return reply;
    }

    private String message(String text) {
        if (isOld()) {
            // It words many errors in another way, and says of those in scripts only that they were there.
            String code = text.substring(0, text.indexOf(' '));
            boolean wrongType = text.contains("WRONGTYPE");
            return OLD_SCRIPT.matcher(text).matches() && wrongType ? "WRONGTYPE" : code.startsWith("@") ? "ERR" : code;
        }
        // What is Lua's own, each interpreter words in its way.
        Matcher lua = LUA.matcher(text);
        Matcher end = SCRIPT_END.matcher(text);
        return lua.lookingAt() ? lua.group() : end.matches() ? end.group(1) : text;
    }

    @Override
    public void close() {
        connection.close();
        server.close();
    }
}
