package io.holdfast.simulation.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Commands with and without sense, about few keys. */
final class RandomCommand {

    private static final String[] KEYS = {"a", "b", "c", "é", "z{t}"};
    private static final String[] VALUES = {
        "", "0", "7", "-3", "v", "a b", "line\nbreak", "ü日", "9223372036854775807", " 1", "+1", "007", "1.0"
    };
    private static final String[] MEMBERS = {"m", "n", "o", "ö", "aa", "Z", "", "日本"};
    /** Without minus zero, of which the two versions have their own opinions. */
    private static final String[] SCORES = {
        "0",
        "1",
        "2",
        "-2",
        "3.5",
        "0.1",
        "1e20",
        "1e-7",
        "1700000000000000",
        "12345678901234567",
        "inf",
        "-inf",
        "1e400",
        "nan",
        "x",
        "",
        "1 ",
        ".5",
        "5.",
        "0x10",
        "123456789.123456789",
        "-1e300",
        "99999999999999999999"
    };

    private static final String[] BOUNDS = {
        "(1", "(2", "(3", "(0.1", "0", "(0", "1", "(1", "2", "(3.5", "-inf", "+inf", "inf", "(inf", "0.1", "x", "(", "",
        "1e20", "-2", "(-2"
    };
    private static final String[] PLACES = {"0", "1", "2", "-1", "-2", "-100", "100", "x", "3", "1.5"};
    private static final String[] TIMES = {"100000", "1", "0", "-1", "50000", "x", "9223372036854775807", "1.5", "2"};
    private static final String[] PATTERNS = {
        "*", "?", "[ab]", "[^a]", "a*", "[a-c]", "\\a", "z\\{t}", "*é", "[", "**c", "z[{]*"
    };

    private final Random random;
    private final boolean old;

    RandomCommand(Random random, boolean old) {
        this.random = random;
        this.old = old;
    }

    String[] next() {
        List<String> words = new ArrayList<>(List.of(verb()));
        String verb = words.get(0);
        switch (verb) {
            case "GET", "PTTL", "TYPE", "HKEYS", "HGETALL", "ZCARD", "INCR" -> words.add(key());
            case "ZPOPMIN" -> words.add(key());
            case "SET" -> set(words);
            case "DEL", "EXISTS" -> some(words, 1, 3, KEYS);
            case "PEXPIRE" -> add(words, key(), one(TIMES));
            case "HGET" -> add(words, key(), one(MEMBERS));
            case "HSET" -> {
                words.add(key());
                for (int i = random.nextInt(3); i >= 0; i--) {
                    add(words, one(MEMBERS), one(VALUES));
                }
            }
            case "HDEL", "ZREM" -> {
                words.add(key());
                some(words, 1, 3, MEMBERS);
            }
            case "ZADD" -> zadd(words);
            case "ZSCORE" -> add(words, key(), one(MEMBERS));
            case "ZRANGE" -> zrange(words);
            case "ZRANGEBYSCORE" -> {
                add(words, key(), one(BOUNDS), one(BOUNDS));
                options(words, false);
            }
            case "ZREVRANGE" -> {
                add(words, key(), one(PLACES), one(PLACES));
                options(words, false);
            }
            case "ZREMRANGEBYRANK" -> add(words, key(), one(PLACES), one(PLACES));
            case "PUBLISH" -> add(words, "channel", one(VALUES));
            case "PING" -> some(words, 0, 1, VALUES);
            case "KEYS" -> words.add(one(PATTERNS));
            case "SCAN" -> scan(words);
            case "EVAL" -> eval(words);
            default -> {}
        }
        if (random.nextInt(40) == 0 && words.size() > 1) {
            words.remove(words.size() - 1);
        }
        if (random.nextInt(10) == 0) {
            words.set(0, verb.toLowerCase(Locale.ROOT));
        }
        return words.toArray(String[]::new);
    }

