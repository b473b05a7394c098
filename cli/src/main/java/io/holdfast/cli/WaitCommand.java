package io.holdfast.cli;

import io.holdfast.Holdfast;
import io.holdfast.LockInfo;
import io.holdfast.cli.console.ExitCode;
import io.holdfast.cli.console.Failure;
import io.holdfast.cli.console.Terminal;
import io.holdfast.cli.console.Times;
import io.holdfast.cli.view.LockJson;
import io.holdfast.cli.view.Who;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code holdfast wait}. */
@Command(
        name = "wait",
        description = "Waits until nobody holds a lock or waits for it, and does not take it.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            ExitCode.OK + ":it is free, or was a moment ago",
            ExitCode.UNAVAILABLE + ":the store is out of reach",
            ExitCode.BUSY + ":it was still busy after the time of -w"
        })
final class WaitCommand implements Callable<Integer> {

    /** Nobody is told who does not stand in the queue. */
    private static final long LEAST_MILLIS = 20;

    private static final long MOST_MILLIS = 250;

    @Option(
            names = {"-w", "--wait", "--timeout"},
            paramLabel = "TIME",
            converter = Times.class,
            description = "Waits for at most this time: 5 (seconds), 500ms, 2m, 1h30m.")
    private @Nullable Duration wait;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Parameters(paramLabel = "NAME", description = "The lock.")
    private String name = "";

    @Override
    public Integer call() throws InterruptedException {
        long start = System.nanoTime();
        try (Holdfast holdfast = store.open("holdfast")) {
            Optional<LockInfo> lock = holdfast.locks().find(name);
            for (long pause = LEAST_MILLIS; lock.isPresent(); pause = Math.min(2 * pause, MOST_MILLIS)) {
                Duration left = wait == null ? null : wait.minusNanos(System.nanoTime() - start);
                if (left != null && left.isNegative()) {
                    throw new Failure(ExitCode.BUSY, Who.busy(lock.get()), null);
                }
                TimeUnit.MILLISECONDS.sleep(left == null ? pause : Math.min(pause, left.toMillis() + 1));
                lock = holdfast.locks().find(name);
            }
        }
        if (output.json()) {
            Terminal.standard().print(LockJson.free(name).toString());
        }
        return ExitCode.OK;
    }
}
