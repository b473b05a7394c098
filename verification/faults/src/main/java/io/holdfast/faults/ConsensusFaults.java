package io.holdfast.faults;

import io.holdfast.servers.LocalServer;
import java.util.Comparator;
import java.util.List;

/** What can happen to servers that agree upon each write. */
final class ConsensusFaults {

    private ConsensusFaults() {}

    /** The one that leads, or the only one, is killed, and comes back with what it has acknowledged. */
    static Fault leaderKilled() {
        return (scene, aim) -> killed(site(scene).leader());
    }

    /** The one of the others is killed that most clients are connected to. */
    static Fault followerKilled() {
        return (scene, aim) -> {
            List<Integer> used = scene.clients().stream()
                    .flatMap(client -> Sockets.of(client.pid()).stream())
                    .map(Sockets::remotePort)
                    .toList();
            return killed(site(scene).followers().stream()
                    .max(Comparator.comparingLong(server ->
                            used.stream().filter(port -> port == server.port()).count()))
                    .orElseThrow());
        };
    }

    private static Runnable killed(LocalServer server) {
        server.kill();
        return server::revive;
    }

    /** All are killed, and come back with what they have acknowledged. */
    static Fault allKilled() {
        return (scene, aim) -> {
            site(scene).servers().forEach(LocalServer::kill);
            return () -> site(scene).settle();
        };
    }

    /** The one that leads, or the only one, stands still, and goes on as if it still led. */
    static Fault leaderStopped() {
        return (scene, aim) -> {
            LocalServer leader = site(scene).leader();
            leader.pause();
            return leader::resume;
        };
    }

    /** The one that leads does not hear of the others any more, nor they of it, and clients talk to all of them. */
    static Fault leaderCutOff() {
        return (scene, aim) -> {
            LocalServer leader = site(scene).leader();
            List<? extends LocalServer> others = site(scene).followers();
            Network network = scene.stage().tools().network();
            network.isolate(leader, others);
            return network::heal;
        };
    }

    /** Somebody else ends what some claims live by. */
    static Fault lifeEnded() {
        return (scene, aim) -> {
            site(scene).endLife(aim);
            return () -> {};
        };
    }

    private static ConsensusSite site(Scene scene) {
        return scene.site(ConsensusSite.class);
    }
}
