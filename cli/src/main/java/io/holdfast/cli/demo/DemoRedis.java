package io.holdfast.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.cli.console.ExitCode;
import io.holdfast.cli.console.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;

/**
 * A Redis that runs for the demonstration only, out of the jar {@code embedded-redis}.
 *
 * @param port its port on 127.0.0.1
 * @param version what it says its version is
 */
record DemoRedis(int port, String version) {

    private static final String NAME = "redis";
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long PAUSE_MILLIS = 5;
    private static final int ATTEMPTS = 5;

    /** Starts it and waits until it answers; it ends with the workspace. */
    static DemoRedis start(Workspace workspace) throws InterruptedException {
        try {
            Path program = ExecutableProvider.newJarResourceProvider(
                            workspace.directory().toFile())
                    .get()
                    .toPath();
            for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
                Optional<DemoRedis> started = start(workspace, program, freePort());
                // Otherwise somebody else took the port meanwhile.
                if (started.isPresent()) {
                    return started.get();
                }
            }
        } catch (IOException | RuntimeException e) {
            throw failure(e.toString(), e);
        }
        throw failure(workspace.log(NAME), null);
    }

    String uri() {
        // Patient, because several processes start at once, perhaps on a small and busy machine.
        return "redis://" + address() + "?connectTimeout=10s&commandTimeout=5s";
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    private static Optional<DemoRedis> start(Workspace workspace, Path program, int port) throws InterruptedException {
        Process process = workspace.start(
                NAME,
                List.of(
                        program.toString(),
                        "--port",
                        Integer.toString(port),
                        "--bind",
                        "127.0.0.1",
                        "--save",
                        "",
                        "--dir",
                        workspace.directory().toString(),
                        "--logfile",
                        workspace.logFile(NAME).toString()));
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline && !process.waitFor(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
            String info = info(port);
            // Its own process id, because whatever else listens on this port might answer too, until ours gives up.
            if (field(info, "process_id").equals(Long.toString(process.pid()))) {
                return Optional.of(new DemoRedis(port, field(info, "redis_version")));
            }
        }
        process.destroyForcibly();
        return Optional.empty();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String info(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.getOutputStream().write("INFO server\r\nQUIT\r\n".getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        } catch (IOException notYet) {
            return "";
        }
    }

    private static String field(String info, String name) {
        return info.lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1))
                .findFirst()
                .orElse("");
    }

    private static Failure failure(String reason, @Nullable Throwable cause) {
        return new Failure(
                ExitCode.UNAVAILABLE,
                "The Redis that comes with the demo does not run here; name one of yours by --store. The reason: "
                        + reason,
                cause);
    }
}
