package io.holdfast.redis;

import io.lettuce.core.cluster.SlotHash;

/** A short hash tag for every Cluster slot. Made when it is first needed, which is seldom. */
final class SlotTags {

    private static final String[] TAGS = new String[SlotHash.SLOT_COUNT];

    static {
        int missing = TAGS.length;
        for (int i = 0; missing > 0; i++) {
            String tag = Integer.toString(i, Character.MAX_RADIX);
            int slot = SlotHash.getSlot(tag);
            if (TAGS[slot] == null) {
                TAGS[slot] = tag;
                missing--;
            }
        }
    }

    private SlotTags() {}

    static String tag(int slot) {
        return TAGS[slot];
    }
}
