package io.holdfast.tck;

import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Freed;
import io.holdfast.spi.Held;
import io.holdfast.spi.StoreSession;
import io.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One owner id that asks for one lock: the requests of its client, with what the store answered so far.
 *
 * <p>Unless a test says otherwise its lease is long enough never to matter.
 */
public final class Claim {

    private final Client client;
    private Ask ask;
    private @Nullable Tokens tokens;
    private long sent;
    private long answered;
    private Duration validFor = Duration.ZERO;

    Claim(Client client, String name, Demand demand, String owner) {
        this.client = client;
        this.ask = new Ask(name, demand, owner, Duration.ofSeconds(30), StoreSession.GRANT_LEASE, Duration.ZERO, 1);
    }

    /**
     * Sets the lease, and the lease of a hand-over if that would be longer.
     *
     * @param lease the lease
     * @return this
     */
    public Claim lease(Duration lease) {
        Duration grantLease = ask.grantLease().compareTo(lease) < 0 ? ask.grantLease() : lease;
        return with(lease, grantLease, ask.lockDelay(), ask.block());
    }

    /**
     * Sets the lease of a hand-over.
     *
     * @param grantLease the lease
     * @return this
     */
    public Claim grantLease(Duration grantLease) {
        return with(ask.lease(), grantLease, ask.lockDelay(), ask.block());
    }

    /**
     * Sets the lock delay.
     *
     * @param lockDelay the delay
     * @return this
     */
    public Claim lockDelay(Duration lockDelay) {
        return with(ask.lease(), ask.grantLease(), lockDelay, ask.block());
    }

    /**
     * Sets how many tokens are wanted.
     *
     * @param block how many
     * @return this
     */
    public Claim block(int block) {
        return with(ask.lease(), ask.grantLease(), ask.lockDelay(), block);
    }

    /**
     * Sets what it says of itself.
     *
     * @param note the note
     * @return this
     */
    public Claim note(String note) {
        ask = new Ask(
                ask.name(),
                ask.demand(),
                ask.owner(),
                ask.lease(),
                ask.grantLease(),
                ask.lockDelay(),
                ask.block(),
                note);
        return this;
    }

    private Claim with(Duration lease, Duration grantLease, Duration lockDelay, int block) {
        ask = new Ask(ask.name(), ask.demand(), ask.owner(), lease, grantLease, lockDelay, block, ask.note());
        return this;
    }

    /**
     * {@return the same claim as another session would name it: as a late or stray copy of its requests}
     *
     * @param other the client whose session sends the requests
     */
    public Claim through(Client other) {
        Claim copy = new Claim(other, ask.name(), ask.demand(), ask.owner());
        copy.ask = ask;
        copy.tokens = tokens;
        return copy;
    }

    /**
     * {@return the claim as it asks}
     */
    public Ask ask() {
        return ask;
    }

    /**
     * {@return the owner id}
     */
    public String owner() {
        return ask.owner();
    }

    /**
     * {@return the tokens of the grant; one must have been answered}
     */
    public Tokens tokens() {
        if (tokens == null) {
            throw new AssertionError("It was not granted: " + ask);
        }
        return tokens;
    }

    /**
     * {@return the claim as its owner names it; a grant must have been answered}
     */
    public Held held() {
        return new Held(ask.name(), ask.demand(), ask.owner(), tokens().first(), ask.lease(), ask.lockDelay());
    }

    /**
     * {@return until when the store promised to keep the grant, in {@link System#nanoTime()}}
     */
    public long validUntil() {
        return sent + validFor.toNanos();
    }

    /**
     * {@return when the last answer had come, in {@link System#nanoTime()}}
     */
    public long answered() {
        return answered;
    }

    /**
     * Asks, without joining the queue.
     *
     * @return the answer
     */
    public Answer acquire() {
        sent = System.nanoTime();
        return note(Eventually.answered(client.session().acquire(ask, false)));
    }

    /**
     * Asks for several locks in one step, by the session of the first claim.
     *
     * @param claims the claims
     * @return the answers, in that order
     */
    public static List<Answer> acquireAll(List<Claim> claims) {
        long before = System.nanoTime();
        claims.forEach(claim -> claim.sent = before);
        List<Answer> answers = Eventually.answered(claims.get(0)
                .client
                .session()
                .acquireAll(claims.stream().map(Claim::ask).toList()));
        for (int i = 0; i < answers.size(); i++) {
            claims.get(i).note(answers.get(i));
        }
        return answers;
    }

    /**
     * Asks, and joins the queue if need be.
     *
     * @return the answer
     */
    public Answer join() {
        sent = System.nanoTime();
        return note(Eventually.answered(client.session().acquire(ask, true)));
    }

    /**
     * Looks after its place.
     *
     * @return the answer
     */
    public Answer poll() {
        sent = System.nanoTime();
        return note(Eventually.answered(client.session().poll(ask)));
    }

    /**
     * Asks, and must be granted at once.
     *
     * @return this
     */
    public Claim take() {
        return expect(acquire(), Answer.Granted.class);
    }

    /**
     * Asks, and must have to wait.
     *
     * @return this
     */
    public Claim queue() {
        return expect(join(), Answer.Waiting.class);
    }

    /**
     * Polls until it is granted.
     *
     * @param within how long that may take
     * @return this
     */
    public Claim awaitGrant(Duration within) {
        return Eventually.found(
                "the claim is granted, " + ask, within, () -> isGranted(poll()) ? Optional.of(this) : Optional.empty());
    }

    /**
     * Renews by its own lease.
     *
     * @return how long the store will keep it; empty if it is gone
     */
    public Optional<Duration> renew() {
        return client.renew(List.of(held())).get(0);
    }

    /**
     * Gives it back.
     *
     * @return whether it was still held
     */
    public boolean release() {
        return release(Duration.ZERO, Optional.empty()).held();
    }

    /**
     * Gives it back.
     *
     * @param keepFor for how long the lock is to stay taken
     * @param rejoin the claim that joins with it
     * @return what came of it
     */
    public Freed release(Duration keepFor, Optional<Claim> rejoin) {
        long before = System.nanoTime();
        Freed freed = Eventually.answered(client.session().release(held(), keepFor, rejoin.map(Claim::ask)));
        rejoin.ifPresent(claim -> {
            claim.sent = before;
            freed.rejoined().ifPresent(claim::note);
        });
        return freed;
    }

    /**
     * Has a reader take its place.
     *
     * @param reader the reader's claim
     * @return the answer, which is the reader's
     */
    public Answer downgrade(Claim reader) {
        reader.sent = System.nanoTime();
        return reader.note(Eventually.answered(client.session().downgrade(held(), reader.ask)));
    }

    /**
     * Abandons it.
     *
     * @return whether no late copy of a request can bring it back
     */
    public boolean abandon() {
        return Eventually.answered(client.session().abandon(ask));
    }

    private boolean isGranted(Answer answer) {
        if (answer instanceof Answer.Gone) {
            throw new AssertionError("It lost its place: " + ask);
        }
        return answer instanceof Answer.Granted;
    }

    private Claim expect(Answer answer, Class<? extends Answer> type) {
        if (!type.isInstance(answer)) {
            throw new AssertionError("Expected " + type.getSimpleName() + " but was " + answer + " for " + ask);
        }
        return this;
    }

    private Answer note(Answer answer) {
        answered = System.nanoTime();
        if (answer instanceof Answer.Granted granted) {
            tokens = granted.tokens();
            validFor = granted.validFor();
        }
        return answer;
    }
}
