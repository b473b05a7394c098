package io.holdfast.engine;

import io.holdfast.Candidacy;
import io.holdfast.Election;
import io.holdfast.ElectionListener;
import io.holdfast.InvalidLockException;
import io.holdfast.Leader;
import io.holdfast.LockOptions;
import io.holdfast.spi.Capabilities.Feature;
import io.holdfast.spi.Demand;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

/** A handle on an election, which is a lock that whoever leads holds. */
final class QueuedElection implements Election {

    private static final int MAX_BYTES = 1024;

    private final Engine engine;
    private final String name;
    private final LockOptions options;

    QueuedElection(Engine engine, String name, LockOptions options) {
        this.engine = engine;
        this.name = name;
        this.options = options;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Candidacy takePart(String data, ElectionListener listener) {
        Objects.requireNonNull(listener, "listener");
        int bytes = data.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) {
            throw new InvalidLockException(
                    name,
                    "What a candidate of the election '" + name + "' says of itself has " + bytes
                            + " bytes in UTF-8, and " + MAX_BYTES + " are allowed: say where the rest is to be found.",
                    null);
        }
        if (!data.isEmpty()) {
            engine.require(Feature.NOTES, name, "place for what a candidate says of itself");
        }
        Candidate candidate =
                new Candidate(engine, new QueuedLock(engine, name, Demand.MUTEX, options, data), listener);
        candidate.stand();
        return candidate;
    }

    @Override
    public Optional<Leader> leader() {
        return engine.locks()
                .find(name)
                .flatMap(lock -> lock.holders().stream().findFirst())
                .map(holder -> new Leader(holder.client(), holder.note(), holder.token()));
    }

    @Override
    public Election with(LockOptions options) {
        return new QueuedElection(engine, name, engine.checked(name, options));
    }

    @Override
    public String toString() {
        return "Election[" + name + "]";
    }
}
