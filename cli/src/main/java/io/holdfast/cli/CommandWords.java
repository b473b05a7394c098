package io.holdfast.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Finds where our own arguments end and a command to be run begins, so that nothing of it is taken for ours.
 *
 * <p>Our options stand before the name of the lock or behind it. The command begins behind {@code --}, or else with the
 * first word after the name that is not an option. A name that starts with a dash stands behind a {@code --} of its own.
 */
final class CommandWords {

    private static final String END = "--";

    private CommandWords() {}

    /**
     * {@return the arguments, with a {@code --} where our options end, behind which picocli takes everything as it is}
     *
     * @param command what picocli knows of the command of ours
     * @param arguments its arguments
     */
    static List<String> separated(CommandSpec command, List<String> arguments) {
        List<String> separated = new ArrayList<>();
        boolean named = false;
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            if (word.equals(END)) {
                separated.addAll(arguments.subList(i, arguments.size()));
                if (!named && separated.size() > i + 2 && separated.get(i + 2).equals(END)) {
                    separated.remove(i + 2);
                }
                return separated;
            } else if (word.startsWith("-") && word.length() > 1) {
                separated.add(word);
                if (takesNext(command, word) && i + 1 < arguments.size()) {
                    separated.add(arguments.get(++i));
                }
            } else if (named) {
                separated.add(END);
                separated.addAll(arguments.subList(i, arguments.size()));
                return separated;
            } else {
                named = true;
                separated.add(word);
            }
        }
        return separated;
    }

    /** Whether the value of an option is the next word: {@code -w 5}, {@code --wait 5} and {@code -vw 5}, not {@code -w5}. */
    private static boolean takesNext(CommandSpec command, String word) {
        if (word.startsWith("--")) {
            return takesValue(command.findOption(word));
        }
        for (int i = 1; i < word.length(); i++) {
            if (takesValue(command.findOption("-" + word.charAt(i)))) {
                return i == word.length() - 1;
            }
        }
        return false;
    }

    private static boolean takesValue(@Nullable OptionSpec option) {
        return option != null && option.arity().min() > 0;
    }

    /**
     * {@return the arguments of the whole command line, with those of {@code run} and {@code elect} separated}
     *
     * @param root what picocli knows of {@code holdfast}
     * @param arguments the arguments
     */
    static String[] of(CommandSpec root, String[] arguments) {
        if (arguments.length == 0 || !List.of("run", "elect").contains(arguments[0])) {
            return arguments;
        }
        CommandLine command = Objects.requireNonNull(root.subcommands().get(arguments[0]));
        List<String> all = Arrays.asList(arguments);
        List<String> separated = new ArrayList<>(all.subList(0, 1));
        separated.addAll(separated(command.getCommandSpec(), all.subList(1, all.size())));
        return separated.toArray(String[]::new);
    }
}
