package io.holdfast.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.holdfast.LockKind;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.line.Place;
import java.time.Duration;

/**
 * A place in a line as etcd keeps it: a key, and a short text as its value.
 *
 * @param key the key
 * @param created its create revision, which tells it from every other that had that key; 0 before it has one
 * @param demand what part of the lock it takes
 * @param follows the create revision of the place that it took over, and stands at; 0 if it came to the end of the line
 * @param delay its lock delay
 * @param text what it says of itself
 */
record EtcdPlace(String key, long created, Demand demand, long follows, Duration delay, String text) {

    private static final int PARTS = 7;
    private static final String GRANTED = "+";
    private static final String PLAIN = "-";

    static EtcdPlace of(String key, Ask ask, long follows, String text) {
        return new EtcdPlace(key, 0, ask.demand(), follows, ask.lockDelay(), text);
    }

    /**
     * {@return what stands in etcd}
     *
     * @throws IllegalArgumentException if that is not a place
     */
    static EtcdPlace of(KeyValue stored) {
        return read(
                stored.getKey().toString(UTF_8),
                stored.getCreateRevision(),
                stored.getValue().toString(UTF_8));
    }

    /** {@return what a place of ours was made of} */
    static EtcdPlace of(Place place) {
        String[] parts = place.key().split(" ", 3);
        return read(parts[1], Long.parseLong(parts[0]), parts[2]);
    }

    private static EtcdPlace read(String key, long created, String value) {
        String[] parts = value.split(" ", PARTS);
        if (parts.length < PARTS) {
            throw new IllegalArgumentException("The key " + key + " is not one of Holdfast's");
        }
        Demand demand = new Demand(kind(parts[1]), Integer.parseInt(parts[2]), Integer.parseInt(parts[3]));
        return new EtcdPlace(
                key, created, demand, Long.parseLong(parts[4]), Duration.ofMillis(Long.parseLong(parts[5])), parts[6]);
    }

    EtcdPlace createdAt(long revision) {
        return new EtcdPlace(key, revision, demand, follows, delay, text);
    }

    /** {@return where it stands: who has the lower number stands before} */
    long order() {
        return follows == 0 ? created : follows;
    }

    String owner() {
        return Keys.isNobodys(key) ? Place.NOBODY : Keys.ownerOf(key);
    }

    Place place() {
        return new Place(owner(), demand, created + " " + key + " " + value(false));
    }

    String value(boolean granted) {
        return String.join(
                " ",
                granted ? GRANTED : PLAIN,
                sign(demand.kind()),
                Integer.toString(demand.capacity()),
                Integer.toString(demand.units()),
                Long.toString(follows),
                Long.toString(delay.toMillis()),
                text);
    }

    /** {@return whether a value tells that its place was granted while nobody left} */
    static boolean isGranted(ByteSequence value) {
        return value.toString(UTF_8).startsWith(GRANTED);
    }

    /** {@return the condition that it is still there: this one, and not another under the same key} */
    Cmp isThere() {
        return new Cmp(bytes(key), Cmp.Op.EQUAL, CmpTarget.createRevision(created));
    }

    static ByteSequence bytes(String text) {
        return ByteSequence.from(text, UTF_8);
    }

    private static String sign(LockKind kind) {
        return switch (kind) {
            case MUTEX -> "M";
            case READ_WRITE -> "R";
            case SEMAPHORE -> "S";
        };
    }

    private static LockKind kind(String sign) {
        return switch (sign) {
            case "M" -> LockKind.MUTEX;
            case "R" -> LockKind.READ_WRITE;
            case "S" -> LockKind.SEMAPHORE;
            default -> throw new IllegalArgumentException("There is no kind of lock " + sign);
        };
    }
}
