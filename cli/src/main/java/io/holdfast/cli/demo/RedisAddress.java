package io.holdfast.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a Redis is.
 *
 * @param host its host
 * @param port its port
 * @param greetings what is to be said first, such as the password
 */
record RedisAddress(String host, int port, List<List<String>> greetings) {

    private static final Pattern URI = Pattern.compile(
            "redis://(?:([^@/?#:]*)(?::([^@/?#]*))?@)?([^@/?#:,\\[\\]]+)(?::(\\d{1,5}))?(?:/(\\d*))?(?:\\?.*)?");

    private static final int PORT = 6379;

    /** {@return the one server that a URI means, if it means one that can be asked without further ado} */
    static Optional<RedisAddress> of(String uri) {
        Matcher parts = URI.matcher(uri);
        if (!parts.matches()) {
            return Optional.empty();
        }
        List<List<String>> greetings = new ArrayList<>();
        String first = decoded(parts.group(1));
        String password = decoded(parts.group(2));
        if (!first.isEmpty() && !password.isEmpty()) {
            greetings.add(List.of("AUTH", first, password));
        } else if (!first.isEmpty() || !password.isEmpty()) {
            greetings.add(List.of("AUTH", first + password));
        }
        if (parts.group(5) != null && !parts.group(5).isEmpty()) {
            greetings.add(List.of("SELECT", parts.group(5)));
        }
        int port = parts.group(4) == null ? PORT : Integer.parseInt(parts.group(4));
        return Optional.of(new RedisAddress(parts.group(3), port, List.copyOf(greetings)));
    }

    private static String decoded(String text) {
        return text == null ? "" : URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
