package io.holdfast.cli.view;

import io.holdfast.ClaimInfo;
import io.holdfast.ClientInfo;
import io.holdfast.LockInfo;
import io.holdfast.LockKind;
import io.holdfast.cli.console.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** A lock, for programs. */
public final class LockJson {

    private LockJson() {}

    /**
     * {@return a lock as JSON}
     *
     * @param lock the lock
     * @param now when it was looked at
     */
    public static Json of(LockInfo lock, Instant now) {
        Json json = new Json()
                .put("name", lock.name())
                .put("kind", kind(lock.kind()))
                .put("free", lock.holders().isEmpty() && lock.waiters().isEmpty());
        if (lock.kind() == LockKind.SEMAPHORE) {
            json.put("permits", lock.capacity());
        }
        return json.put("holders", claims(lock, lock.holders(), now)).put("waiters", claims(lock, lock.waiters(), now));
    }

    /**
     * {@return a lock that nobody holds or waits for, as JSON}
     *
     * @param name its name
     */
    public static Json free(String name) {
        return new Json()
                .put("name", name)
                .put("free", true)
                .put("holders", List.of())
                .put("waiters", List.of());
    }

    /**
     * {@return what a lock is used as, in a word}
     *
     * @param kind the kind
     */
    static String kind(LockKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static List<Json> claims(LockInfo lock, List<ClaimInfo> claims, Instant now) {
        return claims.stream().map(claim -> claim(lock, claim, now)).toList();
    }

    /**
     * {@return one who holds a lock or waits for it, as JSON}
     *
     * @param lock the lock
     * @param claim its place there
     * @param now when it was looked at
     */
    public static Json claim(LockInfo lock, ClaimInfo claim, Instant now) {
        Json json = new Json()
                .put("owner", claim.owner())
                .put("client", claim.client().map(LockJson::client).orElse(null))
                .put("since", now.minus(claim.age()).truncatedTo(ChronoUnit.MILLIS))
                .put("until", now.plus(claim.remaining()).truncatedTo(ChronoUnit.MILLIS))
                .put("ageMillis", claim.age().toMillis())
                .put("remainingMillis", claim.remaining().toMillis());
        if (claim.token() != 0) {
            json.put("token", claim.token());
        }
        if (lock.kind() != LockKind.MUTEX) {
            json.put("part", LockLines.part(lock, claim));
        }
        return claim.note().isEmpty() ? json : json.put("note", claim.note());
    }

    private static Json client(ClientInfo client) {
        return new Json()
                .put("id", client.id())
                .put("application", client.application())
                .put("host", client.host())
                .put("pid", client.pid())
                .put("started", client.started());
    }
}
