package io.holdfast.faults;

import java.util.List;

/** What can happen between the last client and some or all servers. */
final class NetworkFaults {

    private static final int PERCENT = 20;

    private NetworkFaults() {}

    /** Nothing comes through. */
    static Fault cut(int servers) {
        return (scene, aim) -> {
            Network network = scene.stage().tools().network();
            network.dropRequests(ports(scene, aim, servers));
            network.dropReplies(ports(scene, aim, servers));
            return () -> heal(scene);
        };
    }

    /** Connections end, also those that are made again, for as long as the blow lasts. */
    static Fault reset(int servers) {
        return (scene, aim) -> {
            Network network = scene.stage().tools().network();
            network.reset(ports(scene, aim, servers));
            // One that was ended before may not have been made again yet.
            return network::heal;
        };
    }

    /** Requests do not arrive. */
    static Fault deaf(int servers) {
        return (scene, aim) -> {
            scene.stage().tools().network().dropRequests(ports(scene, aim, servers));
            return () -> heal(scene);
        };
    }

    /** Requests arrive and are done, and answers do not come back. */
    static Fault mute(int servers) {
        return (scene, aim) -> {
            scene.stage().tools().network().dropReplies(ports(scene, aim, servers));
            return () -> heal(scene);
        };
    }

    /** A fifth of all packets is lost. */
    static Fault lossy(int servers) {
        return (scene, aim) -> {
            scene.stage().tools().network().lose(ports(scene, aim, servers), PERCENT);
            return () -> heal(scene);
        };
    }

    private static void heal(Scene scene) {
        if (scene.stage().tools().network().heal() == 0) {
            throw new IllegalStateException("Not one packet was dropped");
        }
    }

    private static List<Integer> ports(Scene scene, int aim, int servers) {
        return scene.stage().site().ports(aim, servers);
    }
}
