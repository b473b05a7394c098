package io.holdfast.faults;

import io.holdfast.history.Checker;
import io.holdfast.history.Event;
import io.holdfast.history.Promises;
import io.holdfast.history.Rule;
import io.holdfast.history.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** One run of a cell: clients work, something breaks and is mended, work goes on; and what was seen is checked. */
final class Round {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** After what was broken is mended: leases of the dead, grants that nobody noticed, connections made anew. */
    private static final Duration RECOVERY = Duration.ofSeconds(6);

    private static final Duration SOON = Duration.ofSeconds(3);
    private static final Duration LATE = Duration.ofSeconds(1);
    private static final Duration OVERTAKING = Duration.ofSeconds(2);
    private static final int SOME = 3;

    private final Cell cell;
    private final long seed;
    private final Stage stage;
    private final String labour;
    private final Chronicle chronicle = new Chronicle();
    private final List<String> complaints = new ArrayList<>();
    private long risks;

    private Round(Cell cell, long seed, Stage stage, String labour) {
        this.cell = cell;
        this.seed = seed;
        this.stage = stage;
        this.labour = labour;
    }

    /**
     * {@return what came of a round of a cell}
     *
     * @param seed of the schedule and of the clients
     * @param stage of that topology
     * @param labour what the clients do: {@code holdfast}, or a control
     */
    static Outcome run(Cell cell, long seed, Stage stage, String labour) {
        return new Round(cell, seed, stage, labour).run();
    }

    private Outcome run() {
        if (cell.cut()) {
            stage.tools().network(); // Says what is missing, before anything else is done.
        }
        stage.settle();
        Scene scene = new Scene(stage, stage.clients(cell.cut()), stage.names(), chronicle);
        try {
            return run(scene);
        } catch (RuntimeException e) {
            // They are in the middle of something, and of no use to the next round.
            scene.clients().forEach(ClientProcess::close);
            throw new IllegalStateException("The harness failed; again: " + cell.replay(seed), e);
        }
    }

    private Outcome run(Scene scene) {
        List<Path> logs = scene.clients().stream().map(scene::log).toList();
        Map<String, Long> before = stage.site().counters();
        Map<String, Long> growth;
        try (GuardedResource resource = new GuardedResource(stage.tools().host(), chronicle)) {
            begin(scene, resource);
            awaitWork(scene, resource, "at first");
            breakThings(scene);
            Until.pass(cell.rhythm().rest());
            awaitWork(scene, resource, "after the fault");
            growth = Evidence.growth(before, stage.site().counters());
            end(scene);
        }
        Evidence evidence = new Evidence(Tally.of(events(logs), RECOVERY), risks, growth);
        if (labour.equals("holdfast")) {
            Pardon pardon = new Pardon(cell.keysStay(), evidence.hasDeaths() || !cell.exclusion());
            stage.site().leftovers(scene, pardon).forEach(leftover -> leftover.tell(chronicle));
        }
        return check(events(logs), cell.felt().test(evidence));
    }

    private void begin(Scene scene, GuardedResource resource) {
        Random random = new Random(seed);
        for (ClientProcess client : scene.clients()) {
            client.tell(String.join(
                    " ",
                    "run",
                    client.name(),
                    scene.log(client).toString(),
                    stage.tools().host(),
                    Integer.toString(resource.port()),
                    Long.toString(random.nextLong()),
                    scene.names().tag(),
                    labour,
                    stage.site().uri()));
        }
        scene.clients().forEach(client -> client.await("running"));
        chronicle.add(Event.Type.CALM, "");
    }

    /** Waits until each client that lives has written some more. */
    private void awaitWork(Scene scene, GuardedResource resource, String when) {
        Map<String, Long> before = new HashMap<>();
        scene.clients().forEach(client -> before.put(client.name(), resource.writes(client.name())));
        for (ClientProcess client : scene.clients()) {
            long enough = before.getOrDefault(client.name(), 0L) + SOME;
            if (client.isWorking() && !Until.holds(PATIENCE, () -> resource.writes(client.name()) >= enough)) {
                complaints.add("Client " + client.name() + " does not come to work " + when);
            }
        }
    }

    private void breakThings(Scene scene) {
        for (Rhythm.Blow blow : cell.rhythm().schedule(seed)) {
            Until.pass(Duration.ofMillis(blow.gap()));
            chronicle.add(Event.Type.BROKEN, cell.name() + " " + blow.aim());
            Runnable mend = cell.fault().strike(scene, blow.aim());
            Until.pass(Duration.ofMillis(blow.length()));
            mend.run();
            chronicle.add(Event.Type.CALM, "");
        }
    }

    private void end(Scene scene) {
        List<ClientProcess> alive =
                scene.clients().stream().filter(ClientProcess::isAlive).toList();
        alive.forEach(client -> client.tell("stop"));
        for (ClientProcess client : alive) {
            risks += Long.parseLong(client.await("stopped"));
        }
    }

    /** {@return all that was seen, in the order of time} */
    private List<Event> events(List<Path> logs) {
        List<Event> events = new ArrayList<>(chronicle.events());
        logs.forEach(log -> events.addAll(EventLog.read(log)));
        events.sort(Comparator.comparingLong(Event::at));
        return events;
    }

    private Outcome check(List<Event> events, boolean felt) {
        boolean queue = stage.topology() != Topology.REDLOCK;
        // Where there is no queue, readers may differ, and nodes that forgot may cost a lease before its deadline.
        Promises strict = new Promises(
                true, queue, queue, SOON, RECOVERY, LATE, queue ? Optional.of(OVERTAKING) : Optional.empty());
        List<Violation> violations = new Checker(cell.exclusion() ? strict : strict.withoutExclusion()).check(events);
        long overlaps = new Checker(strict)
                .check(events).stream()
                        .filter(violation -> violation.rule() == Rule.EXCLUSION)
                        .count();
        boolean good = violations.isEmpty() && complaints.isEmpty();
        return new Outcome(
                cell,
                seed,
                Tally.of(events, RECOVERY),
                felt,
                overlaps,
                violations,
                complaints,
                good ? Path.of("") : keep(events));
    }

    private Path keep(List<Event> events) {
        try {
            Path directory = Files.createDirectories(Path.of("target", "histories"));
            Path file = directory.resolve(cell.id().replaceAll("\\W+", "-") + "-" + seed + ".tsv");
            Files.write(file, events.stream().map(Event::line).toList());
            return file.toAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
