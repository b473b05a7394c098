package io.holdfast.benchmarks;

import io.holdfast.benchmarks.report.Json;
import io.holdfast.benchmarks.report.Picture;
import io.holdfast.benchmarks.report.Report;
import io.holdfast.benchmarks.report.Setting;
import io.holdfast.benchmarks.workloads.Outcome;
import io.holdfast.benchmarks.workloads.Plan;
import io.holdfast.benchmarks.workloads.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.logging.LogManager;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code ./holdfast bench}: measures Holdfast and its rivals in turns, in one JVM, on servers of its own. */
@Command(
        name = "holdfast bench",
        mixinStandardHelpOptions = true,
        exitCodeOnExecutionException = Bench.SOFTWARE,
        subcommands = Stores.class,
        description = {
            "Measures Holdfast and its rivals in turns, in one JVM, on servers that it starts itself.",
            "Prints a table for each workload and whether the targets were reached, and draws a picture."
        },
        footer = {
            "",
            "Latencies are from the call of lock to its return. Requests are counted by the server, in a turn of"
                    + " their own. A full run takes about 25 minutes.",
            "",
            "HOLDFAST_BENCH_JAVA_OPTS goes to the JVM, for example:",
            "  HOLDFAST_BENCH_JAVA_OPTS=-XX:StartFlightRecording=filename=bench.jfr ./holdfast bench --only one-4x4"
        })
public final class Bench implements Callable<Integer> {

    private static final int USAGE = 64;
    private static final int BROKEN = 1;
    static final int SOFTWARE = 70;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "NAME",
            description = "Only these workloads, or all whose name begins so: one, one-4x4, held.")
    private List<String> only = List.of();

    @Option(names = "--rounds", paramLabel = "N", description = "So many rounds that count, from 1 to 1000.")
    private @Nullable Integer rounds;

    @Option(names = "--quick", description = "About three minutes, for a first impression.")
    private boolean quick;

    @Option(names = "--json", paramLabel = "FILE", description = "Write every figure to this file.")
    private @Nullable Path json;

    @Option(
            names = "--picture",
            paramLabel = "FILE",
            defaultValue = "${sys:holdfast.bench.picture:-benchmark.svg}",
            description = "Draw the picture (SVG) to this file; ${DEFAULT-VALUE} if nothing is said.")
    private Path picture = Path.of("benchmark.svg");

    @Option(names = "--list", description = "List the workloads, and measure nothing.")
    private boolean list;

    private Bench() {}

    /**
     * Runs it, and ends this process.
     *
     * @param arguments the options
     */
    public static void main(String[] arguments) {
        // Netty and Spring find no logger that is of use, and take the JDK's, which writes between the lines here.
        LogManager.getLogManager().reset();
        System.exit(command().execute(arguments));
    }

    /** {@return the command, ready to be executed} */
    static CommandLine command() {
        return new CommandLine(new Bench()).setParameterExceptionHandler((wrong, arguments) -> {
            PrintWriter err = wrong.getCommandLine().getErr();
            err.println("holdfast: " + wrong.getMessage());
            err.println("Try 'holdfast bench --help'.");
            return USAGE;
        });
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        List<Workload> chosen = choose();
        Plan plan = plan();
        checkWritable(spec, "--json", json);
        checkWritable(spec, "--picture", picture);
        if (list) {
            chosen.forEach(workload -> out.printf("%-20s %s%n", workload.name(), workload.title()));
            return 0;
        }
        Season season = new Season(chosen, plan, spec.commandLine().getErr());
        List<Outcome> outcomes = season.run();
        if (outcomes.isEmpty()) {
            throw new IllegalStateException("there is no server for any of these workloads");
        }
        Report report = new Report(outcomes, Setting.here(season.servers(), plan.text()));
        out.print(report.text());
        out.flush();
        write(report);
        return exitCode(outcomes);
    }

    /** {@return whether everybody excluded everybody else} */
    static int exitCode(List<Outcome> outcomes) {
        return outcomes.stream().anyMatch(outcome -> outcome.overlaps() > 0) ? BROKEN : 0;
    }

    private List<Workload> choose() {
        try {
            return Selection.of(only, quick);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage() + ": see --list", e);
        }
    }

    private Plan plan() {
        Plan plan = quick ? Plan.QUICK : Plan.FULL;
        if (rounds == null) {
            return plan;
        }
        if (rounds < 1 || rounds > 1000) {
            throw new ParameterException(spec.commandLine(), "--rounds is from 1 to 1000, not " + rounds);
        }
        return plan.withRounds(rounds);
    }

    /** Better now than after all those minutes. */
    static void checkWritable(CommandSpec spec, String option, @Nullable Path file) {
        if (file == null) {
            return;
        }
        Path directory = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file) || directory == null || !Files.isWritable(directory)) {
            throw new ParameterException(spec.commandLine(), option + ": cannot write " + file);
        }
    }

    private void write(Report report) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        if (json != null) {
            Files.writeString(json, Json.of(report));
            err.println("Every figure: " + json);
        }
        Picture drawn = new Picture(report);
        if (drawn.isEmpty()) {
            err.println("No picture: nothing that belongs into it was measured.");
        } else {
            Files.writeString(picture, drawn.svg());
            err.println("Picture: " + picture);
        }
        err.flush();
    }
}
