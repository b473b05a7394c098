package io.holdfast.servers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A MariaDB server with a database {@code holdfast}, on InnoDB, which syncs its log at each commit. */
public final class MariaDbServer extends SqlServer {

    private static final String PACKAGE = "mariadb-server";

    /** Small, because it is written in full when a server starts for the first time. */
    private static final String LOG_SIZE = "--innodb-log-file-size=8M";

    private static @Nullable Path template;

    private final List<String> settings;

    private MariaDbServer(List<String> settings) {
        this.settings = settings;
    }

    /**
     * {@return a server with an empty database, up and running}
     *
     * @param settings as in {@code "max_connections=20"}
     */
    public static MariaDbServer start(String... settings) {
        return first(() -> new MariaDbServer(List.of(settings)));
    }

    @Override
    void prepare() {
        Programs.run(List.of("cp", "-a", template().toString(), dataDir().toString()));
        Workspace.writeFirst(initFile(), "CREATE DATABASE IF NOT EXISTS holdfast;\n");
    }

    private static synchronized Path template() {
        if (template == null) {
            Path directory = Workspace.directory("mariadb");
            // Every user of this machine may come as root.
            Programs.run(List.of(
                    program("mariadb-install-db"),
                    "--no-defaults",
                    "--user=" + System.getProperty("user.name"),
                    "--auth-root-authentication-method=normal",
                    "--skip-test-db",
                    LOG_SIZE,
                    // Two at a time would delete each other's files in the one that all have in common.
                    "--tmpdir=" + Workspace.directory("tmp"),
                    "--datadir=" + directory));
            template = directory;
        }
        return template;
    }

    private static String program(String name) {
        return Programs.find(name)
                .orElseThrow(() -> Programs.missing(name, PACKAGE))
                .toString();
    }

    private Path initFile() {
        return dataDir().resolveSibling("init.sql");
    }

    @Override
    List<String> command() {
        List<String> line = new ArrayList<>(List.of(
                program("mariadbd"),
                "--no-defaults",
                "--user=" + System.getProperty("user.name"),
                "--datadir=" + dataDir(),
                "--tmpdir=" + dataDir().getParent(),
                "--init-file=" + initFile(),
                "--bind-address=127.0.0.1",
                "--port=" + port(),
                // In its data directory: a longer name would not fit into the address of a socket everywhere.
                "--socket=socket",
                "--skip-name-resolve",
                "--max-connections=200",
                LOG_SIZE,
                "--innodb-buffer-pool-size=32M"));
        settings.forEach(setting -> line.add("--" + setting));
        return line;
    }

    @Override
    boolean answers() {
        return Path.of(query("SELECT @@datadir")).equals(dataDir());
    }

    @Override
    public String url() {
        return "jdbc:mariadb://" + address() + "/holdfast?user=root";
    }

    @Override
    public String toString() {
        return "MariaDB " + address();
    }
}
