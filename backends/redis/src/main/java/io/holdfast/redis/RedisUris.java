package io.holdfast.redis;

import io.holdfast.spi.StoreUri;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a URI means.
 *
 * @param deployment in which way the servers belong together
 * @param servers the servers; of Sentinels one that names them all
 * @param settings what was chosen in its options
 * @param quorum the same, and what was chosen about a quorum, if it is one
 * @param caFile the certificates to trust, in PEM, if not those that Java trusts
 */
record RedisUris(
        Deployment deployment,
        List<RedisURI> servers,
        Settings settings,
        QuorumSettings quorum,
        Optional<Path> caFile) {

    static RedisUris parse(String text) {
        StoreUri uri = StoreUri.parse(text);
        Map<String, String> options = new HashMap<>(uri.options());
        boolean tls = Deployment.isTls(uri.scheme());
        Optional<Path> caFile = Optional.ofNullable(options.remove("caFile")).map(RedisUris::certificates);
        if (caFile.isPresent() && !tls) {
            throw StoreUri.wrong("its option caFile is for TLS, which is rediss://");
        }
        Deployment deployment = Deployment.of(uri.scheme());
        List<RedisURI> servers = new UriServers(deployment, uri, options).uris();
        QuorumSettings quorum = deployment == Deployment.QUORUM ? QuorumOptions.take(options) : QuorumSettings.DEFAULTS;
        Settings settings = Settings.DEFAULTS;
        for (Map.Entry<String, String> option : options.entrySet()) {
            settings = apply(option.getKey(), option.getValue(), settings);
        }
        if (deployment == Deployment.SINGLE && settings.replicas() == Settings.MAJORITY) {
            throw StoreUri.wrong("of one server it is not known how many replicas it should have, so that wait=majority"
                    + " has no meaning: say how many, as in wait=1");
        }
        for (RedisURI server : servers) {
            server.setTimeout(settings.connectTimeout());
            // They are asked one after the other, so one that hangs must not use up the time of all.
            for (RedisURI sentinel : server.getSentinels()) {
                sentinel.setTimeout(settings.connectTimeout()
                        .dividedBy(server.getSentinels().size()));
            }
        }
        return new RedisUris(
                deployment,
                servers,
                settings,
                deployment == Deployment.QUORUM ? QuorumOptions.with(quorum, settings) : quorum,
                caFile);
    }

    /** {@return which servers these are, without secrets} */
    String place() {
        return place(deployment, servers);
    }

    /** {@return which servers these are, without secrets} */
    static String place(Deployment deployment, List<RedisURI> servers) {
        RedisURI first = servers.get(0);
        boolean sentinels = !first.getSentinels().isEmpty();
        String addresses = (sentinels ? first.getSentinels() : servers)
                .stream().map(server -> address(server)).collect(Collectors.joining(","));
        return (sentinels ? Deployment.SENTINEL : deployment).scheme(first.isSsl()) + "://" + addresses
                + (first.getDatabase() == 0 ? "" : "/" + first.getDatabase())
                + (sentinels ? "#" + first.getSentinelMasterId() : "");
    }

    private static String address(RedisURI server) {
        String host = server.getHost();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + server.getPort();
    }

    private static Settings apply(String option, String value, Settings settings) {
        try {
            return switch (option) {
                case "prefix" -> settings.withPrefix(value);
                case "commandTimeout" -> settings.withCommandTimeout(StoreUri.time(value));
                case "connectTimeout" -> settings.withConnectTimeout(StoreUri.time(value));
                case "wait" -> settings.withReplicas(replicas(value));
                case "mixedUse" -> settings.withMixedUse(yes(value));
                default ->
                    throw StoreUri.wrong("it has an unknown option '" + option
                            + "'; there are prefix, commandTimeout, connectTimeout, wait, mixedUse, clientName, for TLS"
                            + " verifyPeer and caFile, for Sentinels sentinelUser and sentinelPassword, and for redlock:// nodeTimeout,"
                            + " retryDelay, tries, failFast and drift");
            };
        } catch (IllegalArgumentException e) {
            throw StoreUri.wrong("its option " + option + " cannot be '" + value + "': " + e.getMessage());
        }
    }

    private static Path certificates(String file) {
        try {
            Path path = Path.of(file);
            try (InputStream in = Files.newInputStream(path)) {
                if (CertificateFactory.getInstance("X.509")
                        .generateCertificates(in)
                        .isEmpty()) {
                    throw new CertificateException("it is empty");
                }
                return path;
            }
        } catch (InvalidPathException e) {
            throw StoreUri.wrong("its option caFile is no path: " + e.getReason());
        } catch (IOException e) {
            throw StoreUri.wrong("its option caFile names '" + file + "', which cannot be read");
        } catch (CertificateException e) {
            throw StoreUri.wrong("its option caFile names '" + file + "', which has no certificates in PEM");
        }
    }

    private static int replicas(String text) {
        if (text.equals("none") || text.equals("majority")) {
            return text.equals("none") ? 0 : Settings.MAJORITY;
        }
        if (!text.matches("\\d{1,3}")) {
            throw new IllegalArgumentException("it is none, majority, or the number of replicas");
        }
        return Integer.parseInt(text);
    }

    static boolean yes(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("it is true or false");
        }
        return text.equals("true");
    }
}
