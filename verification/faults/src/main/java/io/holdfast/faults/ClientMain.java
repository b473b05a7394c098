package io.holdfast.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.HoldfastException;
import io.holdfast.StoreUnavailableException;
import io.holdfast.history.Event;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A program that works on locks when it is told to, in a process of its own, so that it can be stopped and killed.
 *
 * <p>It obeys one line after the other, and ends with its input:
 *
 * <pre>
 * run CLIENT FILE HOST PORT SEED TAG KIND URI    works, and writes what it sees to the file          running
 * stop                                           ends what it does, closes, and looks what is left    stopped RISKS
 *                                                whatever goes wrong                                  failed REASON
 * </pre>
 */
public final class ClientMain {

    private static final long OPENS_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final int WARM_UPS = 10;
    private static final long THREADS_END_NANOS = TimeUnit.SECONDS.toNanos(5);

    private @Nullable Shift shift;
    private boolean warm;

    private ClientMain() {}

    /** Everything that runs between {@code run} and {@code stop}. */
    private record Shift(
            String client, EventLog log, Labour labour, List<Worker> workers, List<Thread> threads, Thread hiccups) {}

    /**
     * Runs it.
     *
     * @param arguments none
     * @throws IOException if its input cannot be read
     */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, true, UTF_8);
        ClientMain main = new ClientMain();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
            out.println("ready");
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.println(main.obey(line.split(" ", -1)));
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private String obey(String[] words) {
        try {
            return words[0].equals("run") ? run(words) : stop();
        } catch (Exception e) {
            return "failed " + e.toString().replaceAll("\\s+", " ");
        }
    }

    private String run(String[] words) throws Exception {
        String client = words[1];
        if (!warm) {
            warmUp(words[7], words[8], new Names(words[6] + "-warm-" + client));
            warm = true;
        }
        EventLog log = new EventLog(client, Path.of(words[2]));
        Labour labour = open(words[7], words[8], new Names(words[6]));
        Random random = new Random(Long.parseLong(words[5]));
        AtomicLong ids = new AtomicLong();
        Thread hiccups = Daemons.start("hiccups", new Hiccups(log));
        List<Worker> workers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (List<Wish> wishes : labour.threads()) {
            ResourceClient resource = new ResourceClient(words[3], Integer.parseInt(words[4]));
            Worker worker = new Worker(client, wishes, log, resource, ids, random.nextLong());
            workers.add(worker);
            threads.add(Daemons.start("worker", worker));
        }
        shift = new Shift(client, log, labour, workers, threads, hiccups);
        return "running";
    }

    /** Does each thing some times before anybody looks: a process that has just started is slow, and a busy machine slower. */
    private static void warmUp(String kind, String uri, Names names) throws Exception {
        try (Labour labour = open(kind, uri, names)) {
            for (int i = 0; i < WARM_UPS; i++) {
                for (List<Wish> wishes : labour.threads()) {
                    for (Wish wish : wishes) {
                        wish.asking().ask(Duration.ZERO).ifPresent(Grip::release);
                    }
                }
            }
        } catch (HoldfastException e) {
            // Too slow for the store's patience: it is warmer than before.
        }
    }

    /** Opens it in the end: a machine that is busy with starting processes may be too slow at first. */
    private static Labour open(String kind, String uri, Names names) {
        // Not for ever: whoever asked for it may have gone, and the servers with it.
        long deadline = System.nanoTime() + OPENS_NANOS;
        while (true) {
            try {
                return switch (kind) {
                    case "holdfast" -> new HoldfastLabour(uri, names);
                    default -> NaiveLabour.of(kind, uri, names);
                };
            } catch (StoreUnavailableException e) {
                if (System.nanoTime() > deadline) {
                    throw e;
                }
            }
        }
    }

    private String stop() throws InterruptedException, IOException {
        Shift ending = shift;
        if (ending == null) {
            return "failed nothing to stop";
        }
        shift = null;
        ending.workers().forEach(Worker::stop);
        ending.threads().forEach(Thread::interrupt);
        for (Thread thread : ending.threads()) {
            thread.join(THREADS_END_NANOS / 1_000_000);
            if (thread.isAlive()) {
                left(ending, "a worker that does not end: " + List.of(thread.getStackTrace()));
            }
        }
        long risks = ending.labour().risks();
        ending.labour().close();
        awaitThreads(ending);
        ending.hiccups().interrupt();
        ending.hiccups().join();
        ending.log().close();
        return "stopped " + risks;
    }

    /** Threads end a moment after what they served. */
    private static void awaitThreads(Shift ending) throws InterruptedException {
        long deadline = System.nanoTime() + THREADS_END_NANOS;
        List<Thread> rest = threads();
        while (!rest.isEmpty() && System.nanoTime() < deadline) {
            rest.get(0).join(10);
            rest = threads();
        }
        if (!rest.isEmpty()) {
            left(ending, "threads " + rest.stream().map(Thread::getName).collect(Collectors.joining(", ")));
        }
    }

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(
                        thread -> thread.getName()
                                .matches(
                                        "(holdfast|lettuce|Hikari|MariaDb|PostgreSQL|Curator|vert\\.x|.*-(Send|Event)Thread).*"))
                .toList();
    }

    private static void left(Shift ending, String what) {
        ending.log().now(Event.Type.LEFT, "", "", what);
    }
}
