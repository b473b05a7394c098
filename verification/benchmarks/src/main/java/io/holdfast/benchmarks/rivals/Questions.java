package io.holdfast.benchmarks.rivals;

import io.holdfast.benchmarks.measure.Meter;
import io.holdfast.servers.MariaDbServer;

/** Counts the statements that a MariaDB gets, by its own status: what procedures do inside the server does not count. */
final class Questions implements Meter.RequestCount {

    private static final String COUNT =
            "SELECT variable_value FROM information_schema.global_status WHERE variable_name = 'QUESTIONS'";

    private final SqlSession session;
    private final long before;

    private Questions(SqlSession session) {
        this.session = session;
        this.before = session.number(COUNT);
    }

    static Questions open(MariaDbServer server) {
        return new Questions(SqlSession.open(server));
    }

    @Override
    public long stop() {
        // The question that asks is one of them.
        return session.number(COUNT) - before - 1;
    }

    @Override
    public void close() {
        session.close();
    }
}
