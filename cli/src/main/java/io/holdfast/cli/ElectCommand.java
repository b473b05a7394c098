package io.holdfast.cli;

import io.holdfast.Candidacy;
import io.holdfast.ElectionListener;
import io.holdfast.Holdfast;
import io.holdfast.HoldfastException;
import io.holdfast.LockEvent;
import io.holdfast.cli.child.Supervisor;
import io.holdfast.cli.child.Tenure;
import io.holdfast.cli.console.ExitCode;
import io.holdfast.cli.console.Json;
import io.holdfast.cli.console.Voice;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code holdfast elect}. */
@Command(
        name = "elect",
        description = {
            "Takes part in an election, and runs a command for as long as it leads.",
            "",
            "If it loses the leadership the command is stopped, as 'run' does it, and it stands again. When the command"
                    + " ends by itself, it gives the leadership to the next and ends too.",
            ""
        },
        customSynopsis = {"holdfast elect [OPTIONS] NAME [--] COMMAND [ARGUMENT...]"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "*:that of the command; 128+N if signal N ended it",
            ExitCode.USAGE + ":the arguments are wrong",
            ExitCode.UNAVAILABLE + ":the store is out of reach",
            ExitCode.LOST + ":the leadership was lost, and --once was given",
            ExitCode.NOT_EXECUTABLE + ":the command cannot be executed",
            ExitCode.NOT_FOUND + ":there is no such command"
        })
final class ElectCommand implements Callable<Integer> {

    @Option(
            names = "--data",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "What others see of this candidate if it leads, such as its address; at most 1024 bytes.")
    private String data = "";

    @Option(names = "--once", description = "Ends when the leadership is lost, and does not stand again.")
    private boolean once;

    @Mixin
    private final HoldOptions hold = new HoldOptions();

    @Mixin
    private final StoreOption store = new StoreOption();

    @Parameters(index = "0", paramLabel = "NAME", description = "The election; the leader holds the lock of that name.")
    private String name = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "COMMAND",
            description = "The command and its arguments, all of them as they are.")
    private List<String> command = List.of();

    /** Who this is at the store, by the token of the term. */
    private final Map<Long, CompletableFuture<String>> owners = new ConcurrentHashMap<>();

    @Override
    public Integer call() throws Exception {

        Voice voice = hold.voice();
        Supervisor supervisor = new Supervisor(name, hold.rules(), voice);
        try (Holdfast holdfast = store.open(RunCommand.application(command), this::heard)) {
            supervisor.takeSignals();
            Terms terms = new Terms(supervisor);
            try (Candidacy candidacy =
                    holdfast.election(name).with(hold.lockOptions()).takePart(data, terms)) {
                voice.tell("standing", new Json().put("lock", name), "takes part in the election '" + name + "'");
                return lead(candidacy, terms, supervisor, voice);
            } finally {
                terms.leave();
            }
        } catch (InterruptedException e) {
            return supervisor.earlySignal().orElseThrow().exitCode();
        }
    }

    private int lead(Candidacy candidacy, Terms terms, Supervisor supervisor, Voice voice) throws Exception {
        while (true) {
            Term term = terms.next();
            if (term.tenure(candidacy).isLost()) {
                term.work.countDown();
                continue;
            }

            Json details = new Json().put("lock", name).put("token", term.token);
            voice.tell("elected", details, "leads '" + name + "' with token " + term.token);
            String owner = owner(term.token).join();
            Supervisor.Outcome outcome;

            try {
                outcome = supervisor.run(
                        command,
                        Environment.of(name, term.token, owner),
                        Environment.mark(owner),
                        term.tenure(candidacy));
            } finally {
                term.work.countDown();
            }
            if (outcome.stopped().isEmpty()) {
                return outcome.exitCode();
            } else if (once) {
                return ExitCode.LOST;
            }
            // If it was stopped before the term was over, by its time or for want of renewals.
            candidacy.stepDown();
            voice.warn("standing", new Json().put("lock", name), "stands again in the election '" + name + "'");
        }
    }

    /** Who this is at the store is told with the grant, and nowhere else. */
    private void heard(LockEvent event) {
        if (event.kind() == LockEvent.Kind.ACQUIRED) {
            owner(event.token()).complete(event.owner());
        }
    }

    private CompletableFuture<String> owner(long token) {
        return owners.computeIfAbsent(token, unknown -> new CompletableFuture<>());
    }

    /** One time of leading. */
    private static final class Term {

        private final long token;

        /** Open while the command of this term runs. */
        private final CountDownLatch work = new CountDownLatch(1);

        Term(long token) {
            this.token = token;
        }

        Tenure tenure(Candidacy candidacy) {
            return new Tenure() {
                @Override
                public Duration remaining() {
                    return isLost() ? Duration.ZERO : candidacy.remaining();
                }

                @Override
                public boolean isLost() {
                    return candidacy.token().orElse(0) != token;
                }
            };
        }
    }

    /** Hears what comes of the candidacy. */
    private static final class Terms implements ElectionListener {

        private final Supervisor supervisor;
        private final BlockingQueue<Callable<Term>> elected = new LinkedBlockingQueue<>();

        private volatile Optional<Term> current = Optional.empty();

        Terms(Supervisor supervisor) {
            this.supervisor = supervisor;
        }

        Term next() throws Exception {
            return elected.take().call();
        }

        @Override
        public void elected(long token) {
            Term term = new Term(token);
            current = Optional.of(term);
            elected.add(() -> term);
        }

        @Override
        public void ceased() {
            supervisor.wake();
            // Nobody else is elected before this returns, unless the lease was lost: the command is to be gone by then.
            current.ifPresent(term -> {
                try {
                    term.work.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }

        @Override
        public void stopped(HoldfastException reason) {
            elected.add(() -> {
                throw reason;
            });
        }

        /** Nobody works any more. */
        void leave() {
            current.ifPresent(term -> term.work.countDown());
        }
    }
}
