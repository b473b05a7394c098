package io.holdfast.tck;

import io.holdfast.ClientInfo;
import io.holdfast.LockInfo;
import io.holdfast.spi.Answer;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Environment;
import io.holdfast.spi.Held;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.StoreSession;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** One client of a store, without an engine: it has a session, and every call waits for the answer. */
public final class Client implements AutoCloseable {

    private final ClientInfo info;
    private final RecordedSignals signals = new RecordedSignals();
    private final StoreSession session;

    /**
     * Connects.
     *
     * @param store the store
     * @param environment the time and the timer that the session may use
     */
    public Client(ClaimStore store, Environment environment) {
        this.info = new ClientInfo(
                UUID.randomUUID().toString(),
                "contract",
                "localhost",
                ProcessHandle.current().pid(),
                Instant.now().truncatedTo(ChronoUnit.MILLIS));
        this.session = store.connect(new SessionContext(info, signals, environment));
        try {
            Eventually.answered(session.ready().thenApply(ready -> true));
        } catch (RuntimeException | Error e) {
            session.close();
            throw e;
        }
    }

    /**
     * {@return who this is}
     */
    public ClientInfo info() {
        return info;
    }

    /**
     * {@return what the store told this client}
     */
    public RecordedSignals signals() {
        return signals;
    }

    /**
     * {@return the session}
     */
    public StoreSession session() {
        return session;
    }

    /**
     * {@return a new claim to a mutex, with a fresh owner id; nothing is asked yet}
     *
     * @param name the lock
     */
    public Claim claim(String name) {
        return claim(name, Demand.MUTEX);
    }

    /**
     * {@return a new claim, with a fresh owner id; nothing is asked yet}
     *
     * @param name the lock
     * @param demand what part of it
     */
    public Claim claim(String name, Demand demand) {
        return new Claim(this, name, demand, UUID.randomUUID().toString());
    }

    /**
     * {@return a mutex, taken as soon as it is to be had without joining the queue: each time under a new owner id}
     *
     * @param name the lock
     * @param within how long that may take
     */
    public Claim snatch(String name, Duration within) {
        return snatch(name, Demand.MUTEX, within);
    }

    /**
     * {@return a claim, granted as soon as it is to be had without joining the queue: each time under a new owner id}
     *
     * @param name the lock
     * @param demand what part of it
     * @param within how long that may take
     */
    public Claim snatch(String name, Demand demand, Duration within) {
        return Eventually.found("the lock '" + name + "' is to be had", within, () -> {
            Claim claim = claim(name, demand);
            return claim.acquire() instanceof Answer.Granted ? Optional.of(claim) : Optional.empty();
        });
    }

    /**
     * {@return a mutex, by waiting for it as the store allows: in the queue if there is one}
     *
     * @param name the lock
     * @param within how long that may take
     */
    public Claim obtain(String name, Duration within) {
        Claim claim = claim(name);
        Answer answer = claim.join();
        if (answer instanceof Answer.Busy) {
            return snatch(name, within);
        }
        return answer instanceof Answer.Granted ? claim : claim.awaitGrant(within);
    }

    /**
     * {@return the answers to a batch of renewals}
     *
     * @param claims the claims
     */
    public List<Optional<Duration>> renew(List<Held> claims) {
        List<CompletionStage<Optional<Duration>>> stages = session.renew(claims);
        return stages.stream().map(Eventually::answered).toList();
    }

    /**
     * Changes the number of a semaphore's permits.
     *
     * @param name the semaphore
     * @param from how many there are
     * @param to how many there are to be
     * @return whether it has that number now
     */
    public boolean resize(String name, int from, int to) {
        return Eventually.answered(session.resize(name, from, to));
    }

    /**
     * {@return what the store knows of a lock}
     *
     * @param name the lock
     */
    public Optional<LockInfo> inspect(String name) {
        return Eventually.answered(session.inspect(name));
    }

    @Override
    public void close() {
        session.close();
    }
}
