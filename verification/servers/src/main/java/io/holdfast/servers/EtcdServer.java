package io.holdfast.servers;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An etcd server, alone or one of an {@link EtcdCluster}. */
public final class EtcdServer extends LocalServer implements EtcdDeployment {

    private final EtcdOptions options;
    private final EtcdGateway gateway;
    private @Nullable List<EtcdServer> members;

    /** A server that is to be started with others, once it knows them. */
    EtcdServer(EtcdOptions options) {
        super(options.location());
        this.options = options;
        this.gateway = new EtcdGateway(endpoint(), options);
    }

    /** {@return a server without data, TLS or users, up and running} */
    public static EtcdServer start() {
        return start(EtcdOptions.PLAIN);
    }

    /**
     * {@return a server without data, up and running}
     *
     * @param options its settings
     */
    public static EtcdServer start(EtcdOptions options) {
        EtcdServer server = first(() -> new EtcdServer(options));
        if (options.rootPassword() != null) {
            server.gateway.enableAuthentication(options.rootPassword());
        }
        return server;
    }

    /** Says which servers belong together, this one included. */
    void join(List<EtcdServer> all) {
        members = all;
    }

    @Override
    void prepare() {}

    @Override
    List<String> command() {
        String program = Programs.find("etcd")
                .orElseThrow(() -> Programs.missing("etcd", "etcd-server"))
                .toString();
        List<EtcdServer> all = members == null ? List.of(this) : members;
        List<String> line = new ArrayList<>(
                List.of(program, "--name", name(), "--data-dir", dataDir().toString()));
        line.addAll(List.of("--listen-client-urls", endpoint() + furtherEndpoint()));
        line.addAll(List.of("--advertise-client-urls", endpoint()));
        line.addAll(List.of("--listen-peer-urls", peerUrl(), "--initial-advertise-peer-urls", peerUrl()));
        line.add("--initial-cluster");
        line.add(all.stream().map(each -> each.name() + "=" + each.peerUrl()).collect(Collectors.joining(",")));
        // Servers with another token do not talk to each other, should one find the other's port.
        line.addAll(List.of("--initial-cluster-token", all.get(0).dataDir().toString()));
        if (options.tls() != null) {
            line.addAll(List.of("--cert-file", options.tls().certificateFile().toString()));
            line.addAll(List.of("--key-file", options.tls().keyFile().toString()));
        }
        line.addAll(options.arguments());
        return line;
    }

    private String name() {
        return "server-" + port();
    }

    private String peerUrl() {
        return "http://" + host() + ":" + (port() + Ports.BUS);
    }

    private String furtherEndpoint() {
        return options.address() == null ? "" : "," + options.scheme() + "://" + options.address() + ":" + port();
    }

    /** A member of a cluster answers only once there is a majority. */
    @Override
    boolean answers() {
        return gateway.get("/debug/vars").contains("\"--data-dir\",\"" + dataDir() + "\"")
                && gateway.get("/health").contains("\"true\"");
    }

    /** {@return how clients find it, as in {@code http://127.0.0.1:2379}} */
    public String endpoint() {
        return options.scheme() + "://" + address();
    }

    @Override
    public List<EtcdServer> servers() {
        return List.of(this);
    }

    /** {@return the version that it says it has, as in {@code 3.4.23}} */
    public String version() {
        return EtcdGateway.field(status(), "version").orElseThrow();
    }

    /**
     * {@return a number that it tells of itself, as of now; the sum, if it tells parts}
     *
     * @param name as in {@code grpc_server_msg_received_total}
     */
    public long figure(String name) {
        return (long) gateway.get("/metrics")
                .lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    /** {@return the id that it has in its cluster} */
    String memberId() {
        return EtcdGateway.field(status(), "member_id").orElseThrow();
    }

    /** {@return the id of the server that it follows, or "0" if there is none} */
    String leaderId() {
        return EtcdGateway.field(status(), "leader").orElse("0");
    }

    @Override
    public List<Integer> peerPorts() {
        return List.of(port() + Ports.BUS);
    }

    /** {@return the number of the leader that it follows, or is, among all that there were or could have been} */
    public long term() {
        return Long.parseLong(EtcdGateway.field(status(), "raftTerm").orElseThrow());
    }

    private String status() {
        return gateway.post("/v3/maintenance/status", EtcdGateway.json());
    }

    /**
     * Calls its API in JSON, as root if it has users.
     *
     * @param path as in {@code /v3/lease/leases}
     * @param json the request, with keys and values in Base64
     * @return the response
     * @throws IllegalStateException if it refuses; the message has the reason
     */
    public String call(String path, String json) {
        return gateway.call(path, json);
    }

    EtcdGateway gateway() {
        return gateway;
    }

    @Override
    public String toString() {
        return "etcd " + address();
    }
}
