package io.holdfast.faults;

import io.holdfast.servers.SqlServer;
import java.time.Duration;

/** What can happen to database servers. */
final class SqlFaults {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private SqlFaults() {}

    /** It is killed, and comes back with what it has acknowledged. */
    static Fault killed() {
        return (scene, aim) -> killed(site(scene).server());
    }

    /** What stands before it is killed. */
    static Fault entranceKilled() {
        return (scene, aim) -> killed(site(scene).entrance());
    }

    private static Runnable killed(SqlServer server) {
        server.kill();
        return server::revive;
    }

    /** It stands still: connections stay open, and what is sent meanwhile is done afterwards. */
    static Fault stopped() {
        return (scene, aim) -> {
            SqlServer server = site(scene).server();
            server.pause();
            return server::resume;
        };
    }

    /** Its connections are cut once. */
    static Fault disconnected() {
        return (scene, aim) -> {
            // Those that were cut before have to be back.
            Until.must("a connection to cut", PATIENCE, () -> site(scene).cut() > 0);
            return () -> {};
        };
    }

    /** The primary dies, and its replica, which has everything or nearly so, takes its place. */
    static Fault failover() {
        return (scene, aim) -> {
            scene.site(PostgresPairSite.class).failOver();
            return () -> {};
        };
    }

    /** The replica lags behind by some time when the primary dies. */
    static Fault failoverThatLosesTheTail() {
        return (scene, aim) -> {
            PostgresPairSite pair = scene.site(PostgresPairSite.class);
            pair.lag(Duration.ofMillis(300 + aim % 500));
            pair.failOver();
            return () -> {};
        };
    }

    private static SqlServerSite site(Scene scene) {
        return scene.site(SqlServerSite.class);
    }
}
