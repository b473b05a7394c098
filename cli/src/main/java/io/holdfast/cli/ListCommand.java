package io.holdfast.cli;

import io.holdfast.Holdfast;
import io.holdfast.LockInfo;
import io.holdfast.Locks;
import io.holdfast.cli.console.ExitCode;
import io.holdfast.cli.console.Json;
import io.holdfast.cli.console.Terminal;
import io.holdfast.cli.view.LockJson;
import io.holdfast.cli.view.LockLines;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code holdfast ls}. */
@Command(
        name = "ls",
        description = "Lists the locks that are held or waited for, with who holds them.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            ExitCode.OK + ":done, also if there is none",
            ExitCode.UNAVAILABLE + ":the store is out of reach"
        })
final class ListCommand implements Callable<Integer> {

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Parameters(arity = "0..1", paramLabel = "PREFIX", description = "Only locks whose names start with this.")
    private String prefix = "";

    @Override
    public Integer call() {
        Terminal terminal = Terminal.standard();
        try (Holdfast holdfast = store.open("holdfast")) {
            List<LockInfo> locks = sorted(holdfast.locks(), prefix);
            Instant now = Instant.now();
            if (output.json()) {
                terminal.print(Json.text(
                        locks.stream().map(lock -> LockJson.of(lock, now)).toList()));
            } else if (locks.isEmpty()) {
                terminal.print(
                        prefix.isEmpty() ? "No lock is held." : "No lock is held that starts with '" + prefix + "'.");
            } else {
                terminal.printTable(LockLines.table(locks, now));
            }
        }
        return ExitCode.OK;
    }

    static List<LockInfo> sorted(Locks locks, String prefix) {
        try (Stream<LockInfo> found = locks.list(prefix)) {
            return found.sorted(Comparator.comparing(LockInfo::name)).toList();
        }
    }
}
