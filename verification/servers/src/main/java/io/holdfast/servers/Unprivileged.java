package io.holdfast.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The user that runs a server which refuses to be run by root; nothing is to be done if we are not root. */
final class Unprivileged {

    private static final String USER = "postgres";

    private Unprivileged() {}

    /** {@return the command that runs another as that user, in the same process} */
    static List<String> command(List<String> command) {
        if (!isRoot()) {
            return command;
        }
        // Not runuser or su, which wait for the program in a process of their own: signals would reach only that.
        // In a directory where everybody may be, because PostgreSQL insists to know where it is.
        List<String> become =
                List.of("env", "-C", "/", "setpriv", "--reuid=" + USER, "--regid=" + USER, "--clear-groups", "--");
        return Stream.concat(become.stream(), command.stream()).toList();
    }

    /** Gives a directory of the workspace to that user, and the right to go there. */
    static void give(Path directory) {
        if (!isRoot()) {
            return;
        }
        try {
            Path above = Workspace.root();
            for (Path name : above.relativize(directory)) {
                Set<PosixFilePermission> permissions = new HashSet<>(Files.getPosixFilePermissions(above));
                permissions.add(PosixFilePermission.OTHERS_EXECUTE);
                Files.setPosixFilePermissions(above, permissions);
                above = above.resolve(name);
            }
            Files.setOwner(
                    directory,
                    FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(USER));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot give " + directory + " to the user " + USER, e);
        }
    }

    private static boolean isRoot() {
        try {
            return Files.getAttribute(Workspace.root(), "unix:uid").equals(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
