package io.holdfast.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.spi.StoreUri;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.ZooDefs;
import org.jspecify.annotations.Nullable;

/**
 * What a URI says.
 *
 * @param hosts the servers, as ZooKeeper wants them
 * @param digest user and password, if there are any
 * @param settings the rest
 */
record ZooKeeperUri(String hosts, @Nullable String digest, Settings settings) {

    private static final int PORT = 2181;

    static ZooKeeperUri parse(String text) {
        StoreUri uri = StoreUri.parse(text);
        if (!uri.fragment().isEmpty()) {
            throw StoreUri.wrong("it has a '#', which has no meaning here");
        }
        if (uri.password() != null && uri.user() == null) {
            throw StoreUri.wrong("a password needs a user: zookeeper://user:password@host");
        }
        String hosts = uri.hosts().stream()
                .map(host -> (host.name().contains(":") ? "[" + host.name() + "]" : host.name()) + ":"
                        + (host.port() == 0 ? PORT : host.port()))
                .collect(Collectors.joining(","));
        Settings settings = Settings.DEFAULTS;
        try {
            if (!uri.path().isEmpty()) {
                settings = settings.withBase("/" + uri.path());
            }
        } catch (IllegalArgumentException e) {
            throw StoreUri.wrong("its path is not that of a node: " + e.getMessage());
        }
        if (uri.user() != null) {
            settings = settings.withAcl(ZooDefs.Ids.CREATOR_ALL_ACL);
        }
        for (Map.Entry<String, String> option : uri.options().entrySet()) {
            settings = apply(settings, option.getKey(), option.getValue(), uri.user() != null);
        }
        return new ZooKeeperUri(hosts, uri.user() == null ? null : uri.user() + ":" + uri.password(), settings);
    }

    private static Settings apply(Settings settings, String option, String value, boolean user) {
        try {
            return switch (option) {
                case "sessionTimeout" -> settings.withSessionTimeout(StoreUri.time(value));
                case "commandTimeout" -> settings.withCommandTimeout(StoreUri.time(value));
                case "connectTimeout" -> settings.withConnectTimeout(StoreUri.time(value));
                case "acl" ->
                    switch (value) {
                        case "open" -> settings.withAcl(ZooDefs.Ids.OPEN_ACL_UNSAFE);
                        case "creator" -> {
                            if (!user) {
                                throw new IllegalArgumentException("without a user nobody would be the creator");
                            }
                            yield settings.withAcl(ZooDefs.Ids.CREATOR_ALL_ACL);
                        }
                        default -> throw new IllegalArgumentException("it is open or creator");
                    };
                default ->
                    throw StoreUri.wrong("it has an unknown option '" + option
                            + "'; there are sessionTimeout, commandTimeout, connectTimeout and acl");
            };
        } catch (IllegalArgumentException e) {
            throw StoreUri.wrong("its option " + option + " cannot be '" + value + "': " + e.getMessage());
        }
    }

    ZooKeeperStore store() {
        return new ZooKeeperStore("ZooKeeper at " + hosts, settings, "", this::curator, true);
    }

    CuratorFramework curator() {
        return builder().build();
    }

    CuratorFrameworkFactory.Builder builder() {
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(hosts)
                .sessionTimeoutMs((int) settings.sessionTimeout().toMillis())
                .connectionTimeoutMs((int) settings.connectTimeout().toMillis())
                // Only for requests that it makes itself, of which there are none.
                .retryPolicy(new RetryOneTime(1_000));
        return digest == null ? builder : builder.authorization("digest", digest.getBytes(UTF_8));
    }
}
