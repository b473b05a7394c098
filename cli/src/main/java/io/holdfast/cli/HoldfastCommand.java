package io.holdfast.cli;

import io.holdfast.cli.console.ExitCode;
import io.holdfast.cli.console.Failure;
import java.io.PrintWriter;
import java.util.Optional;
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
        subcommands = DemoCommand.class,
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
        System.exit(new CommandLine(new HoldfastCommand())
                .setParameterExceptionHandler(HoldfastCommand::refuse)
                .setExecutionExceptionHandler(HoldfastCommand::explain)
                .execute(arguments));
    }

    /** Says what is wrong with the arguments, and where the right ones are explained. */
    private static int refuse(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
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
        } else {
            err.println("holdfast: " + failure.getMessage());
        }
        return code;
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
