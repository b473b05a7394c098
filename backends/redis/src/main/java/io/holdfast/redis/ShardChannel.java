package io.holdfast.redis;

import org.jspecify.annotations.Nullable;

/** A client's channel in one slot of a Cluster, and whether it is subscribed where the slot is. */
final class ShardChannel {

    private final int slot;
    private final String name;

    /** When somebody last waited in this slot. */
    volatile long used;

    private @Nullable NodeAddress at;
    private long asked;
    private boolean heard;

    ShardChannel(int slot, String client) {
        this.slot = slot;
        this.name = "{" + SlotTags.tag(slot) + "}:inbox:" + client;
    }

    int slot() {
        return slot;
    }

    String name() {
        return name;
    }

    synchronized boolean isAt(NodeAddress node) {
        return node.equals(at);
    }

    /** {@return whether what is published in the slot now is heard, as far as is known} */
    synchronized boolean isHeard() {
        return heard;
    }

    /** {@return whether a node has to be asked; then it counts as asked} */
    synchronized boolean ask(NodeAddress node, long now, long patience) {
        if (node.equals(at) && (heard || now - asked < patience)) {
            return false;
        }
        at = node;
        asked = now;
        heard = false;
        return true;
    }

    synchronized void subscribed(NodeAddress node) {
        heard = node.equals(at);
    }

    /** Notes that a node does not tell any more, or will not. */
    synchronized void lost(NodeAddress node) {
        if (node.equals(at)) {
            heard = false;
            at = null;
        }
    }
}
