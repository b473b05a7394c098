package io.holdfast.faults;

import io.holdfast.servers.RedisServer;
import java.util.HashMap;
import java.util.Map;

/**
 * What shows that a fault was felt.
 *
 * @param tally what clients were told
 * @param risks how often a lease was at risk
 * @param counters by how much numbers in the servers' INFO have grown
 */
record Evidence(Tally tally, long risks, Map<String, Long> counters) {

    /** {@return whether any client noticed} */
    boolean isTold() {
        return tally.losses() + tally.refusals() + tally.unconfirmed() + risks > 0;
    }

    /** {@return whether any lease was lost} */
    boolean hasLosses() {
        return tally.losses() > 0;
    }

    /** {@return whether a client died} */
    boolean hasDeaths() {
        return tally.deaths() > 0;
    }

    /** {@return whether clients have connected again} */
    boolean hasReconnects() {
        return grown("total_connections_received") > 3;
    }

    /** {@return true: of some faults clients need not notice anything, as long as work goes on} */
    boolean isEnough() {
        return tally.grants() > 0;
    }

    /** {@return by how much a number in the servers' INFO has grown} */
    long grown(String counter) {
        return counters.getOrDefault(counter, 0L);
    }

    /** {@return numbers of all servers that run, added up} */
    static Map<String, Long> look(Iterable<RedisServer> servers) {
        Map<String, Long> counters = new HashMap<>();
        for (RedisServer server : servers) {
            if (server.isAnswering()) {
                server.info("stats").forEach((name, value) -> add(counters, name, value));
                server.info("errorstats").forEach((name, value) -> add(counters, name, value.replace("count=", "")));
            }
        }
        return counters;
    }

    private static void add(Map<String, Long> counters, String name, String value) {
        if (value.matches("\\d{1,18}")) {
            counters.merge(name, Long.parseLong(value), Long::sum);
        }
    }

    static Map<String, Long> growth(Map<String, Long> before, Map<String, Long> after) {
        Map<String, Long> growth = new HashMap<>();
        after.forEach((name, value) -> growth.put(name, Math.max(0, value - before.getOrDefault(name, 0L))));
        return growth;
    }
}
