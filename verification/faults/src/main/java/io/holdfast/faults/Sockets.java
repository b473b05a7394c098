package io.holdfast.faults;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A connection that a process has.
 *
 * @param localPort where it ends here
 * @param remotePort where it ends there
 */
record Sockets(int localPort, int remotePort) {

    private static final String ESTABLISHED = "01";
    private static final int HEX = 16;

    /** {@return those of a process, wherever on this machine it lives} */
    static List<Sockets> of(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        Set<String> own = inodes(process.resolve("fd"));
        List<Sockets> found = new ArrayList<>();
        for (String table : List.of("tcp", "tcp6")) {
            for (String line : lines(process.resolve("net").resolve(table))) {
                // "sl local:port remote:port state queues timer retransmits uid timeout inode ..."
                String[] words = line.strip().split("\\s+", -1);
                if (words.length > 9 && words[3].equals(ESTABLISHED) && own.contains(words[9])) {
                    found.add(new Sockets(port(words[1]), port(words[2])));
                }
            }
        }
        return found;
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.indexOf(':') + 1), HEX);
    }

    private static Set<String> inodes(Path descriptors) {
        Set<String> inodes = new HashSet<>();
        try (Stream<Path> all = Files.list(descriptors)) {
            for (Path each : all.toList()) {
                String target = target(each);
                if (target.startsWith("socket:[")) {
                    inodes.add(target.substring("socket:[".length(), target.length() - 1));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return inodes;
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closed) {
            return "";
        }
    }

    private static List<String> lines(Path table) {
        try {
            return Files.readAllLines(table, ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
