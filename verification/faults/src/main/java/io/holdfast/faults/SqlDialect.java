package io.holdfast.faults;

import java.time.Duration;

/** How a kind of server tells its administrator what goes on in it. */
enum SqlDialect {
    POSTGRES(
            "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
            "SELECT pg_terminate_backend(%s)",
            "SELECT pid FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'"
                    + " AND state_change < clock_timestamp() - interval '100 ms'"),

    MARIADB(
            "SELECT id FROM information_schema.processlist WHERE user = 'root' AND id <> connection_id()",
            "KILL %s",
            "SELECT id FROM information_schema.processlist JOIN information_schema.innodb_trx"
                    + " ON trx_mysql_thread_id = id WHERE command = 'Sleep' AND time_ms > 100");

    /** Than the words above allow those who go on; MariaDB tells nothing new of transactions for 100 ms, either. */
    private static final Duration LONGER = Duration.ofMillis(120);

    private final String connections;
    private final String cut;
    private final String idle;

    SqlDialect(String connections, String cut, String idle) {
        this.connections = connections;
        this.cut = cut;
        this.idle = idle;
    }

    /** {@return what selects the connections of clients} */
    String connections() {
        return connections;
    }

    /** {@return what cuts one of them} */
    String cut(String connection) {
        return cut.formatted(connection);
    }

    /** {@return whether somebody has begun a transaction and does not go on} */
    boolean hasIdleTransaction(SqlSite site) {
        Until.pass(LONGER);
        return !site.ask(idle).isEmpty();
    }
}
