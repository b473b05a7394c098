package io.holdfast.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL server, alone or following another.
 *
 * <p>It consists of a process for each connection and some more. What is done to the server is done to all of them.
 */
public final class PostgresServer extends SqlServer {

    private static final int MEMORY_LINE = 6;

    private final List<String> settings;
    private final @Nullable PostgresServer primary;

    private PostgresServer(List<String> settings, @Nullable PostgresServer primary) {
        this.settings = settings;
        this.primary = primary;
    }

    /**
     * {@return a server with an empty database, up and running}
     *
     * @param settings as in {@code "max_connections=20"}
     */
    public static PostgresServer start(String... settings) {
        return first(() -> new PostgresServer(List.of(settings), null));
    }

    /**
     * {@return a hot standby with the settings of its primary, to which commits are streamed but do not wait for it}
     *
     * @param primary a running server
     */
    public static PostgresServer replicaOf(PostgresServer primary) {
        return first(() -> new PostgresServer(primary.settings, primary));
    }

    @Override
    void prepare() {
        if (primary == null) {
            PostgresInstallation.newCluster(dataDir());
            Unprivileged.give(dataDir());
            return;
        }
        try {
            Files.createDirectories(dataDir());
            Files.setPosixFilePermissions(dataDir(), PosixFilePermissions.fromString("rwx------"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Unprivileged.give(dataDir());
        Programs.run(Unprivileged.command(List.of(
                PostgresInstallation.program("pg_basebackup"),
                "--write-recovery-conf",
                "--checkpoint=fast",
                "--no-sync",
                "--host=127.0.0.1",
                "--port=" + primary.port(),
                "--username=postgres",
                "-D",
                dataDir().toString())));
    }

    @Override
    List<String> command() {
        List<String> line = new ArrayList<>();
        line.addAll(List.of(
                PostgresInstallation.program("postgres"), "-D", dataDir().toString()));
        List<String> all = new ArrayList<>(List.of(
                "port=" + port(),
                "listen_addresses=127.0.0.1",
                "unix_socket_directories=",
                "max_connections=200",
                // In its directory, and not in /dev/shm, where it would stay after a kill.
                "dynamic_shared_memory_type=mmap",
                // A stop waits for a replica, even for a frozen one; a replica looks for its primary again.
                "wal_sender_timeout=10s",
                "wal_retrieve_retry_interval=100ms"));
        all.addAll(settings);
        all.forEach(setting -> line.addAll(List.of("-c", setting)));
        return Unprivileged.command(line);
    }

    @Override
    boolean answers() {
        return query("SHOW data_directory").equals(dataDir().toString());
    }

    /** SIGINT: at SIGTERM, it would wait until its last client has gone. */
    @Override
    void terminate() {
        signal("INT", List.of(pid()));
    }

    @Override
    public void kill() {
        if (!isRunning()) {
            return;
        }
        // Once it stands still, no child can follow that is not in the list.
        super.pause();
        List<ProcessHandle> children = children();
        children.forEach(ProcessHandle::destroyForcibly);
        super.kill();
        Await.until(this + " has no processes", () -> children.stream().noneMatch(ServerProcess::lives));
        removeSharedMemory();
    }

    /** Removes what would stay in the kernel for ever: its key and id are in a file, unless it was killed before that. */
    private void removeSharedMemory() {
        Path file = dataDir().resolve("postmaster.pid");
        try {
            List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
            if (lines.size() > MEMORY_LINE) {
                String keyAndId = lines.get(MEMORY_LINE);
                Programs.run(List.of("ipcrm", "-m", keyAndId.substring(keyAndId.lastIndexOf(' ') + 1)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void pause() {
        super.pause();
        List<ProcessHandle> children = children();
        signal("STOP", pids(children));
        children.forEach(this::awaitStill);
    }

    @Override
    public void resume() {
        if (!isAnswering()) {
            signal("CONT", pids(children()));
        }
        super.resume();
    }

    private List<ProcessHandle> children() {
        return ProcessHandle.of(pid()).stream().flatMap(ProcessHandle::children).toList();
    }

    private static List<Long> pids(List<ProcessHandle> processes) {
        return processes.stream().map(ProcessHandle::pid).toList();
    }

    /** {@return whether it is a replica, and takes no writes} */
    public boolean isInRecovery() {
        return query("SELECT pg_is_in_recovery()").equals("t");
    }

    /** Makes a replica a server of its own, with what it has received; returns when it takes writes. */
    public void promote() {
        execute("SELECT pg_promote()");
        await("is promoted", () -> !isInRecovery());
    }

    /** Waits until a replica shows all that its primary has committed before. */
    public void awaitCaughtUp() {
        String position = primary().query("SELECT pg_current_wal_flush_lsn()");
        await(
                "has caught up with " + primary(),
                () -> query("SELECT pg_last_wal_replay_lsn() >= '" + position + "'")
                        .equals("t"));
    }

    /**
     * Cuts a replica off from its primary, and keeps it off: what is committed from now on is lost if it is promoted.
     */
    public void detach() {
        // Not by freezing it: what waits in its socket would arrive afterwards.
        execute("ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()");
        await(
                "is detached",
                () -> query("SELECT count(*) FROM pg_stat_wal_receiver").equals("0"));
    }

    /** Lets a replica follow its primary again, and waits until it has caught up. */
    public void attach() {
        execute(
                "ALTER SYSTEM SET primary_conninfo = 'user=postgres host=127.0.0.1 port="
                        + primary().port() + "'",
                "SELECT pg_reload_conf()");
        awaitCaughtUp();
    }

    private PostgresServer primary() {
        if (primary == null) {
            throw new IllegalStateException(this + " was not started as a replica");
        }
        return primary;
    }

    @Override
    public String url() {
        return "jdbc:postgresql://" + address() + "/postgres?user=postgres";
    }

    @Override
    public String toString() {
        return "PostgreSQL " + address();
    }
}
