package io.holdfast.cli;

import io.holdfast.cli.console.ExitCode;
import io.holdfast.cli.console.Failure;
import io.holdfast.cli.console.Json;
import io.holdfast.cli.console.NoLogging;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/** The command {@code holdfast}, which all others are commands of. */
@Command(
        name = "holdfast",
        description = "Distributed locks, from the command line.",
        subcommands = {
            RunCommand.class,
            ElectCommand.class,
            ListCommand.class,
            ShowCommand.class,
            WatchCommand.class,
            WaitCommand.class,
            ReleaseCommand.class,
            CompletionCommand.class,
            DemoCommand.class
        },
        mixinStandardHelpOptions = true,
        versionProvider = HoldfastCommand.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        scope = ScopeType.INHERIT)
public final class HoldfastCommand {

    private HoldfastCommand() {}

    /**
     * Runs a command, and ends this process with its exit code.
     *
     * @param arguments the command and its options
     */
    public static void main(String[] arguments) {
        NoLogging.set();
        CommandLine line = new CommandLine(new HoldfastCommand())
                .setParameterExceptionHandler(HoldfastCommand::refuse)
                .setExecutionExceptionHandler(HoldfastCommand::explain)
                .setCaseInsensitiveEnumValuesAllowed(true)
                // An argument that starts with @ is the command's.
                .setExpandAtFiles(false);
        System.exit(line.execute(CommandWords.of(line.getCommandSpec(), arguments)));
    }

    /** Says what is wrong with the arguments, and where the right ones are explained. */
    private static int refuse(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        if (List.of(arguments).contains(OutputOptions.JSON)) {
            err.println(error(ExitCode.USAGE, wrong.getMessage()));
            return ExitCode.USAGE;
        }
        err.println("holdfast: " + wrong.getMessage());
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.USAGE;
    }

    /** Says what went wrong in one line; only what nobody foresaw comes with a stack trace. */
    private static int explain(Exception failure, CommandLine command, ParseResult parsed) {
        int code = ExitCode.of(failure);
        PrintWriter err = command.getErr();
        if (code == ExitCode.SOFTWARE && !(failure instanceof Failure)) {
            failure.printStackTrace(err);
        } else if (parsed.hasSubcommand() && parsed.subcommand().hasMatchedOption(OutputOptions.JSON)) {
            err.println(error(code, failure.getMessage()));
        } else {
            err.println("holdfast: " + failure.getMessage());
        }
        return code;
    }

    private static Json error(int code, @Nullable String message) {
        return new Json().put("error", ExitCode.word(code)).put("exit", code).put("message", message);
    }

    /** The version in the manifest of the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = HoldfastCommand.class.getPackage().getImplementationVersion();
            return new String[] {"holdfast " + Optional.ofNullable(version).orElse("(not from a jar)")};
        }
    }
}
