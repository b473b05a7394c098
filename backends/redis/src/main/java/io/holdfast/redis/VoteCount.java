package io.holdfast.redis;

import io.holdfast.NoQuorumException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts the nodes that say yes or no to something. Guarded by its user. */
final class VoteCount {

    private final QuorumNodes nodes;
    private final List<String> words = new ArrayList<>();
    private int yes;
    private int no;

    VoteCount(QuorumNodes nodes) {
        this.nodes = nodes;
    }

    /**
     * Takes in what a node says.
     *
     * @param node the node
     * @param answer yes or no, or null if it failed
     * @param error why it failed
     */
    void add(QuorumNode node, @Nullable Boolean answer, @Nullable Throwable error) {
        if (answer == null) {
            words.add(error == null ? node.address() : Votes.failure(node, error));
        } else if (answer) {
            yes++;
            words.add(node + " did it");
        } else {
            no++;
            words.add(node + " does not have it");
        }
    }

    /** {@return whether a majority said yes or no} */
    boolean isKnownToMajority() {
        return yes + no >= nodes.majority();
    }

    /** {@return whether a majority said yes} */
    boolean isCarried() {
        return yes >= nodes.majority();
    }

    /** {@return whether so many said no that there can be no majority} */
    boolean isRefused() {
        return no >= nodes.minority();
    }

    /** {@return whether all have been heard, or have failed} */
    boolean isOver() {
        return words.size() == nodes.size();
    }

    /** {@return the complaint that there is neither a majority nor a refusal} */
    NoQuorumException noQuorum(String lock, String what) {
        return Votes.noQuorum(nodes, lock, what, words);
    }
}
