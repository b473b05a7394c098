package io.holdfast.cli;

import io.holdfast.LockOptions;
import io.holdfast.cli.child.OnLost;
import io.holdfast.cli.child.Rules;
import io.holdfast.cli.console.ExitCode;
import io.holdfast.cli.console.Failure;
import io.holdfast.cli.console.Times;
import io.holdfast.cli.console.Voice;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How a lock is held while a command runs, and what becomes of the command if it is lost. */
final class HoldOptions {

    private static final Duration LEASE = LockOptions.defaults().lease();

    /** A command has to be told and gone in a part of it. */
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            converter = Times.class,
            description =
                    "How long the lock stays taken if this machine dies, and how long the store may be out of reach"
                            + " before the lock is lost (10s). It is renewed all the time, so it need not be as long as the work.")
    private @Nullable Duration lease;

    @Option(
            names = "--max-hold",
            paramLabel = "TIME",
            converter = Times.class,
            description = "Stops a command that has not ended after this time, as if the lock was lost.")
    private @Nullable Duration maxHold;

    @Option(
            names = "--on-lost",
            paramLabel = "WHAT",
            defaultValue = "term",
            description = "When the lock is lost: term (TERM, then KILL; the default), kill (KILL at once), ignore.")
    private OnLost onLost = OnLost.TERM;

    @Option(
            names = "--kill-after",
            paramLabel = "TIME",
            converter = Times.class,
            description =
                    "How long a command has between TERM and KILL (a quarter of the lease, 5s at most). The TERM is"
                            + " sent early enough that this is over before the lease is.")
    private @Nullable Duration killAfter;

    @Option(
            names = {"-v", "--verbose"},
            description = "Says on standard error what happens to the lock.")
    private boolean verbose;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    boolean ignoresLoss() {
        return onLost == OnLost.IGNORE;
    }

    Voice voice() {
        return new Voice(output.json(), verbose);
    }

    LockOptions lockOptions() {
        // Enough that the command is not told to end because the first renewal has not come yet.
        LockOptions options = LockOptions.defaults()
                .lease(lease())
                .minRemaining(lease().dividedBy(3).multipliedBy(2));
        return maxHold == null ? options : options.maxHold(maxHold);
    }

    Rules rules() {
        if (lease().compareTo(SHORTEST) < 0) {
            throw new Failure(
                    ExitCode.USAGE,
                    "a --lease of " + Times.text(lease()) + " is too short: it takes 1s at least",
                    null);
        }
        Rules rules = new Rules(onLost, grace(), Rules.marginFor(lease()), Optional.ofNullable(maxHold));
        Duration needed = rules.grace().plus(rules.margin()).multipliedBy(2);
        if (needed.compareTo(lease()) > 0) {
            throw new Failure(
                    ExitCode.USAGE,
                    "a --kill-after of " + Times.text(rules.grace())
                            + " has to end before the lease does, which is renewed"
                            + " at a third: it needs a --lease of " + Times.text(needed) + " or more",
                    null);
        }
        return rules;
    }

    private Duration grace() {
        return killAfter != null ? killAfter : Rules.graceFor(lease());
    }

    private Duration lease() {
        if (lease != null) {
            return lease;
        }
        Duration needed = killAfter == null ? Duration.ZERO : killAfter.multipliedBy(3);
        return needed.compareTo(LEASE) > 0 ? needed : LEASE;
    }
}
