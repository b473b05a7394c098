package io.holdfast.examples;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.Semaphore;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Two printers and six who want to print: at no time more than two do, on however many machines this runs. */
public final class Printers {

    private static final int PRINTERS = 2;

    private Printers() {}

    /**
     * Has six threads print.
     *
     * @param arguments the URI of the store; a PostgreSQL on this machine if nothing is said
     * @throws Exception if it cannot be used
     */
    public static void main(String[] arguments) throws Exception {
        String store = arguments.length == 0
                ? "jdbc:postgresql://localhost/postgres?user=postgres&holdfast.createTables=true"
                : arguments[0];
        try (Holdfast holdfast = Holdfast.open(store)) {
            Semaphore printers = holdfast.semaphore("example-printers", PRINTERS);
            AtomicInteger printing = new AtomicInteger();
            ExecutorService people = Executors.newFixedThreadPool(6);
            for (String who : List.of("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")) {
                people.execute(() -> {
                    try (Lease lease = printers.acquire(1)) {
                        System.out.printf("%-4s prints, as one of %d%n", who, printing.incrementAndGet());
                        Thread.sleep(300);
                        printing.decrementAndGet();
                        lease.ensureValid();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
            }
            people.shutdown();
            if (!people.awaitTermination(1, TimeUnit.MINUTES)) {
                System.out.println("Somebody still waits.");
            }
        }
    }
}
