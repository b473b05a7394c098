package io.holdfast.benchmarks.rivals;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/** The connections of one client that has to be given some: a HikariCP with one for each thread that wants one. */
final class Pool {

    /** As many as the client with the most threads has. */
    private static final int CONNECTIONS = 16;

    private Pool() {}

    static HikariDataSource open(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(CONNECTIONS);
        // The others are made in the rounds that warm up, and stay: a client of four threads does not hold sixteen.
        config.setMinimumIdle(1);
        return new HikariDataSource(config);
    }
}
