package io.holdfast.benchmarks;

import io.holdfast.benchmarks.report.Comparison;
import io.holdfast.benchmarks.report.Json;
import io.holdfast.benchmarks.report.Setting;
import io.holdfast.benchmarks.workloads.Outcome;
import io.holdfast.benchmarks.workloads.Plan;
import io.holdfast.benchmarks.workloads.Workload.Place;
import io.holdfast.benchmarks.workloads.Workloads;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ./holdfast bench stores}: measures Holdfast alone, on one store after the other. */
@Command(
        name = "stores",
        mixinStandardHelpOptions = true,
        exitCodeOnExecutionException = Bench.SOFTWARE,
        description =
                "Measures Holdfast alone on every store that this machine has, one after the other: about 3 minutes.")
final class Stores implements Callable<Integer> {

    /** All but those whose servers must have been up for a minute. */
    private static final Set<Place> PLACES = EnumSet.complementOf(EnumSet.of(Place.REDLOCK));

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--json", paramLabel = "FILE", description = "Write every figure to this file.")
    private @Nullable Path json;

    private Stores() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        Bench.checkWritable(spec, "--json", json);
        PrintWriter err = spec.commandLine().getErr();
        List<Outcome> outcomes = new ArrayList<>();
        Set<String> servers = new LinkedHashSet<>();
        for (Place place : PLACES) {
            // Each for itself, so that no other server is awake beside it.
            Season season = new Season(Workloads.alone(place), Plan.STORES, err);
            outcomes.addAll(season.run());
            servers.addAll(season.servers());
        }
        Comparison comparison = new Comparison(outcomes, Setting.alone(servers, Plan.STORES.text()));
        spec.commandLine().getOut().print(comparison.text());
        spec.commandLine().getOut().flush();
        if (json != null) {
            Files.writeString(json, Json.of(comparison));
            err.println("Every figure: " + json);
            err.flush();
        }
        return Bench.exitCode(outcomes);
    }
}
