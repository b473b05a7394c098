package io.holdfast.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.servers.EtcdCluster;
import io.holdfast.servers.EtcdOptions;
import io.holdfast.servers.EtcdServer;
import io.holdfast.servers.LocalServer;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One etcd server, or a cluster. */
final class EtcdSite extends ConsensusSite {

    private static final String PREFIX = "holdfast/";
    private static final String CLAIMS = PREFIX + "q/";
    private static final Pattern KEY = Pattern.compile("\\{\"key\":\"([^\"]*)\"[^}]*}");
    private static final Pattern LEASE = Pattern.compile("\"lease\":\"(\\d+)\"");

    private EtcdSite(EtcdServer server) {
        super(server);
    }

    private EtcdSite(EtcdCluster cluster) {
        super(cluster);
    }

    static EtcdSite single(Tools tools) {
        return new EtcdSite(EtcdServer.start(EtcdOptions.PLAIN.at(tools.location())));
    }

    static EtcdSite cluster(Tools tools) {
        return new EtcdSite(EtcdCluster.start(EtcdOptions.PLAIN.at(tools.location())));
    }

    @Override
    public String uri() {
        return servers().stream().map(LocalServer::address).collect(Collectors.joining(",", "etcd://", "/" + PREFIX));
    }

    @Override
    long term() {
        return server().term();
    }

    /**
     * A key that is there.
     *
     * @param name its name
     * @param lease what it lives by; empty if it stays for ever
     */
    private record Key(String name, String lease) {}

    @Override
    void endLife(int aim) {
        // Also those are claims that wait; in a moment there is one that holds.
        List<String> leases =
                keys(CLAIMS).stream().map(Key::lease).distinct().sorted().toList();
        if (!leases.isEmpty()) {
            server().call("/v3/lease/revoke", "{\"ID\":\"" + leases.get(aim % leases.size()) + "\"}");
        }
    }

    @Override
    List<Leftover> leftovers(String tag) {
        return List.of(
                new Leftover(
                        "claims",
                        () -> keys(CLAIMS).stream()
                                .map(Key::name)
                                .filter(name -> name.contains(tag))
                                .toList()),
                new Leftover(
                        "keys for ever",
                        () -> keys(PREFIX).stream()
                                .filter(key -> key.lease().isEmpty())
                                .map(Key::name)
                                .toList()));
    }

    private List<Key> keys(String prefix) {
        String end = prefix.substring(0, prefix.length() - 1) + (char) (prefix.charAt(prefix.length() - 1) + 1);
        String json = "{\"key\":\"" + base64(prefix) + "\",\"range_end\":\"" + base64(end) + "\",\"keys_only\":true}";
        return KEY.matcher(server().call("/v3/kv/range", json))
                .results()
                .map(found -> {
                    Matcher lease = LEASE.matcher(found.group());
                    String name = new String(Base64.getDecoder().decode(found.group(1)), UTF_8);
                    return new Key(name, lease.find() ? lease.group(1) : "");
                })
                .toList();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }

    private EtcdServer server() {
        return (EtcdServer) leader();
    }
}