    private String verb() {
        return one(
                "GET",
                "SET",
                "SET",
                "DEL",
                "EXISTS",
                "PEXPIRE",
                "PTTL",
                "TYPE",
                "HGET",
                "HSET",
                "HSET",
                "HDEL",
                "HKEYS",
                "HGETALL",
                "ZADD",
                "ZADD",
                "ZADD",
                "ZCARD",
                "ZPOPMIN",
                "ZRANGE",
                "ZRANGE",
                "ZRANGE",
                "ZRANGEBYSCORE",
                "ZREM",
                "ZREMRANGEBYRANK",
                "ZREVRANGE",
                "ZSCORE",
                "INCR",
                "PUBLISH",
                "PING",
                "KEYS",
                "SCAN",
                "EVAL",
                "EVAL",
                "NOSUCH");
    }

    private void set(List<String> words) {
        add(words, key(), one(VALUES));
        boolean get = random.nextInt(4) == 0;
        if (get) {
            words.add("GET");
        }
        // Of GET with NX each version thinks otherwise.
        if (random.nextInt(4) == 0) {
            words.add(get && old ? "XX" : one("NX", "XX", "xx"));
        }
        if (random.nextInt(2) == 0) {
            add(words, one("PX", "PX", "EX", "px"), one("100000", "1", "0", "-1", "50000", "x", "9223372036854775807"));
        }
        if (random.nextInt(8) == 0) {
            words.add(one("KEEPTTL", "NONSENSE", "PX"));
        }
        if (random.nextInt(12) == 0) {
            add(words, "PXAT", one("1", "99999999999999", "0"));
        }
    }

    private void zadd(List<String> words) {
        words.add(key());
        if (random.nextInt(4) == 0) {
            words.add(one("NX", "XX", "CH", "nx"));
        }
        if (random.nextInt(10) == 0) {
            words.add(one("NX", "XX", "CH"));
        }
        for (int i = random.nextInt(3); i >= 0; i--) {
            add(words, random.nextInt(3) == 0 ? one(SCORES) : one("1", "2", "3", "-1", "0.1"), one(MEMBERS));
        }
    }

    private void zrange(List<String> words) {
        boolean byScore = random.nextBoolean();
        String[] bounds = byScore ? BOUNDS : PLACES;
        add(words, key(), one(bounds), one(bounds));
        if (byScore) {
            words.add(one("BYSCORE", "byscore"));
        }
        if (random.nextInt(3) == 0) {
            words.add("REV");
        }
        options(words, byScore);
    }

    private void options(List<String> words, boolean often) {
        if (random.nextInt(often ? 3 : 8) == 0) {
            add(words, "LIMIT", one("0", "1", "-1", "5", "x"), one("1", "2", "-1", "0", "10"));
        }
        if (random.nextInt(3) == 0) {
            words.add("WITHSCORES");
        }
        if (random.nextInt(15) == 0) {
            words.add(one("REV", "BYSCORE", "LIMIT", "NONSENSE"));
        }
    }

    private void scan(List<String> words) {
        words.add("0");
        if (random.nextBoolean()) {
            add(words, "MATCH", one(PATTERNS));
        }
        if (random.nextBoolean()) {
            add(words, "TYPE", one("string", "zset", "hash", "list"));
        }
        add(words, "COUNT", "1000");
    }

    /** A command in a script, which throws its errors or gives them back, and takes its reply apart or not. */
    private void eval(List<String> words) {
        String[] inner = next();
        if (List.of("EVAL", "SCAN", "PING").contains(inner[0].toUpperCase(Locale.ROOT))) {
            inner = new String[] {"GET", key()};
        }
        String call = one(
                "return redis.call(unpack(ARGV))",
                "return redis.pcall(unpack(ARGV))",
                "local r = redis.pcall(unpack(ARGV)) return type(r)",
                "local r = redis.pcall(unpack(ARGV)) if type(r) == 'table' then return {r.ok or r.err and string.match(r.err, 'WRONGTYPE') or #r, 1} end return r",
                "return {1, redis.call(unpack(ARGV)), 2.9, -2.9, 'x', true, false, {3, {4}}, nil, 5}");
        add(words, call, "0");
        words.addAll(List.of(inner));
    }

    private String key() {
        return one(KEYS);
    }

    private void some(List<String> words, int least, int most, String[] of) {
        for (int i = least + random.nextInt(most - least + 1); i > 0; i--) {
            words.add(one(of));
        }
    }

    private static void add(List<String> words, String... more) {
        words.addAll(List.of(more));
    }

    private String one(String... of) {
        return of[random.nextInt(of.length)];
    }
}
