package io.holdfast.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.cli.console.ExitCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A salesman, in a process of its own, that is told what to do on its standard input and answers each line with a line.
 *
 * <pre>
 * connect LOCK URI          gets its lock from a store       done
 * sell ROUND DIRECTORY      sells all that is there          done
 *                           whatever goes wrong              failed EXIT-CODE REASON
 * </pre>
 *
 * <p>It ends with its input, in the middle of a sale if need be: so it does not outlive the process that started it.
 */
final class Worker {

    /** What a customer takes to pay: long enough for another to come in between. */
    private static final int LEAST_MILLIS = 5;

    private static final int MOST_MILLIS = 15;

    /** How long giving back its lock may take when it ends. */
    private static final int FAREWELL_SECONDS = 5;

    private final int number;
    private @Nullable Holdfast holdfast;
    private @Nullable DistributedLock lock;

    private Worker(int number) {
        this.number = number;
    }

    /** Runs it. The argument is its number. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Worker worker = new Worker(Integer.parseInt(arguments[0]));
        PrintStream out = new PrintStream(System.out, true, UTF_8);
        ExecutorService hands = Executors.newSingleThreadExecutor();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String command = line;
                // In another thread, so that this one notices the end of the input meanwhile.
                hands.execute(() -> out.println(worker.obey(command)));
            }
        }
        CompletableFuture.delayedExecutor(FAREWELL_SECONDS, TimeUnit.SECONDS)
                .execute(() -> Runtime.getRuntime().halt(ExitCode.SOFTWARE));
        hands.shutdownNow();
        hands.awaitTermination(FAREWELL_SECONDS, TimeUnit.SECONDS);
        worker.leave();
        System.exit(ExitCode.OK);
    }

    private String obey(String line) {
        String[] words = line.split(" ", 3);
        try {
            switch (words[0]) {
                case "connect" -> connect(words[1], words[2]);
                case "sell" -> sell(Round.valueOf(words[1]), new Shop(Path.of(words[2])));
                default -> throw new IllegalArgumentException("unknown command: " + line);
            }
            return "done";
        } catch (Exception e) {
            String reason = ExitCode.of(e) == ExitCode.SOFTWARE ? e.toString() : String.valueOf(e.getMessage());
            return "failed " + ExitCode.of(e) + " " + reason.replaceAll("\\s+", " ");
        }
    }

    private void connect(String name, String uri) {
        Holdfast client =
                Holdfast.builder().store(uri).application("holdfast demo").build();
        holdfast = client;
        lock = client.lock(name);
    }

    private void sell(Round round, Shop shop) throws Exception {
        boolean more = true;
        while (more) {
            more = switch (round) {
                case WITHOUT_LOCK -> sellOne(shop);
                case WITH_LOCK -> lock().call(lease -> sellOne(shop));
            };
        }
    }

    /** Sells one, if there is one. The reading and the writing belong together, and here nothing sees to that. */
    private boolean sellOne(Shop shop) throws IOException, InterruptedException {
        int left = shop.left();
        if (left == 0) {
            return false;
        }
        Thread.sleep(ThreadLocalRandom.current().nextInt(LEAST_MILLIS, MOST_MILLIS));
        shop.left(left - 1);
        shop.recordSale(number);
        return true;
    }

    private DistributedLock lock() {
        if (lock == null) {
            throw new IllegalStateException("not connected");
        }
        return lock;
    }

    private void leave() {
        if (holdfast != null) {
            holdfast.close();
        }
    }
}
