package io.holdfast.cli;

import io.holdfast.cli.console.ExitCode;
import io.holdfast.cli.console.Terminal;
import io.holdfast.cli.demo.Demo;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The command {@code holdfast demo}. */
@Command(
        name = "demo",
        description = {
            "Shows what a lock is for: several processes sell the same stock, first without a lock and then with one.",
            "",
            "The lock is in a Redis that is started for this, on a free port of 127.0.0.1, and ended afterwards.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            ExitCode.OK + ":with the lock exactly the stock was sold",
            ExitCode.FAILED + ":it was not",
            ExitCode.USAGE + ":the arguments are wrong",
            ExitCode.UNAVAILABLE + ":the store is out of reach"
        })
final class DemoCommand implements Callable<Integer> {

    @Option(
            names = "--store",
            paramLabel = "URI",
            converter = SharedStore.class,
            description = "The store for the lock, for example redis://localhost:6379, instead of a Redis of the"
                    + " demo's own. The lock's name starts with holdfast-demo; nothing of it is left after an hour.")
    private @Nullable String store;

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "4",
            converter = WorkerCount.class,
            description = "How many processes sell, 2 to 16 (${DEFAULT-VALUE}).")
    private int workers;

    @Option(
            names = "--stock",
            paramLabel = "N",
            defaultValue = "200",
            converter = StockSize.class,
            description = "How many there are to sell, 1 to 10000 (${DEFAULT-VALUE}).")
    private int stock;

    @Override
    public Integer call() throws InterruptedException {
        boolean exact = new Demo(Terminal.standard(), workers, stock).run(store);
        return exact ? ExitCode.OK : ExitCode.FAILED;
    }

    /** A store that all processes see. */
    static final class SharedStore implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            if (value.startsWith("memory:")) {
                throw new TypeConversionException("the in-memory store is inside one process, and the workers are"
                        + " several; name a server, or leave --store away");
            }
            return value;
        }
    }

    /** From 2: one alone oversells nothing. */
    static final class WorkerCount extends WholeNumber {
        WorkerCount() {
            super(2, 16);
        }
    }

    /** At most what is sold in some minutes. */
    static final class StockSize extends WholeNumber {
        StockSize() {
            super(1, 10_000);
        }
    }

    /** A number between bounds. */
    private abstract static class WholeNumber implements ITypeConverter<Integer> {

        private final int least;
        private final int most;

        WholeNumber(int least, int most) {
            this.least = least;
            this.most = most;
        }

        @Override
        public Integer convert(String value) {
            try {
                int number = Integer.parseInt(value);
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // Said below.
            }
            throw new TypeConversionException("'" + value + "' is not a whole number from " + least + " to " + most);
        }
    }
}
