package io.holdfast.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.servers.LocalServer;
import io.holdfast.servers.Location;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A network namespace of this run's own, in which clients live that can be cut off from servers outside of it, or servers
 * that can be cut off from each other.
 *
 * <p>A pair of virtual interfaces joins it to this machine. What a client inside sends to 127.0.0.1 goes to this machine's end
 * of the pair, so servers have the same address for all. Packets are dropped inside only; the rules of the machine are not
 * touched. A process that ends with this JVM, however that ends, holds the namespace, and all of it goes with it.
 */
final class Network implements AutoCloseable {

    private static final String RULES = """
            table ip holdfast {
              chain there { type nat hook output priority -100; ip daddr 127.0.0.1 meta l4proto tcp dnat to %1$s; }
              chain source { type nat hook postrouting priority 100; ip daddr %1$s masquerade; }
              chain out { type filter hook output priority 0; }
              chain in { type filter hook input priority 0; }
            }
            """;
    private static final Pattern COUNTED = Pattern.compile("counter packets (\\d+)");
    private static final int ATTEMPTS = 5;

    private final Process holder;
    private final String address;
    private final String inside;

    private Network(Process holder, String address, String inside) {
        this.holder = holder;
        this.address = address;
        this.inside = inside;
    }

    /**
     * {@return a namespace, connected}
     *
     * @throws IllegalStateException if that cannot be done here; the message says what is missing
     */
    static Network open() {
        for (int attempt = 1; ; attempt++) {
            try {
                return connect();
            } catch (IllegalStateException e) {
                if (attempt == ATTEMPTS) {
                    throw new IllegalStateException(
                            "Partitions need a network namespace, which could not be made: run as root, on Linux, with"
                                    + " unshare and nsenter (util-linux), ip (iproute2) and nft (nftables);"
                                    + " ./verify installs them on Debian and Ubuntu. " + e.getMessage(),
                            e);
                }
            }
        }
    }

    private static Network connect() {
        // A range for measurements, which no network uses; of it, four addresses that nobody else here has taken.
        int number = ThreadLocalRandom.current().nextInt(1 << 14);
        String prefix = "198.%d.%d.".formatted(18 + (number >> 13), number >> 5 & 255);
        int base = (number & 31) * 4;
        String outside = prefix + (base + 1);
        String inside = prefix + (base + 2);
        String name = "hf" + number;
        Process holder;
        try {
            holder = new ProcessBuilder(
                            "unshare", "--net", "sh", "-c", "trap '' HUP INT TERM; echo; exec cat >/dev/null")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (holder.getInputStream().read() < 0) {
                throw new IllegalStateException("unshare --net: not permitted");
            }
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
        Network network = new Network(holder, outside, inside);
        try {
            String pid = Long.toString(holder.pid());
            run(List.of("ip", "link", "add", name, "type", "veth", "peer", "name", "hf", "netns", pid), "");
            run(List.of("ip", "address", "add", outside + "/30", "dev", name), "");
            run(List.of("ip", "link", "set", name, "up"), "");
            network.inside("ip", "link", "set", "lo", "up");
            network.inside("ip", "address", "add", inside + "/30", "dev", "hf");
            network.inside("ip", "link", "set", "hf", "up");
            network.inside("sh", "-c", "echo 1 >/proc/sys/net/ipv4/conf/all/route_localnet");
            run(network.command("nft", "-f", "-"), RULES.formatted(outside));
            return network;
        } catch (RuntimeException e) {
            network.close();
            throw e;
        }
    }

    /** {@return where servers have to listen besides 127.0.0.1} */
    String address() {
        return address;
    }

    /** {@return where servers stand that live inside} */
    Location location() {
        return new Location(inside, command());
    }

    /** {@return a command that runs inside} */
    List<String> command(String... words) {
        List<String> line = new ArrayList<>(List.of("nsenter", "--target", Long.toString(holder.pid()), "--net", "--"));
        line.addAll(List.of(words));
        return line;
    }

    /** Drops what goes out to these ports. */
    void dropRequests(List<Integer> ports) {
        rule("out", "tcp dport", ports, "counter drop");
    }

    /** Drops what comes in from these ports. */
    void dropReplies(List<Integer> ports) {
        rule("in", "tcp sport", ports, "counter drop");
    }

    /** Ends each connection to these ports that somebody uses. */
    void reset(List<Integer> ports) {
        rule("out", "tcp dport", ports, "counter reject with tcp reset");
    }

    /**
     * Cuts a server that lives inside off from others: neither hears of the other, and clients hear of both.
     *
     * @param server the one
     * @param others those that belong with it
     */
    void isolate(LocalServer server, List<? extends LocalServer> others) {
        List<Integer> far =
                others.stream().flatMap(other -> other.peerPorts().stream()).toList();
        // What it sends is known by its group; what it gets, by where it listens, and by the ports of connections that
        // it made.
        rule("out", "meta skgid " + server.group() + " tcp dport", far, "counter drop");
        rule("out", "meta skgid " + server.group() + " tcp sport", server.peerPorts(), "counter drop");
        rule("out", "tcp dport", server.peerPorts(), "counter drop");
        List<Integer> made = Sockets.of(server.pid()).stream()
                .filter(socket -> far.contains(socket.remotePort()))
                .map(Sockets::localPort)
                .toList();
        if (!made.isEmpty()) {
            rule("out", "tcp dport", made, "counter drop");
        }
    }

    /** Drops some of what goes out to and comes in from these ports. */
    void lose(List<Integer> ports, int percent) {
        String some = "numgen random mod 100 < " + percent + " counter drop";
        rule("out", "tcp dport", ports, some);
        rule("in", "tcp sport", ports, some);
    }

    /**
     * Drops nothing any more.
     *
     * @return how many packets were dropped since the last time
     */
    long heal() {
        long dropped = COUNTED.matcher(run(command("nft", "list", "table", "ip", "holdfast"), ""))
                .results()
                .mapToLong(count -> Long.parseLong(count.group(1)))
                .sum();
        inside("nft", "flush", "chain", "ip", "holdfast", "out");
        inside("nft", "flush", "chain", "ip", "holdfast", "in");
        return dropped;
    }

    private void rule(String chain, String match, List<Integer> ports, String verdict) {
        String set = ports.stream().map(String::valueOf).collect(Collectors.joining(", ", "{ ", " }"));
        run(
                command("nft", "-f", "-"),
                "add rule ip holdfast " + chain + " " + match + " " + set + " " + verdict + "\n");
    }

    private void inside(String... words) {
        run(command(words), "");
    }

    private static String run(List<String> command, String input) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().write(input.getBytes(UTF_8));
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
            if (process.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", command) + ": " + said);
            }
            return said;
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            holder.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
