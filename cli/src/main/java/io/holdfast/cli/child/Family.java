package io.holdfast.cli.child;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The process of a command, and those that it started. Java cannot give it a process group of its own, so its descendants
 * are looked for whenever there is something to tell them; whoever was seen once is remembered, since one whose parent has
 * ended is nobody's descendant any more.
 */
final class Family {

    private final Process child;
    private final String mark;
    private final Set<ProcessHandle> seen = new LinkedHashSet<>();

    /**
     * A family.
     *
     * @param child the process of the command
     * @param mark an entry of its environment that no other process has, as {@code NAME=value}
     */
    Family(Process child, String mark) {
        this.child = child;
        this.mark = mark;
    }

    String mark() {
        return mark;
    }

    long pid() {
        return child.pid();
    }

    /** Passes a signal on: parents first, so that none goes on to its next step because a child of its has ended. */
    void signal(ForwardedSignal signal) {
        if (signal == ForwardedSignal.INT && isTerminalsForeground()) {
            // Then it came from the keyboard, and the terminal has sent it to all of them itself. Many programs take a
            // second one for impatience.
            look();
            return;
        }
        if (signal == ForwardedSignal.TERM) {
            look().forEach(ProcessHandle::destroy);
        } else {
            send(signal.name(), look());
        }
    }

    /** Tells all of them to end, those too that it has turned loose. */
    void terminate() {
        findOrphans();
        look().forEach(ProcessHandle::destroy);
    }

    /** Ends all of them at once, also those that are started meanwhile. */
    void kill() {
        findOrphans();
        List<ProcessHandle> living = look();

        while (!living.isEmpty()) {
            living.forEach(ProcessHandle::destroyForcibly);
            living.forEach(Family::awaitEnd);
            findOrphans();
            living = look();
        }
    }

    /** Who was turned loose is nobody's descendant, but has the environment that it got. Only Linux shows that. */
    private void findOrphans() {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            all.filter(this::isMarked).forEach(seen::add);
        }
    }

    private boolean isMarked(ProcessHandle process) {
        try {
            byte[] environment = Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), "environ"));
            return ("\0" + new String(environment, ISO_8859_1)).contains("\0" + mark + "\0");
        } catch (IOException notOurs) {
            return false;
        }
    }

    /** {@return whether the command itself runs} */
    boolean isChildAlive() {
        return child.isAlive();
    }

    /** {@return what the command ended with} Java says 128 and the number of the signal, if one ended it. */
    int exitCode() {
        return child.exitValue();
    }

    /** {@return whether the command runs, or one of those who were told something} */
    boolean isAlive() {
        return child.isAlive() || seen.stream().anyMatch(Family::lives);
    }

    private List<ProcessHandle> look() {
        List<ProcessHandle> found = new ArrayList<>();
        found.add(child.toHandle());
        try (Stream<ProcessHandle> descendants = child.toHandle().descendants()) {
            descendants.forEach(found::add);
        }
        for (ProcessHandle known : List.copyOf(seen)) {
            try (Stream<ProcessHandle> descendants = known.descendants()) {
                descendants.forEach(found::add);
            }
        }
        seen.addAll(found);
        return seen.stream().filter(Family::lives).toList();
    }

    /** One that has ended may stay as a zombie for as long as its parent does not ask how it did. */
    private static boolean lives(ProcessHandle process) {
        if (!process.isAlive()) {
            return false;
        }
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            return !stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
        } catch (IOException noSuchPlace) {
            return process.isAlive();
        }
    }

    private static void awaitEnd(ProcessHandle process) {
        try {
            for (int i = 0; i < 100 && lives(process); i++) {
                Thread.sleep(2);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The shell's own kill: the program of that name is not everywhere. */
    private static void send(String signal, List<ProcessHandle> processes) {
        List<String> line = new ArrayList<>(List.of("sh", "-c", "kill -" + signal + " \"$@\"", "sh"));
        processes.forEach(process -> line.add(Long.toString(process.pid())));
        try {
            new ProcessBuilder(line)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new IllegalStateException("cannot pass on SIG" + signal, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** {@return whether what is typed at a terminal goes to the process group that this process is in} */
    private static boolean isTerminalsForeground() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            // Behind the name, which may have blanks: state, parent, group, session, terminal, foreground group.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 7);
            return !fields[4].equals("0") && fields[2].equals(fields[5]);
        } catch (IOException notLinux) {
            return false;
        }
    }
}
