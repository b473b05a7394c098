package io.holdfast.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.Holdfast;
import io.holdfast.cli.console.ExitCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Salesman} in a process of its own, that is told what to do on its standard input and says on its standard output
 * what it does, an {@link Event} in each line.
 *
 * <pre>
 * connect URI        gets a client of Holdfast's
 * open PLACE URI     gets a connection to the Redis of the shop
 * sell SCENE         sells all that is there
 * pay                the customer pays, for whom it waits since it said INSIDE
 * </pre>
 *
 * <p>It ends with its input, in the middle of a sale if need be: so it does not outlive the process that started it.
 */
final class Worker {

    /** How long giving back its lock may take when it ends. */
    private static final int FAREWELL_SECONDS = 5;

    private final int number;
    private final PrintStream out = new PrintStream(System.out, true, UTF_8);
    private final Semaphore payments = new Semaphore(0);
    private @Nullable Holdfast holdfast;
    private @Nullable Redis redis;
    private Place place = new Place("");

    private Worker(int number) {
        this.number = number;
    }

    /** Runs it. The argument is its number. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Worker worker = new Worker(Integer.parseInt(arguments[0]));
        ExecutorService hands = Executors.newSingleThreadExecutor();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String command = line;
                if (command.equals("pay")) {
                    worker.payments.release();
                } else {
                    // In another thread, so that this one notices payments and the end of the input meanwhile.
                    hands.execute(() -> worker.obey(command));
                }
            }
        }
        CompletableFuture.delayedExecutor(FAREWELL_SECONDS, TimeUnit.SECONDS)
                .execute(() -> Runtime.getRuntime().halt(ExitCode.SOFTWARE));
        hands.shutdownNow();
        hands.awaitTermination(FAREWELL_SECONDS, TimeUnit.SECONDS);
        worker.leave();
        System.exit(ExitCode.OK);
    }

    private void obey(String line) {
        String[] words = line.split(" ", 3);
        try {
            switch (words[0]) {
                case "connect" -> connect(line.substring("connect ".length()));
                case "open" -> open(words[1], words[2]);
                case "sell" -> sell(Scene.valueOf(words[1]));
                default -> throw new IllegalArgumentException("unknown command: " + line);
            }
            say(Event.Kind.DONE);
        } catch (Exception e) {
            String reason = ExitCode.of(e) == ExitCode.SOFTWARE ? e.toString() : String.valueOf(e.getMessage());
            say(Event.Kind.FAILED, ExitCode.of(e), reason.replaceAll("\\s+", " "));
        }
    }

    private void connect(String uri) {
        holdfast = Holdfast.builder().store(uri).application("holdfast demo").build();
    }

    private void open(String name, String uri) throws IOException {
        place = new Place(name);
        redis = new Redis(RedisAddress.of(uri).orElseThrow());
    }

    private void sell(Scene scene) throws IOException, InterruptedException {
        if (holdfast == null || redis == null) {
            throw new IllegalStateException("not connected");
        }
        Salesman salesman = new Salesman(
                number,
                new Shop(redis, place.shop(scene)),
                new NaiveLock(redis, place.naiveLock(), number),
                holdfast.lock(place.lock()),
                payments,
                this::say);
        boolean more = true;
        while (more) {
            more = salesman.sell(scene);
        }
    }

    private void say(Event.Kind kind, Object... details) {
        out.println(kind + Arrays.stream(details).map(detail -> " " + detail).collect(Collectors.joining()));
    }

    private void leave() throws IOException {
        if (holdfast != null) {
            holdfast.close();
        }
        if (redis != null) {
            redis.close();
        }
    }
}
