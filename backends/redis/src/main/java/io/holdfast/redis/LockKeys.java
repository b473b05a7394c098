package io.holdfast.redis;

import io.holdfast.InvalidLockException;
import io.holdfast.LockKind;
import io.holdfast.spi.Demand;
import io.lettuce.core.cluster.SlotHash;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one lock, all in one Cluster slot.
 *
 * <p>The lock is {@code <prefix><name>}. The keys beside it can never be the key of another lock, since they start with a
 * brace or a tilde, and no lock's key does:
 *
 * <ul>
 *   <li>{@code {<lock>}:fence} as a rule;
 *   <li>{@code ~fence:<lock>} if the lock's key has a hash tag of its own, which then decides for both;
 *   <li>{@code {<tag>}:fence:<lock>} if it has none, but a closing brace that would cut the tag short (as in {@code x}y}
 *       or {@code {}}): a short tag of the same slot stands in for it.
 * </ul>
 *
 * @param lock the lock itself
 * @param start what the keys beside it start with
 * @param end what they end with
 */
record LockKeys(String lock, String start, String end) {

    private static final Pattern QUEUE = Pattern.compile("\\{([^}]*)}:queue", Pattern.DOTALL);
    private static final Pattern QUEUE_OF_TAGGED = Pattern.compile("~queue:(.*)", Pattern.DOTALL);
    private static final Pattern QUEUE_BY_TAG = Pattern.compile("\\{[0-9a-z]*}:queue:(.*)", Pattern.DOTALL);

    static LockKeys of(String prefix, String name) {
        String lock = prefix + name;
        if (!isName(prefix, name)) {
            throw new InvalidLockException(
                    name,
                    "With an empty key prefix a lock's name cannot start with '" + name.charAt(0)
                            + "': choose another name, or a prefix.",
                    null);
        }
        if (lock.indexOf('}') < 0) {
            return new LockKeys(lock, "{" + lock + "}:", "");
        }
        return hasTag(lock)
                ? new LockKeys(lock, "~", ":" + lock)
                : new LockKeys(lock, "{" + SlotTags.tag(SlotHash.getSlot(lock)) + "}:", ":" + lock);
    }

    /** {@return the name of the lock whose queue has that key, if it is one} */
    static Optional<String> nameOfQueue(String prefix, String key) {
        return Stream.of(QUEUE_OF_TAGGED, QUEUE, QUEUE_BY_TAG)
                .map(form -> form.matcher(key))
                .filter(Matcher::matches)
                .map(form -> form.group(1))
                .filter(lock -> lock.startsWith(prefix))
                .map(lock -> lock.substring(prefix.length()))
                .filter(name -> isName(prefix, name) && of(prefix, name).queue().equals(key))
                .findFirst();
    }

    /** {@return whether a lock's key can be made of it} */
    static boolean isName(String prefix, String name) {
        return !prefix.isEmpty() || !(name.startsWith("{") || name.startsWith("~"));
    }

    /** {@return whether only a part of the key decides about its slot: what stands between the first braces} */
    static boolean hasTag(String key) {
        int open = key.indexOf('{');
        return open >= 0 && key.indexOf('}', open + 1) > open + 1;
    }

    String fence() {
        return start + "fence" + end;
    }

    String queue() {
        return start + "queue" + end;
    }

    String waiters() {
        return start + "waiters" + end;
    }

    String holders() {
        return start + "holders" + end;
    }

    String ended() {
        return start + "ended" + end;
    }

    /** {@return where a node of a quorum counts} */
    String counter() {
        return start + "counter" + end;
    }

    /** {@return who is told by a node of a quorum when it is free} */
    String hints() {
        return start + "hints" + end;
    }

    /** {@return the writer that waits, on a node of a quorum} */
    String writer() {
        return start + "writer" + end;
    }

    String gone(String owner) {
        return start + "gone" + end + ":" + owner;
    }

    /** {@return all keys in which there is something to see, in the order in which the scripts know them} */
    String[] all() {
        return new String[] {lock, fence(), queue(), waiters(), holders()};
    }

    /**
     * {@return the keys of an operation, in the order in which the scripts know them}
     *
     * @param demand what it is about
     * @param owner who asks, if somebody does
     */
    String[] declared(Demand demand, @Nullable String owner) {
        boolean mutex = demand.kind() == LockKind.MUTEX;
        String[] keys = new String[(mutex ? 4 : 6) + (owner == null ? 0 : 1)];
        keys[0] = lock;
        keys[1] = fence();
        keys[2] = queue();
        keys[3] = waiters();
        if (!mutex) {
            keys[4] = holders();
            keys[5] = ended();
        }
        if (owner != null) {
            keys[keys.length - 1] = gone(owner);
        }
        return keys;
    }
}
