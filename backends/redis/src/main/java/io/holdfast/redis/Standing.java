package io.holdfast.redis;

import io.holdfast.StoreConfigurationException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Whether a node's word counts.
 *
 * <p>A node that restarted may have forgotten to whom it gave its vote. So it has none until every lease has ended that it
 * can have had a part in. Since when it runs is proved on each connection before anything else is sent on it, and what
 * is not proved counts from the first contact: another process than before, or one that was a replica once.
 */
final class Standing {

    private static final String NEVER_PROMOTED = "0".repeat(40);

    private final String address;
    private final long quarantine;
    private @Nullable String runId;
    private @Nullable String history;
    private long votesFrom;
    private boolean clockKnown;
    private long clockOffset;

    Standing(String address, Duration quarantine) {
        this.address = address;
        this.quarantine = quarantine.toNanos();
    }

    /**
     * Takes in what a node says of itself on a new connection.
     *
     * @param server its INFO of the server
     * @param replication its INFO of the replication
     * @param now the time
     */
    synchronized void prove(String server, String replication, long now) {
        Map<String, String> facts = facts(server);
        facts.putAll(facts(replication));
        if (!"master".equals(facts.get("role"))) {
            throw new StoreConfigurationException(
                    null,
                    "The node " + address + " is a replica of " + facts.get("master_host") + ":"
                            + facts.get("master_port")
                            + " and has no vote: the nodes of a quorum must be masters that know nothing of each other.",
                    null);
        }
        String id = facts.getOrDefault("run_id", "");
        String line = facts.getOrDefault("master_replid", "");
        if (id.equals(runId) && line.equals(history)) {
            return;
        }
        boolean unknown = runId != null || !NEVER_PROMOTED.equals(facts.getOrDefault("master_replid2", NEVER_PROMOTED));
        // It is the difference of two times in whole seconds, so that it may be a second more than is true.
        long uptime = TimeUnit.SECONDS.toNanos(Long.parseLong(facts.getOrDefault("uptime_in_seconds", "0")) - 1);
        votesFrom = now + (unknown ? quarantine : Math.max(0, quarantine - Math.max(0, uptime)));
        runId = id;
        history = line;
        clockKnown = false;
    }

    private static Map<String, String> facts(String info) {
        Map<String, String> facts = new HashMap<>();
        info.lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0) {
                facts.put(line.substring(0, colon), line.substring(colon + 1));
            }
        });
        return facts;
    }

    /** {@return which process it is, if that is known} */
    @Nullable
    synchronized String runId() {
        return runId;
    }

    /** {@return how long it has no vote yet; not positive if it has one. Without proof it has none} */
    synchronized long untilVote(long now) {
        return runId == null ? quarantine : votesFrom - now;
    }

    /**
     * Takes in what its clock says.
     *
     * @param micros its time
     * @param between the local time at which that was so, as far as can be said
     */
    synchronized void clock(long micros, long between) {
        clockOffset = TimeUnit.MICROSECONDS.toNanos(micros) - between;
        clockKnown = true;
    }

    /** {@return by how much its clock is ahead of the local one, which counts from anywhere; null if that is not known} */
    synchronized @Nullable Long clockOffset() {
        return clockKnown ? clockOffset : null;
    }
}
