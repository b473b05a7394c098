package io.holdfast.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.LockKind;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Tokens;
import io.holdfast.spi.queue.Claim;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The row of one lock. Who holds it alone, as a mutex or as a writer, stands in it; a holder who is gone but for whose sake
 * the lock stays closed does so too.
 *
 * @param kind what the name was last used as
 * @param capacity how much there was of it
 * @param nextToken the first token that was never given
 * @param owner the holder's owner id, or nothing
 * @param client its client
 * @param firstToken its first token
 * @param lastToken its last
 * @param since since when it holds; if nobody does, when that changed last
 * @param validUntil until when it may
 * @param keptUntil until when the lock is closed for its sake
 * @param note what it says of itself
 * @param queued whether there are rows of claims
 * @param markedUntil until when there are owner ids that are used up
 */
record LockRow(
        LockKind kind,
        int capacity,
        long nextToken,
        String owner,
        String client,
        long firstToken,
        long lastToken,
        long since,
        long validUntil,
        long keptUntil,
        String note,
        boolean queued,
        long markedUntil) {

    static final String COLUMNS =
            "kind, capacity, next_token, owner, client, first_token, last_token, since, valid_until,"
                    + " kept_until, note, queued, marked_until";

    static LockRow read(ResultSet row, int column) throws SQLException {
        int at = column;
        return new LockRow(
                LockKind.valueOf(row.getString(at++)),
                row.getInt(at++),
                row.getLong(at++),
                row.getString(at++),
                row.getString(at++),
                row.getLong(at++),
                row.getLong(at++),
                row.getLong(at++),
                row.getLong(at++),
                row.getLong(at++),
                new String(row.getBytes(at++), UTF_8),
                row.getInt(at++) != 0,
                row.getLong(at));
    }

    /** {@return the row of a lock that was not there, whose tokens begin at a time} */
    static LockRow fresh(long now) {
        return new LockRow(LockKind.MUTEX, 1, now + 1, "", "", 0, 0, now, 0, 0, "", false, 0);
    }

    /** {@return the row of a queue, of which nobody holds it alone} */
    LockRow without(Demand use, long nextToken, boolean queued, long markedUntil, long now) {
        LockRow same =
                new LockRow(use.kind(), use.capacity(), nextToken, "", "", 0, 0, since, 0, 0, "", queued, markedUntil);
        return same.equals(this)
                ? this
                : new LockRow(use.kind(), use.capacity(), nextToken, "", "", 0, 0, now, 0, 0, "", queued, markedUntil);
    }

    /** {@return the row of a queue, of which somebody holds it alone} */
    static LockRow of(
            Demand use, Claim<Contact> holder, Tokens tokens, long nextToken, boolean queued, long markedUntil) {
        return new LockRow(
                use.kind(),
                use.capacity(),
                nextToken,
                holder.ask().owner(),
                holder.client().client(),
                tokens.first(),
                tokens.last(),
                Micros.ceil(holder.since()),
                Micros.ceil(holder.validUntil()),
                Micros.ceil(holder.keptUntil()),
                holder.ask().note(),
                queued,
                markedUntil);
    }

    Demand use() {
        return kind == LockKind.SEMAPHORE ? Demand.permits(1, capacity) : new Demand(kind, capacity, capacity);
    }

    /** {@return who holds it alone; null if nobody does} */
    @Nullable
    Claim<Contact> holder(String name) {
        if (owner.isEmpty()) {
            return null;
        }
        // What it asked for is not needed any more, but for its name: who renews it says for how long.
        Ask ask = new Ask(name, use(), owner, Duration.ZERO, Duration.ZERO, Duration.ZERO, 1, note);
        return Claim.granted(
                ask,
                new Contact(client, false),
                new Tokens(firstToken, lastToken),
                Micros.toNanos(since),
                Micros.toNanos(validUntil),
                Micros.toNanos(keptUntil));
    }

    Object[] values() {
        return new Object[] {
            kind.name(),
            capacity,
            nextToken,
            owner,
            client,
            firstToken,
            lastToken,
            since,
            validUntil,
            keptUntil,
            note.getBytes(UTF_8),
            queued ? 1 : 0,
            markedUntil
        };
    }
}
