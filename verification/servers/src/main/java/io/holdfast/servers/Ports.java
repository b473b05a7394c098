package io.holdfast.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for servers that come and go, each given to one server of one JVM only.
 *
 * <p>They lie below those that the system gives to outgoing connections, which could otherwise take the port of a
 * server that is down for a moment. Each is reserved, for as long as this JVM lives, by a lock on one byte of a file
 * that all test JVMs of this user share. The port 10,000 higher is free as well: there, Cluster nodes talk to each
 * other.
 */
final class Ports {

    private static final int FIRST = 11_000;
    private static final int COUNT = 10_000;
    /** How much higher the port is on which servers that belong together talk to each other. */
    static final int BUS = 10_000;

    /** Never closed: closing any channel to the file would give up all locks on it. */
    private static final FileChannel RESERVATIONS = open();

    private Ports() {}

    /** {@return a port that nobody listens on, reserved for the caller} */
    static int reserve() {
        for (int attempt = 0; attempt < COUNT; attempt++) {
            int port = FIRST + ThreadLocalRandom.current().nextInt(COUNT);
            if (lock(port) && isFree(port) && isFree(port + BUS)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port from " + FIRST + " to " + (FIRST + COUNT - 1));
    }

    private static boolean lock(int port) {
        try {
            return RESERVATIONS.tryLock(port, 1, false) != null;
        } catch (OverlappingFileLockException ours) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    private static FileChannel open() {
        Path file =
                Path.of(System.getProperty("java.io.tmpdir"), "holdfast-test-ports-" + System.getProperty("user.name"));
        try {
            return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open " + file, e);
        }
    }
}
