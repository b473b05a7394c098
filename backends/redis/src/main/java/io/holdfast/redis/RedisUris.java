package io.holdfast.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.StoreConfigurationException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a URI says. Its messages never repeat it, since it may have a password.
 *
 * @param server where to connect to
 * @param settings what was chosen in its query
 * @param caFile the certificates to trust, in PEM, if not those that Java trusts
 */
record RedisUris(RedisURI server, Settings settings, Optional<Path> caFile) {

    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s)?");
    private static final int PORT = 6379;

    static RedisUris parse(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            // Not as the cause: its message has the URI.
            throw wrong("it is not a URI: " + e.getReason() + "; percent-encode special characters of a password");
        }
        if (uri.getHost() == null) {
            throw wrong("it names no host; percent-encode special characters of a user or password");
        }
        RedisURI.Builder server = RedisURI.builder()
                .withHost(uri.getHost())
                .withPort(uri.getPort() < 0 ? PORT : uri.getPort())
                .withSsl(text.regionMatches(true, 0, "rediss:", 0, 7))
                .withDatabase(database(uri.getPath()));
        addCredentials(uri.getRawUserInfo(), server);
        Settings settings = Settings.DEFAULTS;
        Optional<Path> caFile = Optional.empty();
        String query = uri.getRawQuery();
        for (String option : query == null ? new String[0] : query.split("&")) {
            int equals = option.indexOf('=');
            if (equals < 0) {
                throw wrong("its option '" + option + "' has no value");
            }
            String value = decode(option.substring(equals + 1));
            if (option.startsWith("caFile=")) {
                caFile = Optional.of(readable(value));
            } else {
                settings = apply(option.substring(0, equals), value, settings, server);
            }
        }
        RedisURI place = server.withTimeout(settings.connectTimeout()).build();
        if (caFile.isPresent() && !place.isSsl()) {
            throw wrong("its option caFile is for TLS, which is rediss://");
        }
        return new RedisUris(place, settings, caFile);
    }

    /** {@return which server that is, without secrets} */
    static String place(RedisURI uri) {
        if (!uri.getSentinels().isEmpty()) {
            return "the Sentinel master '" + uri.getSentinelMasterId() + "'";
        }
        String database = uri.getDatabase() == 0 ? "" : "/" + uri.getDatabase();
        return (uri.isSsl() ? "rediss://" : "redis://") + uri.getHost() + ":" + uri.getPort() + database;
    }

    private static void addCredentials(@Nullable String userInfo, RedisURI.Builder server) {
        if (userInfo == null || userInfo.isEmpty()) {
            return;
        }
        int colon = userInfo.indexOf(':');
        String password = decode(userInfo.substring(colon + 1));
        if (colon > 0) {
            server.withAuthentication(decode(userInfo.substring(0, colon)), password.toCharArray());
        } else {
            server.withPassword(password.toCharArray());
        }
    }

    private static int database(@Nullable String path) {
        if (path == null || path.isEmpty() || path.equals("/")) {
            return 0;
        }
        try {
            return Integer.parseUnsignedInt(path.substring(1));
        } catch (NumberFormatException e) {
            throw wrong("its path has to be the number of a database, or nothing");
        }
    }

    private static Settings apply(String option, String value, Settings settings, RedisURI.Builder server) {
        try {
            return switch (option) {
                case "prefix" -> settings.withPrefix(value);
                case "commandTimeout" -> settings.withCommandTimeout(time(value));
                case "connectTimeout" -> settings.withConnectTimeout(time(value));
                case "verifyPeer" -> {
                    server.withVerifyPeer(SslVerifyMode.valueOf(value.toUpperCase(Locale.ROOT)));
                    yield settings;
                }
                case "clientName" -> {
                    server.withClientName(value);
                    yield settings;
                }
                default ->
                    throw wrong("it has an unknown option '" + option
                            + "'; there are prefix, commandTimeout, connectTimeout, verifyPeer, caFile and"
                            + " clientName");
            };
        } catch (IllegalArgumentException e) {
            throw wrong("its option " + option + " cannot be '" + value + "': " + e.getMessage());
        }
    }

    private static Path readable(String file) {
        try {
            Path path = Path.of(file);
            if (Files.isReadable(path) && !Files.isDirectory(path)) {
                return path;
            }
        } catch (InvalidPathException e) {
            throw wrong("its option caFile is no path: " + e.getReason());
        }
        throw wrong("its option caFile names '" + file + "', which cannot be read");
    }

    private static Duration time(String text) {
        Matcher parts = TIME.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("write a time as 500ms or 2s");
        }
        long number = Long.parseLong(parts.group(1));
        return "s".equals(parts.group(2)) ? Duration.ofSeconds(number) : Duration.ofMillis(number);
    }

    private static String decode(String text) {
        // A plus sign means itself in a password.
        return URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
    }

    private static StoreConfigurationException wrong(String what) {
        return new StoreConfigurationException(null, "This Redis URI cannot be used: " + what + ".", null);
    }
}
