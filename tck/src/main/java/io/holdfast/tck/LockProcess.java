package io.holdfast.tck;

import io.holdfast.Candidacy;
import io.holdfast.DistributedLock;
import io.holdfast.Election;
import io.holdfast.ElectionListener;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.MultiLease;
import io.holdfast.StoreUnavailableException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A program that takes locks when it is told to, in a process of its own, so that tests can stop and kill it.
 *
 * <p>Its argument is the URI of a store. It says {@code ready}, then obeys one line after the other and answers each with
 * a line:
 *
 * <pre>
 * acquire NAME MILLIS           waits for a lock, with a lease       acquired TOKEN
 * read NAME MILLIS              … as a reader                        acquired TOKEN
 * write NAME MILLIS             … as a writer                        acquired TOKEN
 * permits NAME MILLIS COUNT/OF  … for some of so many permits        acquired 0
 * all NAME,NAME MILLIS          … for several locks at once          acquired TOKEN TOKEN
 * state                         looks at the latest lease            HELD TOKEN, LOST TOKEN, …
 * release                       gives it back                        RELEASED, LOST, UNCONFIRMED
 * lock NAME MILLIS              waits as its thread                  locked
 * unlock                        as its thread                        unlocked
 * stand NAME MILLIS DATA        takes part in an election            standing
 * withdraw                      takes part in it no more             withdrawn
 * count NAME ROUNDS FILE        counts in a file under a lock        counted ROUNDS
 *                               whatever goes wrong                  failed REASON
 * </pre>
 *
 * <p>What it hears without having asked it tells at any time, in lines that begin with a star: {@code * lost NAME},
 * {@code * elected TOKEN}, {@code * ceased}.
 *
 * <p>It ends with its input, and after five minutes in any case.
 */
public final class LockProcess {

    /** What a line begins with that answers nothing. */
    static final String NEWS = "* ";

    private static final long LIMIT_SECONDS = 300;

    private final Holdfast holdfast;
    private final PrintStream out;
    private @Nullable Lease lease;
    private @Nullable Lock lock;
    private @Nullable Candidacy candidacy;

    private LockProcess(Holdfast holdfast, PrintStream out) {
        this.holdfast = holdfast;
        this.out = out;
    }

    /**
     * Runs it.
     *
     * @param arguments the URI of the store
     * @throws IOException if its input cannot be read
     */
    public static void main(String[] arguments) throws IOException {
        CompletableFuture.delayedExecutor(LIMIT_SECONDS, TimeUnit.SECONDS)
                .execute(() -> Runtime.getRuntime().halt(1));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (Holdfast holdfast = open(arguments[0]);
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            LockProcess process = new LockProcess(holdfast, out);
            out.println("ready");
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.println(process.obey(line));
            }
        }
    }

    /** Opens it in the end: a machine that is busy with starting processes may be too slow at first. */
    private static Holdfast open(String uri) {
        while (true) {
            try {
                return Holdfast.open(uri);
            } catch (StoreUnavailableException e) {
                System.err.println(e);
            }
        }
    }

    private String obey(String line) {
        String[] words = line.split(" ", 4);
        try {
            return words.length == 1 ? obeyAtOnce(words[0]) : obey(words[0], words[1], words);
        } catch (Exception e) {
            return "failed " + e.toString().replaceAll("\\s+", " ");
        }
    }

    private String obeyAtOnce(String command) {
        return switch (command) {
            case "state" -> there(lease).state() + " " + there(lease).token();
            case "release" -> there(lease).release().toString();
            case "unlock" -> unlock();
            case "withdraw" -> withdraw();
            default -> "failed unknown command";
        };
    }

    private String obey(String command, String name, String[] words) throws IOException, InterruptedException {
        if (command.equals("count")) {
            count(holdfast.lock(name), Integer.parseInt(words[2]), Path.of(words[3]));
            return "counted " + words[2];
        }
        LockOptions options = LockOptions.defaults().lease(Duration.ofMillis(Long.parseLong(words[2])));
        return switch (command) {
            case "acquire" -> acquired(holdfast.lock(name).with(options).acquire());
            case "read" ->
                acquired(holdfast.readWriteLock(name).with(options).readLock().acquire());
            case "write" ->
                acquired(holdfast.readWriteLock(name).with(options).writeLock().acquire());
            case "permits" -> permits(name, options, words[3].split("/", 2));
            case "all" -> all(name.split(",", -1), options);
            case "lock" -> lock(holdfast.lock(name).with(options).asLock());
            case "stand" -> stand(holdfast.election(name).with(options), words[3]);
            default -> "failed unknown command";
        };
    }

    private String acquired(Lease acquired) {
        lease = acquired;
        acquired.onLost(() -> out.println(NEWS + "lost " + acquired.name()));
        return "acquired " + acquired.token();
    }

    private String permits(String name, LockOptions options, String[] countOf) throws InterruptedException {
        return acquired(holdfast.semaphore(name, Integer.parseInt(countOf[1]))
                .with(options)
                .acquire(Integer.parseInt(countOf[0])));
    }

    private String all(String[] names, LockOptions options) throws InterruptedException {
        MultiLease all = holdfast.lockAll(names).with(options).acquire();
        acquired(all);
        return all.tokens().values().stream().map(String::valueOf).collect(Collectors.joining(" ", "acquired ", ""));
    }

    private String lock(Lock wanted) {
        wanted.lock();
        lock = wanted;
        return "locked";
    }

    private String unlock() {
        there(lock).unlock();
        return "unlocked";
    }

    private String stand(Election election, String data) {
        candidacy = election.takePart(data, new ElectionListener() {
            @Override
            public void elected(long token) {
                out.println(NEWS + "elected " + token);
            }

            @Override
            public void ceased() {
                out.println(NEWS + "ceased");
            }
        });
        return "standing";
    }

    private String withdraw() {
        there(candidacy).close();
        return "withdrawn";
    }

    /**
     * Counts in a file, which starts as {@code 0 0}: how often this was done, and with which token last. The file is read
     * and written in two steps, so counts are lost if two do so together, and it refuses a token that did not grow.
     */
    static void count(DistributedLock lock, int rounds, Path file) throws IOException, InterruptedException {
        for (int round = 0; round < rounds; round++) {
            lock.<IOException>run(lease -> {
                String[] before = Files.readString(file).split(" ", 2);
                if (lease.token() <= Long.parseLong(before[1])) {
                    throw new IOException("Token " + lease.token() + " came after " + before[1]);
                }
                Files.writeString(file, (Long.parseLong(before[0]) + 1) + " " + lease.token());
            });
        }
    }

    private static <T> T there(@Nullable T wanted) {
        if (wanted == null) {
            throw new IllegalStateException("There is none");
        }
        return wanted;
    }
}
