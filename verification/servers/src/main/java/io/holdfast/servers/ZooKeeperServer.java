package io.holdfast.servers;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;
import org.jspecify.annotations.Nullable;

/**
 * A ZooKeeper server in a JVM of its own, alone or one of a {@link ZooKeeperEnsemble}.
 *
 * <p>It is the one on the class path of this JVM.
 */
public final class ZooKeeperServer extends LocalServer implements ZooKeeperDeployment {

    /** A server that is just starting, or changing its mode, may take a command and never answer it. */
    private static final int ATTEMPT_MILLIS = 500;

    private static final int PATIENCE_MILLIS = 5_000;
    private static final Pattern ZXID = Pattern.compile("Zxid: 0x([0-9a-f]+)");
    private static final int EPOCH_SHIFT = 32;
    private static final Pattern VERSION = Pattern.compile("version: ([0-9.]+)");

    private final ZooKeeperOptions options;
    private final int electionPort = Ports.reserve();
    private @Nullable List<ZooKeeperServer> members;

    /** A server that is to be started with others, once it knows them. */
    ZooKeeperServer(ZooKeeperOptions options) {
        super(options.location());
        this.options = options;
    }

    /** {@return a server without data, up and running} */
    public static ZooKeeperServer start() {
        return start(ZooKeeperOptions.FAST);
    }

    /**
     * {@return a server without data, up and running}
     *
     * @param options its settings
     */
    public static ZooKeeperServer start(ZooKeeperOptions options) {
        return first(() -> new ZooKeeperServer(options));
    }

    /** Says which servers belong together, this one included. */
    void join(List<ZooKeeperServer> all) {
        members = all;
    }

    @Override
    void prepare() {
        String ensemble = "";
        if (members != null) {
            ensemble = members.stream().map(ZooKeeperServer::membership).collect(Collectors.joining("\n", "", "\n"));
            Workspace.writeFirst(dataDir().resolve("myid"), id() + "\n");
        }
        Workspace.writeFirst(configFile(), options.config(this) + ensemble);
    }

    private String membership() {
        return "server." + id() + "=" + host() + ":" + (port() + Ports.BUS) + ":" + electionPort;
    }

    private int id() {
        return members == null ? 0 : members.indexOf(this) + 1;
    }

    private Path configFile() {
        return dataDir().resolveSibling("zoo.cfg");
    }

    @Override
    List<String> command() {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(options.java());
        // It would leave a file behind when it is killed.
        line.add("-XX:-UsePerfData");
        line.add("-Dslf4j.provider=" + ServerLog.class.getName());
        line.add("-Dzookeeper.jmx.log4j.disable=true");
        line.addAll(List.of("-cp", System.getProperty("java.class.path")));
        line.addAll(List.of(QuorumPeerMain.class.getName(), configFile().toString()));
        return line;
    }

    /** One of an ensemble answers only once there is a majority. */
    @Override
    boolean answers() throws IOException {
        return ask("conf", ATTEMPT_MILLIS).contains("dataDir=" + dataDir());
    }

    /** {@return what it says to a command of four letters, also that it does not serve requests at the moment} */
    private String ask(String command, int patienceMillis) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(patienceMillis);
            socket.connect(new InetSocketAddress(host(), port()), patienceMillis);
            socket.getOutputStream().write(command.getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), US_ASCII);
        }
    }

    /** {@return whether it is in that mode: {@code leader}, {@code follower}, {@code standalone}} */
    boolean isIn(String mode) throws IOException {
        return ask("srvr", ATTEMPT_MILLIS).contains("Mode: " + mode + "\n");
    }

    /** {@return the version that it says it has, as in {@code 3.9.3}} */
    public String version() {
        return find(VERSION, "srvr");
    }

    @Override
    public List<Integer> peerPorts() {
        return List.of(port() + Ports.BUS, electionPort);
    }

    /** {@return the number of the leader that it follows, or is, among all that there were} */
    public long term() {
        return Long.parseLong(find(ZXID, "srvr"), 16) >>> EPOCH_SHIFT;
    }

    /**
     * {@return a number that it tells of itself, as of now}
     *
     * @param name as in {@code zk_packets_received}, of which the question is one
     */
    public long figure(String name) {
        return Long.parseLong(find(Pattern.compile("^" + name + "\\t([0-9]+)", Pattern.MULTILINE), "mntr"));
    }

    private String find(Pattern pattern, String command) {
        try {
            String answer = ask(command, PATIENCE_MILLIS);
            Matcher matcher = pattern.matcher(answer);
            if (matcher.find()) {
                return matcher.group(1);
            }
            throw new IllegalStateException(this + " does not tell '" + pattern + "': " + answer);
        } catch (IOException e) {
            throw new IllegalStateException("no answer from " + this, e);
        }
    }

    @Override
    public List<ZooKeeperServer> servers() {
        return List.of(this);
    }

    @Override
    public String toString() {
        return "ZooKeeper " + address();
    }
}
