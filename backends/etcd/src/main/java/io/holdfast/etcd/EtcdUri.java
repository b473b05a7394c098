package io.holdfast.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.holdfast.StoreConfigurationException;
import io.holdfast.spi.StoreUri;
import java.io.File;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * What a URI says.
 *
 * @param hosts where the servers are, each with its port
 * @param user who logs in; null if nobody
 * @param password how; null if nobody does
 * @param tls whether to speak TLS
 * @param options what it says besides
 * @param settings what our options say
 */
record EtcdUri(
        List<String> hosts,
        @Nullable String user,
        @Nullable String password,
        boolean tls,
        Map<String, String> options,
        Settings settings) {

    private static final List<String> OF_TLS = List.of("ca", "cert", "key", "authority");
    private static final int PORT = 2379;

    static EtcdUri parse(String text) {
        StoreUri uri = StoreUri.parse(text);
        boolean tls = uri.scheme().toLowerCase(Locale.ROOT).equals("etcds");
        if (!uri.fragment().isEmpty()) {
            throw StoreUri.wrong("it has a '#', which has no meaning here");
        }
        if (uri.password() != null && (uri.user() == null || uri.password().isEmpty())) {
            throw StoreUri.wrong("a user and a password belong together: etcd://user:password@host");
        }
        if (!tls && uri.options().keySet().stream().anyMatch(OF_TLS::contains)) {
            throw StoreUri.wrong(
                    "its options " + String.join(", ", OF_TLS) + " are for TLS: let it begin with etcds://");
        }
        if (uri.options().containsKey("cert") != uri.options().containsKey("key")) {
            throw StoreUri.wrong("its options cert and key belong together");
        }
        return new EtcdUri(
                uri.hosts().stream().map(EtcdUri::host).toList(),
                uri.user(),
                uri.password(),
                tls,
                uri.options(),
                settings(uri));
    }

    private static String host(StoreUri.Host host) {
        String whole = (host.name().contains(":") ? "[" + host.name() + "]" : host.name()) + ":"
                + (host.port() == 0 ? PORT : host.port());
        try {
            if (URI.create("http://" + whole).getHost() != null) {
                return whole;
            }
        } catch (IllegalArgumentException e) {
            // Told below, in words of ours.
        }
        throw StoreUri.wrong("'" + host.name() + "' is not the name of a host");
    }

    private static Settings settings(StoreUri uri) {
        Settings settings = Settings.DEFAULTS;
        try {
            if (!uri.path().isEmpty()) {
                settings = settings.withPrefix(uri.path());
            }
        } catch (IllegalArgumentException e) {
            throw StoreUri.wrong("its path is not a prefix of keys: " + e.getMessage());
        }
        for (Map.Entry<String, String> option : uri.options().entrySet()) {
            settings = apply(settings, option.getKey(), option.getValue());
        }
        return settings;
    }

    private static Settings apply(Settings settings, String option, String value) {
        if (OF_TLS.contains(option)) {
            return settings;
        }
        try {
            return switch (option) {
                case "commandTimeout" -> settings.withCommandTimeout(StoreUri.time(value));
                case "connectTimeout" -> settings.withConnectTimeout(StoreUri.time(value));
                default ->
                    throw StoreUri.wrong("it has an unknown option '" + option
                            + "'; there are commandTimeout, connectTimeout, ca, cert, key and authority");
            };
        } catch (IllegalArgumentException e) {
            throw StoreUri.wrong("its option " + option + " cannot be '" + value + "': " + e.getMessage());
        }
    }

    /** {@return a client's recipe} */
    ClientBuilder client() {
        String scheme = tls ? "https://" : "http://";
        ClientBuilder builder = Client.builder();
        String authority = options.get("authority");
        if (authority != null) {
            builder.authority(authority);
        }
        builder.endpoints(hosts.stream().map(host -> scheme + host).toArray(String[]::new));
        if (user != null && password != null) {
            builder.user(ByteSequence.from(user, UTF_8)).password(ByteSequence.from(password, UTF_8));
        }
        return tls ? secured(builder) : builder;
    }

    private ClientBuilder secured(ClientBuilder builder) {
        String ca = options.get("ca");
        String cert = options.get("cert");
        String key = options.get("key");
        try {
            return builder.sslContext(ssl -> {
                if (ca != null) {
                    ssl.trustManager(new File(ca));
                }
                if (cert != null && key != null) {
                    ssl.keyManager(new File(cert), new File(key));
                }
            });
        } catch (SSLException | IllegalArgumentException e) {
            throw new StoreConfigurationException(
                    null,
                    "This URI of a store cannot be used: a file that its options ca, cert and key name cannot be read as a"
                            + " certificate or key in PEM format (" + e.getMessage() + ").",
                    e);
        }
    }

    /** {@return where it is, for messages} */
    String description() {
        return "etcd at " + String.join(",", hosts);
    }
}
