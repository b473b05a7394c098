package io.holdfast.cli;

import io.holdfast.Holdfast;
import io.holdfast.LockInfo;
import io.holdfast.StoreUnavailableException;
import io.holdfast.cli.console.Json;
import io.holdfast.cli.console.Screen;
import io.holdfast.cli.console.Terminal;
import io.holdfast.cli.console.Times;
import io.holdfast.cli.view.LockJson;
import io.holdfast.cli.view.LockLines;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code holdfast watch}. */
@Command(
        name = "watch",
        description = {
            "Shows the locks that are held or waited for, again and again, until Ctrl-C.",
            "",
            "On a terminal it draws in place. Elsewhere, and with --json, it writes whenever who holds or waits has"
                    + " changed.",
            ""
        })
final class WatchCommand implements Callable<Integer> {

    @Option(
            names = "--every",
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = Times.class,
            description = "How often to look (${DEFAULT-VALUE}).")
    private Duration every = Duration.ofSeconds(1);

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Parameters(arity = "0..1", paramLabel = "PREFIX", description = "Only locks whose names start with this.")
    private String prefix = "";

    private List<String> seen = List.of("nothing yet");

    @Override
    public Integer call() throws InterruptedException {
        Terminal terminal = Terminal.standard();
        boolean draws = terminal.isLive() && !output.json();
        try (Holdfast holdfast = store.open("holdfast");
                Screen screen = new Screen(draws)) {
            while (true) {
                if (draws) {
                    screen.draw(terminal, picture(holdfast));
                } else {
                    printIfChanged(terminal, ListCommand.sorted(holdfast.locks(), prefix));
                }
                TimeUnit.MILLISECONDS.sleep(Math.max(50, every.toMillis()));
            }
        }
    }

    private List<String> picture(Holdfast holdfast) {
        List<String> lines = new ArrayList<>();
        String title = "Locks" + (prefix.isEmpty() ? "" : " that start with '" + prefix + "'") + " at "
                + LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS) + ", Ctrl-C ends";
        try {
            List<LockInfo> locks = ListCommand.sorted(holdfast.locks(), prefix);
            lines.add(title);
            lines.add("");
            lines.addAll(locks.isEmpty() ? List.of("No lock is held.") : LockLines.table(locks, Instant.now()));
        } catch (StoreUnavailableException e) {
            // It may come back, and whoever watches wants to see that.
            lines.add(title);
            lines.add("");
            lines.add("The store does not answer: " + e.getMessage());
        }
        return lines;
    }

    private void printIfChanged(Terminal terminal, List<LockInfo> locks) {
        List<String> now = locks.stream().map(WatchCommand::identity).toList();
        if (now.equals(seen)) {
            return;
        }
        seen = now;
        Instant time = Instant.now();
        if (output.json()) {
            terminal.print(new Json()
                    .put("time", time.truncatedTo(ChronoUnit.MILLIS))
                    .put(
                            "locks",
                            locks.stream().map(lock -> LockJson.of(lock, time)).toList())
                    .toString());
        } else {
            terminal.print(time.truncatedTo(ChronoUnit.SECONDS).toString());
            if (locks.isEmpty()) {
                terminal.print("No lock is held.");
            } else {
                terminal.printTable(LockLines.table(locks, time));
            }
            terminal.print("");
        }
    }

    private static String identity(LockInfo lock) {
        StringBuilder identity = new StringBuilder(lock.name());
        lock.holders().forEach(holder -> identity.append('+').append(holder.owner()));
        lock.waiters().forEach(waiter -> identity.append('-').append(waiter.owner()));
        return identity.toString();
    }
}
