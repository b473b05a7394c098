package io.holdfast.servers;

import java.util.ArrayList;
import java.util.List;

/**
 * A network that servers stand in: this machine's, or one of its own, in which they can be cut off from each other.
 *
 * @param host the address that they have there
 * @param entrance a command that runs another there; empty for this machine
 */
public record Location(String host, List<String> entrance) {

    /** This machine. */
    public static final Location HERE = new Location("127.0.0.1", List.of());

    /**
     * {@return the command that runs another there}
     *
     * @param command the other
     * @param group the id of a group that nobody else is in, by which a firewall there knows what it sends
     */
    List<String> command(List<String> command, int group) {
        if (entrance.isEmpty()) {
            return command;
        }
        List<String> line = new ArrayList<>(entrance);
        line.addAll(List.of("setpriv", "--regid=" + group, "--clear-groups", "--"));
        line.addAll(command);
        return line;
    }
}
