package io.holdfast.simulation.server;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assertions;

/**
 * A real server in virtual time, for scripts. They are given the time that they are to have, and each of their
 * milliseconds of life is many in reality: so what passes in reality does not show. When virtual time passes, what keys
 * have left is set anew.
 */
final class VirtualTimeOnRedis {

    private static final long SCALE = 100_000;
    private static final String WRAPPING = """
            local redis = (function(real)
                local function scaled(value)
                    local number = tonumber(value)
                    return number and number == math.floor(number) and string.format('%%.0f', number * %1$d) or value
                end
                local function with(call)
                    return function(name, ...)
                        local words = { ... }
                        if name == 'TIME' then
                            local seconds, micros = string.match(real.call('GET', '!time'), '(%%d+) (%%d+)')
                            return { seconds, micros }
                        elseif name == 'PTTL' then
                            local left = call(name, ...)
                            return left > 0 and math.ceil(left / %1$d) or left
                        elseif name == 'PEXPIRE' then
                            return call(name, words[1], scaled(words[2]))
                        elseif name == 'SET' then
                            for i = 3, #words do
                                if words[i] == 'PX' then
                                    words[i + 1] = scaled(words[i + 1])
                                end
                            end
                            return call(name, unpack(words))
                        elseif name == 'PUBLISH' or name == 'SPUBLISH' then
                            real.call('RPUSH', '!messages', words[1] .. ' ' .. words[2])
                        end
                        return call(name, ...)
                    end
                end
                return { call = with(real.call), pcall = with(real.pcall) }
            end)(redis)
            """.formatted(SCALE);
    private static final String PASSING = """
            local scale, passed = tonumber(ARGV[1]), tonumber(ARGV[2])
            for _, key in ipairs(redis.call('KEYS', '*')) do
                local ttl = redis.call('PTTL', key)
                if ttl >= 0 then
                    local left = math.ceil(ttl / scale) - passed
                    if left > 0 then
                        redis.call('PEXPIRE', key, string.format('%.0f', left * scale))
                    else
                        redis.call('DEL', key)
                    end
                end
            end
            redis.call('SET', '!time', ARGV[3])
            return 1
            """;

    private final RealServer server;
    private final Map<String, String> digests = new HashMap<>();

    VirtualTimeOnRedis(RealServer server) {
        this.server = server;
    }

    void turnTo(long before, long micros) {
        long passed = Math.floorDiv(micros, 1000) - Math.floorDiv(before, 1000);
        String time = Math.floorDiv(micros, 1_000_000) + " " + Math.floorMod(micros, 1_000_000);
        Object done = eval(PASSING, "0", Long.toString(SCALE), Long.toString(passed), time);
        Assertions.assertEquals(1L, done);
    }

    /** Runs a script. */
    Object run(String source, String... rest) {
        return eval(WRAPPING + source, rest);
    }

    private Object eval(String source, String... rest) {
        String digest = digests.computeIfAbsent(source, text -> (String) server.execute("SCRIPT", "LOAD", text));
        String[] words = new String[rest.length + 2];
        words[0] = "EVALSHA";
        words[1] = digest;
        System.arraycopy(rest, 0, words, 2, rest.length);
        return server.execute(words);
    }

    /** {@return what was published since it was last asked for} */
    List<?> messages() {
        List<?> messages = (List<?>) server.execute("LRANGE", "!messages", "0", "-1");
        if (!messages.isEmpty()) {
            server.execute("DEL", "!messages");
        }
        return messages;
    }
}
