package io.holdfast.tck;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
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
import org.jspecify.annotations.Nullable;

/**
 * A program that takes locks when it is told to, in a process of its own, so that tests can stop and kill it.
 *
 * <p>Its argument is the URI of a store. It says {@code ready}, then obeys one line after the other and answers each with
 * a line:
 *
 * <pre>
 * acquire NAME MILLIS      waits for a lock, with a lease      acquired TOKEN
 * state                    looks at the lease                  HELD TOKEN, LOST TOKEN, …
 * release                  gives it back                       RELEASED, LOST, UNCONFIRMED
 * count NAME ROUNDS FILE   counts in a file, a lock each time  counted ROUNDS
 *                          whatever goes wrong                 failed REASON
 * </pre>
 *
 * <p>It ends with its input, and after two minutes in any case.
 */
public final class LockProcess {

    private static final long LIMIT_SECONDS = 120;

    private final Holdfast holdfast;
    private @Nullable Lease lease;

    private LockProcess(Holdfast holdfast) {
        this.holdfast = holdfast;
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
        try (Holdfast holdfast = Holdfast.open(arguments[0]);
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            LockProcess process = new LockProcess(holdfast);
            out.println("ready");
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.println(process.obey(line));
            }
        }
    }

    private String obey(String line) {
        String[] words = line.split(" ", 4);
        try {
            return switch (words[0]) {
                case "acquire" -> acquire(words[1], Duration.ofMillis(Long.parseLong(words[2])));
                case "state" -> held().state() + " " + held().token();
                case "release" -> held().release().toString();
                case "count" -> count(words[1], Integer.parseInt(words[2]), Path.of(words[3]));
                default -> "failed unknown command";
            };
        } catch (Exception e) {
            return "failed " + e.toString().replaceAll("\\s+", " ");
        }
    }

    private String acquire(String name, Duration time) throws InterruptedException {
        Lease acquired =
                holdfast.lock(name).with(LockOptions.defaults().lease(time)).acquire();
        lease = acquired;
        return "acquired " + acquired.token();
    }

    private String count(String name, int rounds, Path file) throws IOException, InterruptedException {
        count(holdfast.lock(name), rounds, file);
        return "counted " + rounds;
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

    private Lease held() {
        if (lease == null) {
            throw new IllegalStateException("Nothing was acquired");
        }
        return lease;
    }
}
