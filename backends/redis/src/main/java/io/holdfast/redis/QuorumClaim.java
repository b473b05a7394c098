package io.holdfast.redis;

import io.holdfast.LockKind;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A claim as the nodes of a quorum know it. Each try has an id of its own, so that a late word about one that failed never
 * concerns the next: the owner's id for the first, and {@code <owner>~2} and so on.
 *
 * @param id under what the nodes know it
 * @param kind {@code m} for a mutex, {@code r} for a reader, {@code w} for a writer
 * @param keys its keys
 */
record QuorumClaim(String id, String kind, LockKeys keys) {

    static QuorumClaim of(String prefix, String name, Demand demand, String id) {
        String kind = demand.kind() == LockKind.MUTEX ? "m" : demand.exclusive() ? "w" : "r";
        return new QuorumClaim(id, kind, LockKeys.of(prefix, name));
    }

    static QuorumClaim of(String prefix, Ask ask, int attempt) {
        return of(prefix, ask.name(), ask.demand(), id(ask.owner(), attempt));
    }

    private static String id(String owner, int attempt) {
        return attempt == 1 ? owner : owner + "~" + attempt;
    }

    /** {@return all ids under which an owner may be known} */
    static List<String> ids(String owner, int tries) {
        return IntStream.rangeClosed(1, tries).mapToObj(i -> id(owner, i)).toList();
    }

    /** {@return whose id that is} */
    static String owner(String id) {
        return id.replaceFirst("~\\d+$", "");
    }

    /** {@return the keys that every operation has, and more} */
    String[] declared(String... more) {
        return Stream.concat(Stream.of(keys.lock(), keys.counter(), keys.holders()), Arrays.stream(more))
                .toArray(String[]::new);
    }

    /** {@return the key by which a node remembers that it was given up} */
    String mark() {
        return keys.gone(id);
    }
}
