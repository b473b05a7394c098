package io.holdfast.benchmarks.rivals;

import io.holdfast.benchmarks.measure.Figures;
import io.holdfast.benchmarks.measure.Meter;
import io.holdfast.benchmarks.measure.Metric;
import io.holdfast.servers.PostgresServer;
import java.util.regex.Pattern;

/**
 * Counts the statements that a PostgreSQL gets, by its own log, and its transactions that write.
 *
 * <p>What functions and triggers do inside the server is not in the log; what fails is, other than in
 * {@code pg_stat_statements}. {@code BEGIN} and {@code COMMIT} count, though the driver sends the former together with the
 * statement that follows.
 *
 * <p>Whoever writes takes a transaction id, and these are given without a gap. {@code pg_stat_database} would lag by
 * seconds, and would add those who only read.
 */
final class StatementLog implements Meter.RequestCount {

    private static final String BEGIN = "SELECT 'holdfast-begin-of-count'";
    private static final String END = "SELECT 'holdfast-end-of-count'";
    private static final String NEXT_ID = "SELECT txid_snapshot_xmax(txid_current_snapshot())";
    private static final int ATTEMPTS = 1_000;

    /** Lines that continue a statement begin with a tab. */
    private static final Pattern STATEMENT =
            Pattern.compile("\\S+ \\S+ \\S+ \\[\\d+] LOG:  (statement|execute [^:]*): .+");

    private final PostgresServer server;
    private final SqlSession session;
    private final long firstId;
    private final int begin;

    private StatementLog(PostgresServer server, SqlSession session) {
        this.server = server;
        this.session = session;
        this.firstId = session.number(NEXT_ID);
        this.begin = begin();
    }

    static StatementLog open(PostgresServer server) {
        return new StatementLog(server, SqlSession.open(server));
    }

    private int begin() {
        int before = server.log().length();
        server.execute("ALTER SYSTEM SET log_statement = 'all'", "SELECT pg_reload_conf()");
        for (int i = 0; i < ATTEMPTS; i++) {
            // Whoever connects after the setting was read has it, and all who were there before have been told.
            server.execute(BEGIN);
            int logged = server.log().lastIndexOf(BEGIN);
            if (logged > before) {
                return logged;
            }
        }
        throw new IllegalStateException(server + " does not log statements");
    }

    @Override
    public long stop() {
        // On a connection that is there already: the statements of a new one would count.
        session.run(END);
        String log = server.log();
        // The lines of the two marks are cut off within, so that they do not match.
        return log.substring(begin, log.lastIndexOf(END))
                .lines()
                .filter(line -> STATEMENT.matcher(line).matches())
                .count();
    }

    @Override
    public Figures forEach(long acquisitions) {
        Figures requests = Meter.RequestCount.super.forEach(acquisitions);
        double writes = session.number(NEXT_ID) - firstId;
        return requests.with(Metric.COMMITS, writes / acquisitions);
    }

    @Override
    public void close() {
        server.execute("ALTER SYSTEM RESET log_statement", "SELECT pg_reload_conf()");
        session.close();
    }
}
