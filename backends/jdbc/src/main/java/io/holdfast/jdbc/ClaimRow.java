package io.holdfast.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.Tokens;
import io.holdfast.spi.queue.Claim;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The row of one claim that waits, or that holds beside others.
 *
 * @param owner its owner id
 * @param ticket its place: who comes later has a higher one
 * @param units how much it takes
 * @param granted whether it holds
 * @param client its client
 * @param listens whether that hears notifications
 * @param token what it holds with
 * @param since since when it waits or holds
 * @param seen when it was last heard of
 * @param validUntil until when it may hold
 * @param keptUntil until when it keeps others out
 * @param lease for how long it wants to be granted
 * @param grantLease for how long, while nobody asks
 * @param lockDelay how much longer it keeps others out if it is lost
 * @param block how many tokens it wants
 * @param note what it says of itself
 */
record ClaimRow(
        String owner,
        long ticket,
        int units,
        boolean granted,
        String client,
        boolean listens,
        long token,
        long since,
        long seen,
        long validUntil,
        long keptUntil,
        long lease,
        long grantLease,
        long lockDelay,
        int block,
        String note) {

    static final String COLUMNS =
            "owner, ticket, units, granted, client, listens, first_token, since, seen, valid_until,"
                    + " kept_until, lease, grant_lease, lock_delay, block, note";

    /** One who was heard of is not written down each time: silence counts in seconds. */
    private static final long NOT_WORTH_WRITING = Micros.SECOND / 2;

    static ClaimRow read(ResultSet row, int column) throws SQLException {
        int at = column;
        return new ClaimRow(
                row.getString(at++),
                row.getLong(at++),
                row.getInt(at++),
                row.getInt(at++) != 0,
                row.getString(at++),
                row.getInt(at++) != 0,
                row.getLong(at++),
                row.getLong(at++),
                row.getLong(at++),
                row.getLong(at++),
                row.getLong(at++),
                row.getLong(at++),
                row.getLong(at++),
                row.getLong(at++),
                row.getInt(at++),
                new String(row.getBytes(at), UTF_8));
    }

    static ClaimRow of(Claim<Contact> claim, long ticket) {
        Ask ask = claim.ask();
        Tokens tokens = claim.tokens();
        return new ClaimRow(
                ask.owner(),
                ticket,
                ask.demand().units(),
                tokens != null,
                claim.client().client(),
                claim.client().listens(),
                tokens == null ? 0 : tokens.first(),
                Micros.ceil(claim.since()),
                tokens == null ? Micros.ceil(claim.seen()) : 0,
                Micros.ceil(claim.validUntil()),
                Micros.ceil(claim.keptUntil()),
                Micros.ceil(ask.lease()),
                Micros.ceil(ask.grantLease()),
                Micros.ceil(ask.lockDelay()),
                ask.block(),
                ask.note());
    }

    Claim<Contact> claim(String name, Demand use) {
        // Permits that were given before there were fewer may be more than there are now.
        Demand demand = new Demand(use.kind(), Math.max(use.capacity(), units), units);
        Ask ask = new Ask(
                name,
                demand,
                owner,
                Micros.duration(lease),
                Micros.duration(grantLease),
                Micros.duration(lockDelay),
                block,
                note);
        Contact contact = new Contact(client, listens);
        return granted
                ? Claim.granted(
                        ask,
                        contact,
                        new Tokens(token, token),
                        Micros.toNanos(since),
                        Micros.toNanos(validUntil),
                        Micros.toNanos(keptUntil))
                : Claim.waiting(ask, contact, Micros.toNanos(since), Micros.toNanos(seen));
    }

    /** {@return whether this need not be written in the place of what was there before} */
    boolean isLike(ClaimRow before) {
        return equals(before)
                || (seen - before.seen < NOT_WORTH_WRITING
                        && withSeen(before.seen).equals(before));
    }

    private ClaimRow withSeen(long other) {
        return new ClaimRow(
                owner,
                ticket,
                units,
                granted,
                client,
                listens,
                token,
                since,
                other,
                validUntil,
                keptUntil,
                lease,
                grantLease,
                lockDelay,
                block,
                note);
    }

    Object[] values() {
        return new Object[] {
            owner,
            ticket,
            units,
            granted ? 1 : 0,
            client,
            listens ? 1 : 0,
            token,
            since,
            seen,
            validUntil,
            keptUntil,
            lease,
            grantLease,
            lockDelay,
            block,
            note.getBytes(UTF_8)
        };
    }
}
