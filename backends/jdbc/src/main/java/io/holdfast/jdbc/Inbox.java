package io.holdfast.jdbc;

import io.holdfast.spi.Environment;
import io.holdfast.spi.SessionContext;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a client is told without asking, where the database can tell: on a connection of its own, once somebody has waited.
 *
 * <p>What it hears are hints. It counts as hearing only while a word that it sent to itself, by the way that others would
 * use, has come back lately: behind a PgBouncer, for one, none ever does, and then those who wait ask often, as they do
 * with other databases.
 */
final class Inbox {

    private static final Duration PROOF_EVERY = Duration.ofSeconds(10);
    private static final Duration PROOF_LASTS = Duration.ofSeconds(13);

    private final Database database;
    private final Requests requests;
    private final SessionContext context;
    private final boolean wanted;
    private volatile @Nullable Listening listening;
    private volatile boolean proven;
    private volatile long provenAt;
    private volatile long askedAt;
    private volatile boolean awaited;
    private volatile boolean closed;

    Inbox(Database database, Requests requests, Settings settings, SessionContext context) {
        this.database = database;
        this.requests = requests;
        this.context = context;
        this.wanted = settings.listen();
        this.askedAt = context.environment().clock().nanos() - PROOF_EVERY.toNanos();
    }

    /** {@return what to write beside a claim of this client's} */
    Contact contact() {
        return new Contact(context.client().id(), hears());
    }

    /** {@return whether this client is told when a claim of its is granted} */
    boolean hears() {
        Listening known = listening;
        return known != null && known.isConnected() && proven && clock().nanos() - provenAt < PROOF_LASTS.toNanos();
    }

    /** Sees to it that this client hears, since somebody waits. */
    void needed() {
        if (!wanted || closed) {
            return;
        }
        Listening known = listening;
        if (known == null) {
            begin();
        } else if (known.isConnected() && clock().nanos() - askedAt >= PROOF_EVERY.toNanos()) {
            if (awaited) {
                // The last word did not come back, though there was time enough.
                known.reconnect();
            } else {
                prove();
            }
        }
    }

    private synchronized void begin() {
        if (listening != null || closed) {
            return;
        }
        Listening made = database.dialect().listening();
        if (made != null) {
            listening = made;
            made.start(database::takeForLong, context.client().id(), this::prove, this::heard);
        }
    }

    /** Says something to itself. */
    private void prove() {
        askedAt = clock().nanos();
        awaited = true;
        requests.run(transaction -> {
            transaction.begin();
            transaction.commit(database.dialect().tell(context.client().id(), ""));
            return true;
        });
    }

    private void heard(String message) {
        provenAt = clock().nanos();
        awaited = false;
        proven = true;
        if (!closed) {
            Message.pass(message, context.signals());
        }
    }

    synchronized void close() {
        closed = true;
        Listening known = listening;
        if (known != null) {
            known.close();
        }
    }

    private Environment.Clock clock() {
        return context.environment().clock();
    }
}
