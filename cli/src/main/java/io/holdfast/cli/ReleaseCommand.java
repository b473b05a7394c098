package io.holdfast.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.ClaimInfo;
import io.holdfast.Holdfast;
import io.holdfast.InvalidLockException;
import io.holdfast.Lease;
import io.holdfast.LockInfo;
import io.holdfast.LockKind;
import io.holdfast.cli.console.ExitCode;
import io.holdfast.cli.console.Failure;
import io.holdfast.cli.console.Json;
import io.holdfast.cli.console.Terminal;
import io.holdfast.cli.console.Times;
import io.holdfast.cli.view.LockJson;
import io.holdfast.cli.view.Who;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code holdfast release}. */
@Command(
        name = "release",
        description = {
            "Takes a lock away from whoever holds it.",
            "",
            "The holder is not asked. It hears of it at its next renewal, and until then it may go on: for the time that"
                    + " is left of its lease at most. A resource that checks tokens refuses it from the next token on, which"
                    + " is handed out here if nobody waits for it.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            ExitCode.OK + ":it was taken away",
            ExitCode.FAILED + ":nobody held it, it had changed hands, or the answer was no",
            ExitCode.USAGE + ":the arguments are wrong",
            ExitCode.UNAVAILABLE + ":the store is out of reach"
        })
final class ReleaseCommand implements Callable<Integer> {

    @Option(names = "--force", description = "Has to be given: a lock belongs to its holder.")
    private boolean force;

    @Option(
            names = {"-y", "--yes"},
            description = "Does not ask.")
    private boolean yes;

    @Option(
            names = "--after-lease",
            description = "Keeps the lock closed until the holder has certainly stopped, which is when its lease would"
                    + " have ended, so that nobody acts beside it.")
    private boolean afterLease;

    @Option(
            names = "--owner",
            paramLabel = "ID",
            description = "Takes it away from this owner only, as 'show' tells it: for one of several holders.")
    private @Nullable String owner;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Parameters(paramLabel = "NAME", description = "The lock.")
    private String name = "";

    private final Terminal terminal = Terminal.standard();

    @Override
    public Integer call() throws IOException {
        if (!force) {
            throw new Failure(
                    ExitCode.USAGE,
                    "'" + name + "' belongs to its holder, who releases it; --force takes it away, and asks before",
                    null);
        }

        try (Holdfast holdfast = store.open("holdfast release")) {
            Optional<LockInfo> lock = holdfast.locks().find(name);
            List<ClaimInfo> victims = lock.map(LockInfo::holders).orElse(List.of()).stream()
                    .filter(holder -> owner == null || holder.owner().equals(owner))
                    .toList();
            if (lock.isEmpty() || victims.isEmpty()) {
                throw new Failure(
                        ExitCode.FAILED,
                        "'" + name + "' is not held" + (owner == null ? "" : " by " + owner)
                                + ": there is nothing to take away",
                        null);
            }
            if (!yes && !isSure(lock.get(), victims)) {
                throw new Failure(ExitCode.FAILED, "'" + name + "' stays as it is", null);
            }
            return take(holdfast, lock.get(), victims);
        }
    }

    /** Asks on standard error, so that the answer for programs stays clean. */
    private boolean isSure(LockInfo lock, List<ClaimInfo> victims) throws IOException {
        System.err.println("'" + name + "' will be taken away from");
        for (ClaimInfo victim : victims) {
            System.err.println("  " + Who.name(victim) + ", which has held it for " + Times.text(victim.age())
                    + (victim.token() == 0 ? "" : " with token " + victim.token()));
        }
        Duration longest = longest(victims);
        System.err.println(
                afterLease
                        ? "It stays closed for " + Times.text(longest) + ", until they have stopped."
                        : "It may go on for up to " + Times.text(longest) + " beside the next holder"
                                + (lock.waiters().isEmpty()
                                        ? "."
                                        : ": " + lock.waiters().size() + " wait."));
        System.err.print("Take it away? [y/N] ");
        System.err.flush();
        String answer = new BufferedReader(new InputStreamReader(System.in, UTF_8)).readLine();
        if (answer == null) {
            System.err.println();
            throw new Failure(
                    ExitCode.USAGE, "nobody is there to answer: give --yes to take '" + name + "' away", null);
        }
        return answer.strip().matches("(?i)y|yes");
    }

    private int take(Holdfast holdfast, LockInfo lock, List<ClaimInfo> victims) {
        List<ClaimInfo> robbed = new ArrayList<>();
        for (ClaimInfo victim : victims) {
            Duration keepFor = afterLease ? victim.remaining() : Duration.ZERO;
            if (holdfast.locks().forceRelease(lock, victim, keepFor)) {
                robbed.add(victim);
            }
        }
        OptionalLong fence = robbed.isEmpty() || afterLease ? OptionalLong.empty() : raiseFence(holdfast, lock);
        if (output.json()) {
            Instant now = Instant.now();
            terminal.print(new Json()
                    .put("name", name)
                    .put(
                            "released",
                            robbed.stream()
                                    .map(victim -> LockJson.claim(lock, victim, now))
                                    .toList())
                    .put("fence", fence.isPresent() ? fence.getAsLong() : null)
                    .put("closedForMillis", afterLease ? longest(victims).toMillis() : 0)
                    .toString());
        } else {
            robbed.forEach(victim -> terminal.print("'" + name + "' was taken away from " + Who.name(victim) + "."));
            fence.ifPresent(token -> terminal.print("The fence is at " + token
                    + ": every later token is greater, and whoever checks them refuses those below."));
            if (afterLease && !robbed.isEmpty()) {
                terminal.print(
                        "It opens in " + Times.text(longest(victims)) + ", with a greater token than any before.");
            }
        }
        if (robbed.isEmpty()) {
            throw new Failure(
                    ExitCode.FAILED,
                    "'" + name + "' had changed hands meanwhile, or its holder is none of Holdfast's; look again with"
                            + " 'holdfast show'",
                    null);
        }
        return ExitCode.OK;
    }

    /**
     * Has a token handed out that is greater than the victim's: to who waits, or else to this process, which gives the
     * lock back at once.
     */
    private static OptionalLong raiseFence(Holdfast holdfast, LockInfo lock) {
        if (lock.kind() == LockKind.SEMAPHORE) {
            return OptionalLong.empty();
        }
        try {
            var whole = lock.kind() == LockKind.MUTEX
                    ? holdfast.lock(lock.name())
                    : holdfast.readWriteLock(lock.name()).writeLock();
            Optional<Lease> lease = whole.tryAcquire();
            if (lease.isPresent()) {
                lease.get().release();
                return OptionalLong.of(lease.get().token());
            }
        } catch (InvalidLockException another) {
            // Somebody uses the name as another kind of lock by now, and has its token.
        }
        return holdfast.locks().find(lock.name()).stream()
                .flatMap(found -> found.holders().stream())
                .mapToLong(ClaimInfo::token)
                .filter(token -> token != 0)
                .max();
    }

    private static Duration longest(List<ClaimInfo> victims) {
        return victims.stream()
                .map(ClaimInfo::remaining)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }
}
