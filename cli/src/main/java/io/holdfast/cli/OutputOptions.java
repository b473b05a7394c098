package io.holdfast.cli;

import picocli.CommandLine.Option;

/** How a command answers. */
final class OutputOptions {

    static final String JSON = "--json";

    @Option(names = JSON, description = "Answers in JSON, for programs; what goes wrong is JSON on standard error.")
    private boolean json;

    boolean json() {
        return json;
    }
}
