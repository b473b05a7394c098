package io.holdfast.cli;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockEvent;
import io.holdfast.LockOptions;
import io.holdfast.LockTimeoutException;
import io.holdfast.Release;
import io.holdfast.cli.child.Rules;
import io.holdfast.cli.child.Supervisor;
import io.holdfast.cli.child.Tenure;
import io.holdfast.cli.console.ExitCode;
import io.holdfast.cli.console.Failure;
import io.holdfast.cli.console.Json;
import io.holdfast.cli.console.Times;
import io.holdfast.cli.console.Voice;
import io.holdfast.cli.view.Who;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** The command {@code holdfast run}. */
@Command(
        name = "run",
        description = {
            "Runs a command while it holds a lock.",
            "",
            "It waits for the lock for as long as it takes, unless -n or -w is given. The command gets HOLDFAST_LOCK,"
                    + " HOLDFAST_TOKEN and HOLDFAST_OWNER. INT, TERM and HUP are passed on to it and to its children.",
            ""
        },
        customSynopsis = {"holdfast run [OPTIONS] NAME [--] COMMAND [ARGUMENT...]"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "*:that of the command; 128+N if signal N ended it",
            ExitCode.USAGE + ":the arguments are wrong",
            ExitCode.UNAVAILABLE + ":the store is out of reach",
            ExitCode.BUSY + ":the lock was busy (-n), or still was after the time of -w; -E sets another",
            ExitCode.LOST + ":the lock was lost, or --max-hold was over, and the command was stopped",
            ExitCode.NOT_EXECUTABLE + ":the command cannot be executed",
            ExitCode.NOT_FOUND + ":there is no such command"
        })
final class RunCommand implements Callable<Integer> {

    private static final long LAST_WORD_MILLIS = 500;

    @Option(
            names = {"-n", "--nonblock"},
            description = "Does not wait: if the lock is busy, ends at once.")
    private boolean nonblock;

    @Option(
            names = {"-w", "--wait", "--timeout"},
            paramLabel = "TIME",
            converter = Times.class,
            description = "Waits for at most this time: 5 (seconds), 500ms, 2m, 1h30m.")
    private @Nullable Duration wait;

    @Option(
            names = {"-E", "--conflict-exit-code"},
            paramLabel = "CODE",
            defaultValue = "" + ExitCode.BUSY,
            converter = Code.class,
            description = "What to end with if the lock is busy (${DEFAULT-VALUE}).")
    private int busyCode = ExitCode.BUSY;

    @Option(
            names = {"-s", "--shared"},
            description = "Shares the lock with others who do, as a reader.")
    private boolean shared;

    @Option(
            names = {"-x", "--exclusive"},
            description =
                    "Wants all of the lock, among readers in their queue. Without -s or -x it wants all of it too,"
                            + " and what was free is then a plain mutex.")
    private boolean exclusive;

    @Option(
            names = "--permits",
            paramLabel = "K/N",
            converter = Share.class,
            description = "Takes K of N permits: --permits 1/3 lets three run at a time. All have to name the same N.")
    private @Nullable Permits permits;

    @Option(
            names = "--min-hold",
            paramLabel = "TIME",
            converter = Times.class,
            description =
                    "How long the lock stays taken at least, also when the command ends sooner: so that of several"
                            + " machines whose clocks differ a little only one runs a scheduled job.")
    private @Nullable Duration minHold;

    @Option(
            names = {"-q", "--quiet"},
            description = "Says nothing if the lock is busy.")
    private boolean quiet;

    @Mixin
    private final HoldOptions hold = new HoldOptions();

    @Mixin
    private final StoreOption store = new StoreOption();

