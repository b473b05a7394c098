package io.holdfast.cli;

import io.holdfast.cli.console.ExitCode;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code holdfast completion}. */
@Command(
        name = "completion",
        description = {
            "Prints a script by which a shell completes our commands and options.",
            "",
            "  bash:  echo 'source <(holdfast completion bash)' >>~/.bashrc",
            "  zsh:   echo 'source <(holdfast completion zsh)' >>~/.zshrc",
            ""
        })
final class CompletionCommand implements Callable<Integer> {

    /** A shell. */
    enum Shell {
        /** The usual one. */
        BASH,
        /** The one that takes bash's completions, once told to. */
        ZSH
    }

    @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
    private Shell shell = Shell.BASH;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        CommandLine root = Objects.requireNonNull(spec.parent()).commandLine();
        if (shell == Shell.ZSH) {
            // Before what completes, which checks for them.
            System.out.println("autoload -Uz compinit bashcompinit && compinit -u && bashcompinit");
        }
        System.out.print(AutoComplete.bash("holdfast", root));
        return ExitCode.OK;
    }
}
