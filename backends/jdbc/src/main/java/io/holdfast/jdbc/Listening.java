package io.holdfast.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread that listens to PostgreSQL's notifications for one client, on a connection that has nothing else to do. */
final class Listening implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(Listening.class);

    private static final int LOOK_EVERY_MILLIS = 5_000;
    private static final long SHORTEST_PAUSE_MILLIS = 1_000;
    private static final long LONGEST_PAUSE_MILLIS = 60_000;

    /** Where connections come from. */
    @FunctionalInterface
    interface Source {

        Connection take() throws SQLException;
    }

    private final CountDownLatch ended = new CountDownLatch(1);
    private Source source = () -> {
        throw new SQLException("It was not started");
    };
    private String client = "";
    private Runnable onConnected = () -> {};
    private Consumer<String> onMessage = message -> {};
    private volatile @Nullable Connection connection;
    private volatile boolean connected;
    private volatile boolean heard;

    static String channel(String client) {
        return "holdfast_" + client;
    }

    /**
     * Starts listening.
     *
     * @param connections where the connection comes from, again and again
     * @param id the client
     * @param whenConnected is run when it has begun to listen
     * @param whenTold hears what is told
     */
    void start(Source connections, String id, Runnable whenConnected, Consumer<String> whenTold) {
        this.source = connections;
        this.client = id;
        this.onConnected = whenConnected;
        this.onMessage = whenTold;
        Thread thread = new Thread(this, "holdfast-jdbc-listening-" + id);
        thread.setDaemon(true);
        thread.start();
    }

    boolean isConnected() {
        return connected;
    }

    @Override
    public void run() {
        long pause = SHORTEST_PAUSE_MILLIS;
        do {
            pause = heard ? SHORTEST_PAUSE_MILLIS : Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
            heard = false;
            try (Connection taken = source.take()) {
                connection = taken;
                listen(taken);
            } catch (SQLException | RuntimeException e) {
                // Those who wait ask more often meanwhile.
                log.debug("Not told of releases for a moment: {}", e.toString());
            } finally {
                connected = false;
                connection = null;
            }
        } while (!isOver(pause));
    }

    private void listen(Connection taken) throws SQLException {
        if (!PgDriver.hears(taken)) {
            ended.countDown();
            return;
        }
        if (!taken.getAutoCommit()) {
            taken.setAutoCommit(true);
        }
        try (Statement statement = taken.createStatement()) {
            // The id is letters, digits and hyphens, and made by ourselves; a channel cannot be bound.
            statement.execute("LISTEN \"" + channel(client).replace("\"", "") + "\"");
        }
        connected = true;
        onConnected.run();
        while (!isOver(0)) {
            for (String message : PgDriver.hear(taken, channel(client), LOOK_EVERY_MILLIS)) {
                heard = true;
                onMessage.accept(message);
            }
        }
        try (Statement statement = taken.createStatement()) {
            statement.execute("UNLISTEN *");
        }
    }

    private boolean isOver(long pauseMillis) {
        try {
            return ended.await(pauseMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Ends it at once, also while it waits. */
    void close() {
        ended.countDown();
        reconnect();
    }

    /** Takes another connection, since nothing comes over the one that there is: at once, or later if that did not help. */
    void reconnect() {
        Connection open = connection;
        if (open != null) {
            try {
                open.abort(Runnable::run);
            } catch (SQLException e) {
                log.debug("The connection for notifications could not be ended", e);
            }
        }
    }
}
