package io.holdfast.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** That nothing outlives the JVM that started it. */
class WatchdogTest {

    @Test
    void serversDieWithTheirJvmHoweverItEnds() throws IOException {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Orphanage.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output = jvm.inputReader();
        List<ProcessHandle> processes = Stream.of(output.readLine().split(" "))
                .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
                .toList();
        Path directory = Path.of(output.readLine());
        String memory = output.readLine();
        assertThat(directory).exists();
        assertThat(PostgresServersTest.allSharedMemory()).contains(memory);

        jvm.destroyForcibly();
        Await.until("the servers have died", () -> processes.stream().noneMatch(ProcessHandle::isAlive));
        Await.until("their directory is gone", () -> Files.notExists(directory));
        assertThat(PostgresServersTest.allSharedMemory()).doesNotContain(memory);
    }

    /** Starts servers, says which, and waits to be killed. */
    static final class Orphanage {

        private Orphanage() {}

        public static void main(String[] arguments) throws InterruptedException, SQLException, IOException {
            RedisServer redis = RedisServer.start(RedisBinary.PACKAGED);
            MariaDbServer mariaDb = MariaDbServer.start();
            EtcdServer etcd = EtcdServer.start();
            ZooKeeperServer zooKeeper = ZooKeeperServer.start();
            PostgresServer postgres = PostgresServer.start();
            PgBouncer bouncer = PgBouncer.before(postgres);
            Connection busy = postgres.connect();
            String backend = Sql.query(busy, "SELECT pg_backend_pid()");
            Sql.begin(busy, PostgresServersTest.BUSY);
            System.out.printf("%d %d %d %d ", redis.pid(), mariaDb.pid(), etcd.pid(), zooKeeper.pid());
            System.out.printf("%d %d %s%n", bouncer.pid(), postgres.pid(), backend);
            System.out.println(Workspace.root());
            System.out.println(PostgresServersTest.sharedMemory(postgres));
            Thread.sleep(Duration.ofMinutes(1).toMillis());
        }
    }
}
