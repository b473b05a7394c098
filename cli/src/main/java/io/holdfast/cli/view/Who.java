package io.holdfast.cli.view;

import io.holdfast.ClaimInfo;
import io.holdfast.ClientInfo;
import io.holdfast.LockInfo;
import io.holdfast.cli.console.Times;
import java.util.stream.Collectors;

/** Who holds a lock or waits for it, in words. */
public final class Who {

    private Who() {}

    /**
     * {@return who that is, in a few words}
     *
     * @param claim its place at the lock
     */
    public static String name(ClaimInfo claim) {
        return claim.client()
                .map(client -> (client.application().isEmpty() ? "" : client.application() + " ") + place(client))
                .orElse("unknown client " + claim.owner());
    }

    private static String place(ClientInfo client) {
        return "(pid " + client.pid() + " on " + client.host() + ")";
    }

    /**
     * {@return a sentence that says why a lock is not to be had}
     *
     * @param lock the lock
     */
    public static String busy(LockInfo lock) {
        String waiters =
                lock.waiters().isEmpty() ? "" : ", and " + lock.waiters().size() + " wait for it";
        if (lock.holders().isEmpty()) {
            return "'" + lock.name() + "' is busy: it is between two holders" + waiters + ".";
        }
        return lock.holders().stream()
                .map(holder -> name(holder) + " has held it for " + Times.text(holder.age()))
                .collect(Collectors.joining(", ", "'" + lock.name() + "' is busy: ", waiters + "."));
    }
}
