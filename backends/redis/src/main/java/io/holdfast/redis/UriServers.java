package io.holdfast.redis;

import io.holdfast.spi.StoreUri;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a URI says about each server.
 *
 * @param deployment in which way they belong together
 * @param uri the URI
 * @param options its options; those that are about servers are taken out
 */
record UriServers(Deployment deployment, StoreUri uri, Map<String, String> options) {

    List<RedisURI> uris() {
        String master = uri.fragment();
        boolean sentinels = deployment == Deployment.SENTINEL;
        if (sentinels != !master.isEmpty()) {
            throw StoreUri.wrong(
                    sentinels
                            ? "it does not name the master: redis-sentinel://host:port,host:port?options#master"
                            : "what follows a '#' is for redis-sentinel:// only; percent-encode it elsewhere");
        }
        if (master.indexOf('?') >= 0) {
            throw StoreUri.wrong("options come before the '#', as in redis-sentinel://host?prefix=a:#master");
        }
        if (deployment == Deployment.SINGLE && uri.hosts().size() > 1) {
            throw StoreUri.wrong("it names several servers: say redis-sentinel://, redis-replica:// or"
                    + " redis-cluster:// for how they belong together");
        }
        int database = database();
        SslVerifyMode verify = verify(options.remove("verifyPeer"));
        String name = options.remove("clientName");
        List<RedisURI> each = sentinels
                ? List.of(sentinels(master))
                : uri.hosts().stream().map(this::server).toList();
        for (RedisURI server : each) {
            server.setDatabase(database);
            server.setVerifyPeer(verify);
            server.setClientName(name);
        }
        return each;
    }

    private RedisURI server(StoreUri.Host host) {
        return at(host, uri.user(), uri.password());
    }

    private RedisURI sentinels(String master) {
        String user = options.remove("sentinelUser");
        String password = options.remove("sentinelPassword");
        RedisURI all = at(uri.hosts().get(0), uri.user(), uri.password());
        // Its own host is never used: the Sentinels say where the master is.
        all.setSentinelMasterId(master);
        uri.hosts().forEach(host -> all.getSentinels().add(at(host, user, password)));
        return all;
    }

    private RedisURI at(StoreUri.Host host, @Nullable String user, @Nullable String password) {
        RedisURI.Builder server = RedisURI.builder()
                .withHost(host.name())
                .withPort(host.port() == 0 ? deployment.port() : host.port())
                .withSsl(Deployment.isTls(uri.scheme()));
        if (user != null && password != null) {
            server.withAuthentication(user, password.toCharArray());
        } else if (password != null) {
            server.withPassword(password.toCharArray());
        }
        return server.build();
    }

    private int database() {
        if (uri.path().isEmpty()) {
            return 0;
        }
        try {
            int database = Integer.parseUnsignedInt(uri.path());
            if (database == 0 || deployment != Deployment.CLUSTER) {
                return database;
            }
        } catch (NumberFormatException e) {
            throw StoreUri.wrong("its path has to be the number of a database, or nothing");
        }
        throw StoreUri.wrong("a Cluster has no database but 0");
    }

    private static SslVerifyMode verify(@Nullable String mode) {
        try {
            return mode == null ? SslVerifyMode.FULL : SslVerifyMode.valueOf(mode.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw StoreUri.wrong("its option verifyPeer is one of full, ca and none, not '" + mode + "'");
        }
    }
}