    @Parameters(index = "0", paramLabel = "NAME", description = "The lock.")
    private String name = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "COMMAND",
            description = "The command and its arguments, all of them as they are.")
    private List<String> command = List.of();

    private final CompletableFuture<String> owner = new CompletableFuture<>();

    /** Then there is nothing to be gained by taking leave of it. */
    private boolean storeIsAway;

    @Override
    public Integer call() {
        checkOptions();
        Rules rules = hold.rules();
        Voice voice = hold.voice();
        Supervisor supervisor = new Supervisor(name, rules, voice);
        Holdfast holdfast = store.open(application(command), this::heard);
        try {
            supervisor.takeSignals();
            return run(holdfast, supervisor, voice);
        } catch (InterruptedException e) {
            return supervisor.earlySignal().orElseThrow().exitCode();
        } finally {
            if (!storeIsAway) {
                holdfast.close();
            }
        }
    }

    private void checkOptions() {
        if (nonblock && wait != null) {
            throw new Failure(ExitCode.USAGE, "-n does not wait, and -w does: give one of them", null);
        }
        if (Stream.of(shared, exclusive, permits != null).filter(given -> given).count() > 1) {
            throw new Failure(
                    ExitCode.USAGE, "-s, -x and --permits want different parts of a lock: give one of them", null);
        }
    }

    private int run(Holdfast holdfast, Supervisor supervisor, Voice voice) throws InterruptedException {
        Lease lease;
        try {
            lease = acquire(wanted(holdfast), voice);
        } catch (LockTimeoutException e) {
            if (quiet) {
                return busyCode;
            }
            throw new Failure(busyCode, busy(holdfast), e);
        }
        Supervisor.Outcome outcome;
        try {
            lease.onLost(supervisor::wake);
            outcome = supervisor.run(command, environment(lease), Environment.mark(owner.join()), tenure(lease));

        } catch (InterruptedException | RuntimeException e) {
            lease.release();
            throw e;
        }
        if (outcome.stopped().isPresent()) {
            // Mostly because the store is out of reach: nobody has to wait for that.
            storeIsAway = lease.releaseAsync()
                            .completeOnTimeout(Release.UNCONFIRMED, LAST_WORD_MILLIS, TimeUnit.MILLISECONDS)
                            .join()
                    == Release.UNCONFIRMED;

            Json details = new Json().put("lock", name).put("exit", ExitCode.LOST);
            voice.warn("lost", details, "'" + name + "': the command was stopped. Check what it left half done.");
            return ExitCode.LOST;
        }
        return ended(outcome, lease.release(), voice);
    }

    private String busy(Holdfast holdfast) {
        return holdfast.locks().find(name).map(Who::busy).orElse("'" + name + "' was busy, and is free by now.");
    }

    private Lease acquire(Wanted wanted, Voice voice) throws InterruptedException {
        long start = System.nanoTime();
        Duration patience = nonblock ? Duration.ZERO : wait;
        Lease lease;
        try {
            lease = wanted.acquire(voice.isVerbose() ? Duration.ZERO : patience);
        } catch (LockTimeoutException e) {
            if (!voice.isVerbose() || nonblock) {
                throw e;
            }
            voice.tell("waiting", new Json().put("lock", name), busy(wanted.holdfast()) + " Waiting.");
            lease = wanted.acquire(patience);
        }
        Duration waited = Duration.ofNanos(System.nanoTime() - start);
        voice.tell(
                "acquired",
                new Json()
                        .put("lock", name)
                        .put("token", lease.token())
                        .put("owner", owner.join())
                        .put("waitedMillis", waited.toMillis()),
                "has '" + name + "' after " + Times.text(waited) + ", with token " + lease.token());
        return lease;
    }

    private Wanted wanted(Holdfast holdfast) {
        LockOptions options = hold.lockOptions();
        if (minHold != null) {
            options = options.minHold(minHold);
        }
        if (permits != null) {
            return new Wanted(holdfast, name, options, Wanted.Part.PERMITS, permits.count(), permits.of());
        }
        Wanted.Part part = shared ? Wanted.Part.SHARED : exclusive ? Wanted.Part.EXCLUSIVE : Wanted.Part.WHOLE;
        return new Wanted(holdfast, name, options, part, 0, 0);
    }

    private int ended(Supervisor.Outcome outcome, Release release, Voice voice) {
        Json details = new Json().put("lock", name).put("exit", outcome.exitCode());

        switch (release) {
            case RELEASED -> voice.tell("released", details, "'" + name + "' is released");
            case UNCONFIRMED -> {
                storeIsAway = true;
                voice.warn(
                        "unconfirmed",
                        details,
                        "the command has ended, but the store did not confirm that '" + name
                                + "' is released: it ends with its lease");
            }

            case LOST -> {
                voice.warn(
                        "lost",
                        details,
                        "'" + name + "' had been lost before the command ended: it may not have been alone");
                return hold.ignoresLoss() ? outcome.exitCode() : ExitCode.LOST;
            }
        }
        return outcome.exitCode();
    }

    private Map<String, String> environment(Lease lease) {
        return Environment.of(lease.name(), lease.token(), owner.join());
    }

    /** Who this is at the store is told with the grant, and nowhere else. */
    private void heard(LockEvent event) {
        if (event.kind() == LockEvent.Kind.ACQUIRED) {
            owner.complete(event.owner());
        }
    }

    private static Tenure tenure(Lease lease) {
        return new Tenure() {
            @Override
            public Duration remaining() {
                return lease.remaining();
            }

            @Override
            public boolean isLost() {
                return lease.state() == Lease.State.LOST;
            }
        };
    }

    /** {@return what others see of who holds a lock} Not the arguments, which may be secret. */
    static String application(List<String> command) {
        Path program = Path.of(command.get(0)).getFileName();
        return Optional.ofNullable(program).map(Path::toString).orElse(command.get(0));
    }

    /**
     * Some of the permits that there are.
     *
     * @param count how many
     * @param of of how many
     */
    record Permits(int count, int of) {}

    /** Some permits of all, such as 1/3. */
    static final class Share implements ITypeConverter<Permits> {
        @Override
        public Permits convert(String value) {
            if (!value.matches("[1-9][0-9]{0,8}/[1-9][0-9]{0,8}")) {
                throw new TypeConversionException(
                        "'" + value + "' is not of the form K/N, such as 1/3 for one of three");
            }
            int slash = value.indexOf('/');
            return new Permits(
                    Integer.parseInt(value.substring(0, slash)), Integer.parseInt(value.substring(slash + 1)));
        }
    }

    /** An exit code. */
    static final class Code implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String value) {
            if (!value.matches("[0-9]{1,3}") || Integer.parseInt(value) > 255) {
                throw new TypeConversionException("'" + value + "' is not an exit code from 0 to 255");
            }
            return Integer.parseInt(value);
        }
    }
}
