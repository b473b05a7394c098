package io.holdfast.redis;

import io.holdfast.NoQuorumException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What nodes said, in words. */
final class Votes {

    /** What a node made of a request. */
    enum Kind {
        /** It gave its vote. */
        GRANTED,
        /** It has given it to another. */
        BUSY,
        /** Its counter is too far ahead of its clock; that passes. */
        AHEAD,
        /** The claim was abandoned. */
        GONE,
        /** The name is in use as something else. */
        INVALID,
        /** It did not answer, so that it is unknown what it did. */
        UNKNOWN
    }

    /**
     * What one node said.
     *
     * @param node which
     * @param kind what it made of it
     * @param number the number that came with its vote
     * @param until for how long it keeps that at least, or somebody else is in the way, in milliseconds; negative if for
     *     ever
     * @param text who that is, or what is wrong
     */
    record Vote(QuorumNode node, Kind kind, long number, long until, String text) {

        /** {@return what it is worth if the node's clock is far off} */
        Vote withoutVote() {
            String why = node + " has no vote, since its clock is more than "
                    + QuorumSettings.CLOCK_ALLOWANCE.toSeconds() + " s off the median of all nodes";
            return kind == Kind.GRANTED ? new Vote(node, Kind.UNKNOWN, 0, 0, why) : this;
        }

        String describe() {
            return switch (kind) {
                case GRANTED -> node + " granted it";
                case BUSY -> node + " is taken by " + text;
                case AHEAD -> node + " has issued too many tokens in too short a time";
                case GONE -> node + " knows that it was given up";
                case INVALID -> node + " has a " + text + " of that name";
                case UNKNOWN -> text;
            };
        }
    }

    private Votes() {}

    /** {@return what went wrong with a node, in few words} */
    static String failure(QuorumNode node, Throwable error) {
        Throwable cause = Failures.cause(error);
        String message = String.valueOf(cause.getMessage()).replaceFirst("\\.$", "");
        return message.startsWith(node.address()) ? message : node + ": " + message;
    }

    /** {@return the complaint that too few nodes answered} */
    static NoQuorumException noQuorum(QuorumNodes nodes, @Nullable String lock, String what, List<String> votes) {
        String all = votes.stream().sorted().collect(Collectors.joining("; "));
        return new NoQuorumException(
                lock,
                what + " needs " + nodes.majority() + " of the " + nodes.size() + " nodes of " + nodes.description()
                        + ", and these are not to be had now: " + all + ".",
                null);
    }
}
