package io.holdfast.redis;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** In which way servers belong together, as the scheme of a URI says it. */
enum Deployment {
    /** One server. */
    SINGLE("redis", "rediss", 6379),

    /** A master that Sentinels know. */
    SENTINEL("redis-sentinel", "rediss-sentinel", 26379),

    /** A master and its replicas, in any order; which of them is the master is found out. */
    REPLICA("redis-replica", "rediss-replica", 6379),

    /** Nodes of a Cluster, which know the others. */
    CLUSTER("redis-cluster", "rediss-cluster", 6379),

    /** Masters that know nothing of each other, of which a majority decides. */
    QUORUM("redlock", "redlocks", 6379);

    private final String plain;
    private final String tls;
    private final int port;

    Deployment(String plain, String tls, int port) {
        this.plain = plain;
        this.tls = tls;
        this.port = port;
    }

    static Set<String> schemes() {
        return Arrays.stream(values())
                .flatMap(kind -> Stream.of(kind.plain, kind.tls))
                .collect(Collectors.toUnmodifiableSet());
    }

    static Deployment of(String scheme) {
        String name = scheme.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(kind -> kind.plain.equals(name) || kind.tls.equals(name))
                .findFirst()
                .orElseThrow();
    }

    static boolean isTls(String scheme) {
        return of(scheme).tls.equals(scheme.toLowerCase(Locale.ROOT));
    }

    String scheme(boolean tls) {
        return tls ? this.tls : plain;
    }

    /** {@return the port of an address that names none} */
    int port() {
        return port;
    }
}
