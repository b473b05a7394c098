package io.holdfast.cli;

import io.holdfast.cli.console.ExitCode;
import io.holdfast.cli.console.Terminal;
import io.holdfast.cli.demo.Demo;
import io.holdfast.cli.demo.Narration;
import io.holdfast.cli.demo.Outcome;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The command {@code holdfast demo}. */
@Command(
        name = "demo",
        description = {
            "Shows what a lock is for, in half a minute: several processes sell the same stock, without a lock, with a naive"
                    + " lock while one of them is stopped, and with Holdfast while one is killed and one is stopped.",
            "",
            "The stock and the locks are in a Redis that is started for this, on a free port of 127.0.0.1, and ended"
                    + " afterwards.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            ExitCode.OK + ":with Holdfast exactly the stock was sold",
            ExitCode.FAILED + ":it was not",
            ExitCode.USAGE + ":the arguments are wrong",
            ExitCode.UNAVAILABLE + ":the store is out of reach"
        })
final class DemoCommand implements Callable<Integer> {

    @Option(
            names = "--store",
            paramLabel = "URI",
            converter = SharedStore.class,
            description = "The store for Holdfast's lock, for example redis://localhost:6379. Of that kind, it has the"
                    + " stock and the naive lock too, and no Redis is started. All names start with holdfast-demo; nothing"
                    + " of it is left after an hour.")
    private @Nullable String store;

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "4",
            converter = WorkerCount.class,
            description = "How many processes sell, 3 to 16 (${DEFAULT-VALUE}).")
    private int workers;

    @Option(
            names = "--stock",
            paramLabel = "N",
            defaultValue = "200",
            converter = StockSize.class,
            description = "How many there are to sell, 20 to 10000 (${DEFAULT-VALUE}).")
    private int stock;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws InterruptedException {
        Terminal terminal = Terminal.standard();
        Outcome outcome = new Demo(new Narration(terminal, output.json()), workers, stock).run(store);
        if (output.json()) {
            terminal.print(outcome.json().toString());
        } else {
            outcome.print(terminal);
        }
        return outcome.isExact() ? ExitCode.OK : ExitCode.FAILED;
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

    /** From 3: one is killed, one is stopped, and one goes on. */
    static final class WorkerCount extends WholeNumber {
        WorkerCount() {
            super(3, 16);
        }
    }

    /** From what is enough for something to happen in between, to what is sold in some minutes. */
    static final class StockSize extends WholeNumber {
        StockSize() {
            super(20, 10_000);
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
