package io.holdfast.simulation.net;

import io.holdfast.simulation.time.Machine;
import io.holdfast.simulation.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What lies between clients and servers. */
public final class Network {

    private static final long MICROSECOND = 1_000;

    /** Which part of the messages takes long. */
    private static final int ONE_IN_LATE = 25;

    /** From a machine to a node. */
    private record Way(Machine machine, Node node) {}

    final VirtualTime time;
    final RandomGenerator random;

    /** How bad it is. */
    public Weather weather = Weather.FINE;

    /** Sees what each server does. */
    public Watch watch = (words, reply) -> {};

    /** Sees what servers do. */
    @FunctionalInterface
    public interface Watch {

        /**
         * A server has executed a command.
         *
         * @param words the command
         * @param reply its reply
         */
        void executed(String[] words, @Nullable Object reply);
    }

    /** Hears what each server does, in words. */
    public Consumer<Supplier<String>> trace = line -> {};

    /** Whether nothing takes any time: for the very end. */
    public boolean instant;

    private long servers;
    private long wires;

    /** What broke without a word. */
    private final List<Wire> silent = new ArrayList<>();

    /** Until when nothing arrives, each way. */
    private final Map<Way, Long> closedToServer = new HashMap<>();

    private final Map<Way, Long> closedToClient = new HashMap<>();

    /**
     * What messages suffer.
     *
     * @param late the longest time that a late one takes
     * @param breaks which part of the messages has its connection break
     * @param doubles which part of the requests is executed twice, one after the other
     * @param lostWakes which part of the messages to subscribers is lost
     * @param doubledWakes which part of them arrives twice
     */
    public record Weather(Duration late, double breaks, double doubles, double lostWakes, double doubledWakes) {

        /** Nothing but a little time. */
        public static final Weather FINE = new Weather(Duration.ofMillis(20), 0, 0, 0, 0);
    }

    /**
     * A network.
     *
     * @param time the time that it lives in
     * @param random its chance
     */
    public Network(VirtualTime time, RandomGenerator random) {
        this.time = time;
        this.random = random;
    }

    /** {@return how long the next message takes} */
    long delay() {
        if (instant) {
            return 0;
        }
        return random.nextInt(ONE_IN_LATE) == 0
                ? random.nextLong(weather.late().toNanos())
                : (50 + random.nextInt(2_000)) * MICROSECOND;
    }

    boolean happens(double probability) {
        return probability > 0 && random.nextDouble() < probability;
    }

    /**
     * Lets nothing through between a machine and a node for a while; what was sent arrives afterwards, as TCP sends it
     * again.
     *
     * @param machine the one end
     * @param node the other
     * @param requests whether that is so for what the machine sends
     * @param replies whether that is so for what the node sends
     * @param nanos how long
     */
    public void part(Machine machine, Node node, boolean requests, boolean replies, long nanos) {
        Way way = new Way(machine, node);
        long until = time.elapsed() + nanos;
        if (requests) {
            closedToServer.merge(way, until, Math::max);
        }
        if (replies) {
            closedToClient.merge(way, until, Math::max);
        }
    }

    /** All is well again from now on; what is late already stays so. */
    public void heal() {
        weather = Weather.FINE;
        silent.forEach(Wire::tell);
        silent.clear();
        closedToServer.clear();
        closedToClient.clear();
    }

    long nextServer() {
        return ++servers;
    }

    long nextWire() {
        return ++wires;
    }

    void goesSilent(Wire wire) {
        silent.add(wire);
    }

    long toServer(Machine machine, Node node) {
        return Math.max(time.elapsed() + delay(), closedToServer.getOrDefault(new Way(machine, node), 0L));
    }

    long toClient(Machine machine, Node node) {
        return Math.max(time.elapsed() + delay(), closedToClient.getOrDefault(new Way(machine, node), 0L));
    }
}
