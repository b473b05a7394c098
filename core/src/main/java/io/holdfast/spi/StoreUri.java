package io.holdfast.spi;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.StoreConfigurationException;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the URI of a store, which {@link java.net.URI} does not find where there are several hosts. Complaints never repeat the
 * URI, since it may have a password.
 *
 * @param scheme what it starts with
 * @param user the user, if there is one
 * @param password the password, if there is one
 * @param hosts the addresses, at least one
 * @param path what follows them, without the slash
 * @param options its query
 * @param fragment what follows the hash sign
 */
public record StoreUri(
        String scheme,
        @Nullable String user,
        @Nullable String password,
        List<Host> hosts,
        String path,
        Map<String, String> options,
        String fragment) {

    private static final Pattern PARTS =
            Pattern.compile("([a-zA-Z-]+)://(?:([^@/?#]*)@)?([^@/?#]*)(?:/([^?#]*))?(?:\\?([^#]*))?(?:#(.*))?");

    private static final Pattern HOST = Pattern.compile("(?:\\[([0-9a-fA-F:.%]+)]|([^\\[\\]:\\s]+))(?::(\\d{1,5}))?");

    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s)?");

    /**
     * An address.
     *
     * @param name a host name or an IP address
     * @param port its port, or 0 if none is named
     */
    public record Host(String name, int port) {}

    /**
     * {@return the parts of a URI}
     *
     * @param text the URI
     * @throws StoreConfigurationException if it is none
     */
    public static StoreUri parse(String text) {
        Matcher parts = PARTS.matcher(text);
        if (!parts.matches()) {
            throw wrong("it is not of the form scheme://user:password@host:port/path?options;"
                    + " percent-encode special characters of a user or password");
        }
        String userInfo = parts.group(2);
        int colon = userInfo == null ? -1 : userInfo.indexOf(':');
        boolean secret = userInfo != null && !userInfo.isEmpty();
        return new StoreUri(
                parts.group(1),
                secret && colon > 0 ? decode(userInfo.substring(0, colon)) : null,
                secret ? decode(userInfo.substring(colon + 1)) : null,
                hosts(parts.group(3)),
                parts.group(4) == null ? "" : decode(parts.group(4)),
                options(parts.group(5)),
                parts.group(6) == null ? "" : decode(parts.group(6)));
    }

    private static List<Host> hosts(String text) {
        List<Host> hosts = new ArrayList<>();
        for (String address : text.split(",", -1)) {
            Matcher host = HOST.matcher(address);
            if (!host.matches()) {
                throw wrong((address.isEmpty() ? "it names no host" : "it has a host that is none")
                        + "; percent-encode special characters of a user or password");
            }
            int port = host.group(3) == null ? 0 : Integer.parseInt(host.group(3));
            if (host.group(3) != null && (port == 0 || port > 0xffff)) {
                throw wrong("a port is a number from 1 to 65535");
            }
            hosts.add(new Host(host.group(1) == null ? host.group(2) : host.group(1), port));
        }
        return hosts;
    }

    private static Map<String, String> options(@Nullable String query) {
        Map<String, String> options = new LinkedHashMap<>();
        for (String option : query == null || query.isEmpty() ? new String[0] : query.split("&")) {
            int equals = option.indexOf('=');
            if (equals < 0) {
                throw wrong("its option '" + option + "' has no value");
            }
            if (options.put(option.substring(0, equals), decode(option.substring(equals + 1))) != null) {
                throw wrong("it has its option " + option.substring(0, equals) + " twice");
            }
        }
        return options;
    }

    private static String decode(String text) {
        try {
            // A plus sign means itself in a password.
            return URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
        } catch (IllegalArgumentException e) {
            throw wrong("a percent sign stands for itself as %25");
        }
    }

    /**
     * {@return a time, as options have it: 500ms or 2s}
     *
     * @param value how it is written
     * @throws IllegalArgumentException if it is written otherwise
     */
    public static Duration time(String value) {
        Matcher parts = TIME.matcher(value);
        if (!parts.matches()) {
            throw new IllegalArgumentException("write a time as 500ms or 2s");
        }
        long number = Long.parseLong(parts.group(1));
        return "s".equals(parts.group(2)) ? Duration.ofSeconds(number) : Duration.ofMillis(number);
    }

    /**
     * {@return the complaint about a URI, which is not repeated}
     *
     * @param what what is wrong with it
     */
    public static StoreConfigurationException wrong(String what) {
        return new StoreConfigurationException(null, "This URI of a store cannot be used: " + what + ".", null);
    }
}
