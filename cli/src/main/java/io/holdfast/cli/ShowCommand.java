package io.holdfast.cli;

import io.holdfast.Holdfast;
import io.holdfast.LockInfo;
import io.holdfast.cli.console.ExitCode;
import io.holdfast.cli.console.Terminal;
import io.holdfast.cli.view.LockJson;
import io.holdfast.cli.view.LockLines;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code holdfast show}. */
@Command(
        name = "show",
        description =
                "Shows who holds a lock, since when, until when, from where and with which token, and who waits in"
                        + " which order.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            ExitCode.OK + ":somebody holds it or waits for it",
            ExitCode.FAILED + ":it is free",
            ExitCode.UNAVAILABLE + ":the store is out of reach"
        })
final class ShowCommand implements Callable<Integer> {

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Parameters(paramLabel = "NAME", description = "The lock.")
    private String name = "";

    @Override
    public Integer call() {
        Terminal terminal = Terminal.standard();
        try (Holdfast holdfast = store.open("holdfast")) {
            Optional<LockInfo> lock = holdfast.locks().find(name);
            Instant now = Instant.now();
            if (output.json()) {
                terminal.print(lock.map(found -> LockJson.of(found, now))
                        .orElseGet(() -> LockJson.free(name))
                        .toString());
            } else if (lock.isEmpty()) {
                terminal.print("'" + name + "' is free.");
            } else {
                List<String> lines = LockLines.details(lock.get(), now);
                terminal.print(terminal.bold(lines.get(0)));
                lines.stream().skip(1).forEach(terminal::print);
            }
            return lock.isEmpty() ? ExitCode.FAILED : ExitCode.OK;
        }
    }
}
