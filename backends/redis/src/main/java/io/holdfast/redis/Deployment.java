package io.holdfast.redis;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** In which way servers belong together, as the scheme of a URI says it. */
enum Deployment {
    /** One server. */
    SINGLE("", 6379),

    /** A master that Sentinels know. */
    SENTINEL("-sentinel", 26379),

    /** A master and its replicas, in any order; which of them is the master is found out. */
    REPLICA("-replica", 6379),

    /** Nodes of a Cluster, which know the others. */
    CLUSTER("-cluster", 6379);

    private static final String PLAIN = "redis";
    private static final String TLS = "rediss";

    private final String suffix;
    private final int port;

    Deployment(String suffix, int port) {
        this.suffix = suffix;
        this.port = port;
    }

    static Set<String> schemes() {
        return Arrays.stream(values())
                .flatMap(kind -> Stream.of(PLAIN + kind.suffix, TLS + kind.suffix))
                .collect(Collectors.toUnmodifiableSet());
    }

    static Deployment of(String scheme) {
        String name = scheme.toLowerCase(Locale.ROOT);
        String suffix = name.substring(isTls(name) ? TLS.length() : PLAIN.length());
        return Arrays.stream(values())
                .filter(kind -> kind.suffix.equals(suffix))
                .findFirst()
                .orElseThrow();
    }

    static boolean isTls(String scheme) {
        return scheme.toLowerCase(Locale.ROOT).startsWith(TLS);
    }

    String scheme(boolean tls) {
        return (tls ? TLS : PLAIN) + suffix;
    }

    /** {@return the port of an address that names none} */
    int port() {
        return port;
    }
}
