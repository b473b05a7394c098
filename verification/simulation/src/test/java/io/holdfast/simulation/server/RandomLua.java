package io.holdfast.simulation.server;

import java.util.List;
import java.util.Random;

/** Bits of Lua whose results depend on the interpreter's C library, or on which Lua it is. ARGV has a number and a text. */
final class RandomLua {

    static final List<String> SCRIPTS = List.of(
            "return string.format('%.0f', ARGV[1])",
            "return string.format('%.0f %.14g %.17g %g', ARGV[1], ARGV[1], ARGV[1], ARGV[1])",
            "return string.format('%.3f %e %.2e %5.1f|%-8.2f|%+.0f', ARGV[1], ARGV[1], ARGV[1], ARGV[1], ARGV[1], ARGV[1])",
            "local n = tonumber(ARGV[1]) if math.abs(n) < 1e15 then return string.format('%d %5d %-5d| %05d %x', n, n, n, n, math.abs(n)) end",
            "return string.format('%s %10s %-10s %.2s', ARGV[2], ARGV[2], ARGV[2], ARGV[2])",
            "return tostring(tonumber(ARGV[1]))",
            "return tostring(tonumber(ARGV[2]))",
            "return string.format('%.17g', tonumber(ARGV[2]) or -1)",
            "return tonumber(ARGV[1])",
            "return tonumber(ARGV[1]) == ARGV[1] + 0",
            "return {tostring(nil), tostring(true), tostring('x'), type(tostring(1))}",
            "return string.format('%.0f', 0 + math.floor(ARGV[1] / 1000))",
            "return string.format('%.0f', 0 + math.ceil(ARGV[1] / 1000))",
            "return string.format('%.0f', math.max(0, math.min(ARGV[1], 1e12)))",
            "return string.format('%.14g', ARGV[1] % 7)",
            "return string.format('%.0f', 0 - tonumber(ARGV[1]))",
            "return {string.match(ARGV[2], '^(%d+) (%S+)')}",
            "return {string.match(ARGV[2], '^%d+')}",
            "return {string.match(ARGV[2], '^%d+ (%S+)')}",
            "return {string.match(ARGV[2], '^%d+$')}",
            "return {string.match(ARGV[2], '^%d+$', 3)}",
            "return {string.match(ARGV[2], '%d+$')}",
            "return {string.match(ARGV[2], '^%d+ (%d+) %d+ %d+ %S+ (%S+) %d+ (.*)$')}",
            "return {string.match(ARGV[2], '^%d+ %d+ (%d+) (%d+) (%d+)@?(%w*) (%S+) (%d+) (.*)$')}",
            "return {string.match(ARGV[2], '^[^\\n]*')}",
            "return {string.match(ARGV[2], '^(.*):(%d+)')}",
            "return {string.match(ARGV[2], '^(%a+:%d+):(%d+)$')}",
            "return {string.match(ARGV[2], '^([rw]):(.*)$')}",
            "return {string.match(ARGV[2], '^(%S+) (%d+ %d+ %S* .*)$')}",
            "return {string.match(ARGV[2], '(%a*)(%w*)(%s*)(%p*)(%c*)')}",
            "return {string.match(ARGV[2], '(%l*)(%u*)(%x*)(%A*)')}",
            "return {string.find(ARGV[2], '\\n', 1, true) or 'no'}",
            "return {string.find(ARGV[2], '^semaphore:') or 'no'}",
            "return {string.find(ARGV[2], ':', 1, true) or 'no'}",
            "return {string.gsub(ARGV[2], '^(%d+ %d+ %d+ %d+ %S+ )%S+', '%1semaphore:3')}",
            "return {string.gsub(ARGV[2], '%s+', '_')}",
            "return {string.sub(ARGV[2], 1, 3), string.sub(ARGV[2], 3), string.sub(ARGV[2], -2), string.sub(ARGV[2], 4, 2)}",
            "return {#ARGV[2], string.byte(ARGV[2], 1) or -1, string.rep('x', 3), string.lower('Ab'), string.upper('Ab')}",
            "return ARGV[1] < '5' and 1 or 0",
            "return table.concat({ARGV[2], 'x', 3}, ' ')",
            "local t = {} for i = 1, ARGV[3] do t[i] = i end return t",
            "local t = {unpack(ARGV, 2)} return t",
            "return {unpack(ARGV, 2, 3)}",
            "return {select('#', unpack(ARGV)), (select(2, unpack(ARGV)))}",
            "return {pcall(function() error({code = 1}) end)}",
            "return (pcall(error, 'x'))",
            "return {err = 'MINE of one'}",
            "return {ok = 'FINE'}",
            "return {1, nil, 3}",
            "return {1, false, {2.7, -2.7}, 'x', {}}",
            "return nil",
            "return true",
            "return false",
            "return 3.99",
            "return redis.call('SET', 'k', 12.5)",
            "redis.call('SET', 'k', ARGV[1] * 3) return redis.call('GET', 'k')",
            "redis.call('SET', 'k', ARGV[1] / 3) return redis.call('GET', 'k')",
            "redis.call('ZADD', 'z', ARGV[1], 'm') return redis.call('ZSCORE', 'z', 'm')",
            "return redis.call('SET', 'k', true)",
            "return redis.call('SET', 'k', nil)",
            "return redis.call()",
            "return redis.call('NOSUCH')",
            "return redis.call('GET')",
            "return redis.pcall('GET').err and 1 or 0",
            "return redis.call('EVAL', 'return 1', 0)",
            "x = 1",
            "return x",
            "return nosuch.field",
            "return ARGV[1] + ARGV[3]",
            "return ARGV[2] + 1",
            "return 1 +",
            "local t = {} return t.a.b");

    private static final List<String> NUMBERS = List.of(
            "0",
            "1",
            "-1",
            "0.5",
            "1.5",
            "2.5",
            "-0.5",
            "-0.4",
            "999999999999999",
            "1e15",
            "1e16",
            "1e17",
            "1e100",
            "123456789012345",
            "1700000000000000",
            "1700000000123456",
            "-1700000000000",
            "0.1",
            "1e-5",
            "0.0001",
            "12345.678",
            "2147483647",
            "2147483648",
            "-2147483648",
            "4294967296",
            "9007199254740993",
            "1e14",
            "123456789.125",
            "99999.5");

    private static final List<String> WORDS = List.of(
            "12",
            "1700000000123456",
            "o1",
            "client",
            "semaphore:3",
            "readwrite:2147483647",
            "r:",
            "w:",
            ":7",
            "é",
            "日本",
            "\n",
            "A",
            "\t",
            "0x1F",
            " ",
            "@",
            "mutex:1",
            "-",
            "1e5",
            "…",
            "x}y",
            ".",
            "%",
            "\r\n",
            "\u00a0",
            "ÿ");

    private RandomLua() {}

    static String number(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> Double.toString(random.nextGaussian() * Math.pow(10, random.nextInt(30) - 8));
            case 1 -> Long.toString(random.nextLong() >> random.nextInt(64));
            default -> NUMBERS.get(random.nextInt(NUMBERS.size()));
        };
    }

    static String text(Random random) {
        if (random.nextInt(3) == 0) {
            return "1700000000000 1700000000000 30000 0 32" + (random.nextBoolean() ? "" : "@tag") + " mutex:1 1 client"
                    + (random.nextBoolean() ? "" : "\na note – of 2\nlines");
        }
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(7); i >= 0; i--) {
            text.append(WORDS.get(random.nextInt(WORDS.size()))).append(random.nextInt(3) == 0 ? "" : " ");
        }
        return random.nextBoolean() ? text.toString().strip() : text.toString();
    }
}
