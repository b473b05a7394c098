package io.holdfast.redis;

import io.lettuce.core.RedisCommandExecutionException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a node's refusal says about where a request should go instead. One that was refused in such a way was certainly
 * not executed.
 *
 * @param kind how it was refused
 * @param to which node to ask, if that was said
 */
record Redirect(Kind kind, @Nullable NodeAddress to) {

    /** How a request was refused. */
    enum Kind {
        /** Another node has the slot. */
        MOVED,
        /** The slot is moving, and another node has the keys, or may make them. */
        ASK,
        /** The slot is moving, and some of the keys are on either side. */
        TRY_AGAIN,
        /** The node cannot be reached, or serves nothing now. */
        NOBODY
    }

    private static final NodeAddress NOBODY_ASKED = new NodeAddress("", 0);

    /** {@return what is to be done about a failure; empty if there is nothing} */
    static Optional<Redirect> of(Throwable failure, NodeAddress asked) {
        for (Throwable next = failure; next != null; next = next.getCause()) {
            if (next instanceof NotSent) {
                return Optional.of(new Redirect(Kind.NOBODY, null));
            }
            if (next instanceof RedisCommandExecutionException refusal && refusal.getMessage() != null) {
                return of(refusal.getMessage(), asked);
            }
        }
        return Optional.empty();
    }

    /** {@return whether a failure means that the request was refused, and so not executed} */
    static boolean isIn(Throwable failure) {
        return of(failure, NOBODY_ASKED).isPresent();
    }

    private static Optional<Redirect> of(String refusal, NodeAddress asked) {
        String[] words = refusal.split(" ", 4);
        Redirect redirect = switch (words[0]) {
            case "MOVED" -> new Redirect(Kind.MOVED, NodeAddress.parse(words[2], asked));
            case "ASK" -> new Redirect(Kind.ASK, NodeAddress.parse(words[2], asked));
            case "TRYAGAIN" -> new Redirect(Kind.TRY_AGAIN, null);
            case "CLUSTERDOWN", "LOADING" -> new Redirect(Kind.NOBODY, null);
            default -> null;
        };
        return Optional.ofNullable(redirect);
    }
}
