package io.holdfast.zookeeper;

import io.holdfast.LockKind;
import io.holdfast.spi.Demand;
import io.holdfast.spi.line.Encoding;
import io.holdfast.spi.line.Place;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a claim's node: {@code owner~demand~sequence}, where the sequence is the server's. One that keeps a lock closed
 * after its release is {@code until~demand~~sequence}, with the server's time in milliseconds at which it is over.
 *
 * @param place the place
 * @param until when it is over, if nobody owns it
 * @param sequence what the server gave it
 */
record NodeName(Place place, long until, int sequence) {

    private static final Pattern PARTS = Pattern.compile("([^~]+)~(m|r|w|s(\\d+)\\.(\\d+))~(~?)(\\d{10})");

    /**
     * The last number that is taken. After 2³¹ children of one node all have the same: a lock that is never idle for long
     * enough that its node is removed has to be, before that.
     */
    static final int LAST = Integer.MAX_VALUE - (1 << 20);

    /** Where a node stands that is not ours, and so may be anybody's claim: before all others. */
    private static final int FOREIGN = Integer.MIN_VALUE;

    /** {@return whether its number is one that only it has} */
    boolean isCounted() {
        return sequence >= 0 && sequence <= LAST;
    }

    static int compare(NodeName one, NodeName other) {
        return Integer.compare(one.sequence, other.sequence);
    }

    /** {@return the start of the name of a claim, which the server completes} */
    static String start(String owner, Demand demand) {
        return Encoding.encode(owner) + "~" + text(demand) + "~";
    }

    /** {@return the name of one who takes the place of another} */
    static String inPlaceOf(Place place, String owner, Demand demand) {
        return start(owner, demand) + end(place);
    }

    /** {@return the name of the place that keeps a lock closed} */
    static String closed(Place place, long until) {
        return until + "~" + text(place.demand()) + "~~" + end(place);
    }

    private static String end(Place place) {
        return place.key().substring(place.key().lastIndexOf('~') + 1);
    }

    /** {@return what a node's name says; if it is not one of ours, it is in the way all the same} */
    static NodeName read(String name) {
        return parse(name)
                .orElseGet(() -> new NodeName(
                        new Place("not a claim of Holdfast's: " + name, Demand.MUTEX, name), Long.MAX_VALUE, FOREIGN));
    }

    private static Optional<NodeName> parse(String name) {
        Matcher parts = PARTS.matcher(name);
        if (!parts.matches()) {
            return Optional.empty();
        }
        boolean closed = !parts.group(5).isEmpty();
        try {
            String owner = closed ? Place.NOBODY : Encoding.decode(parts.group(1));
            return Optional.of(new NodeName(
                    new Place(owner, demand(parts), name),
                    closed ? Long.parseLong(parts.group(1)) : Long.MAX_VALUE,
                    Integer.parseInt(parts.group(6))));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String text(Demand demand) {
        return switch (demand.kind()) {
            case MUTEX -> "m";
            case READ_WRITE -> demand.exclusive() ? "w" : "r";
            case SEMAPHORE -> "s" + demand.units() + "." + demand.capacity();
        };
    }

    private static Demand demand(Matcher parts) {
        return switch (parts.group(2)) {
            case "m" -> Demand.MUTEX;
            case "r" -> Demand.READ;
            case "w" -> Demand.WRITE;
            default ->
                new Demand(LockKind.SEMAPHORE, Integer.parseInt(parts.group(4)), Integer.parseInt(parts.group(3)));
        };
    }
}
