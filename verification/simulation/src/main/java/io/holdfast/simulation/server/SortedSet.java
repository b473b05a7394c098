package io.holdfast.simulation.server;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A sorted set: members by score, and by their bytes where scores are the same. */
final class SortedSet {

    private final Object stamp;
    private final Map<String, Member> members;
    private final List<Member> order;

    /**
     * A member.
     *
     * @param score where it stands
     * @param name what it is
     */
    record Member(double score, String name) implements Comparable<Member> {

        @Override
        public int compareTo(Member other) {
            return score < other.score ? -1 : score > other.score ? 1 : name.compareTo(other.name);
        }
    }

    SortedSet(Object stamp) {
        this(stamp, new HashMap<>(), new ArrayList<>());
    }

    private SortedSet(Object stamp, Map<String, Member> members, List<Member> order) {
        this.stamp = stamp;
        this.members = members;
        this.order = order;
    }

    /** {@return one that may be changed by whoever has that stamp} */
    SortedSet owned(Object by) {
        return stamp == by ? this : new SortedSet(by, new HashMap<>(members), new ArrayList<>(order));
    }

    int size() {
        return order.size();
    }

    /** {@return all, lowest first} */
    List<Member> members() {
        return order;
    }

    @Nullable
    Double score(String name) {
        Member member = members.get(name);
        return member == null ? null : member.score();
    }

    /** Adds one, or moves it. */
    void put(double score, String name) {
        Member member = new Member(score + 0.0, name); // as Redis has it in small sets: minus zero is zero
        Member before = members.put(name, member);
        if (before != null) {
            order.remove(place(before));
        }
        order.add(-1 - place(member), member);
    }

    boolean remove(String name) {
        Member member = members.remove(name);
        if (member == null) {
            return false;
        }
        order.remove(place(member));
        return true;
    }

    /** Removes those from one place to another, which is not removed. */
    void remove(int from, int to) {
        List<Member> some = order.subList(from, to);
        some.forEach(member -> members.remove(member.name()));
        some.clear();
    }

    /** {@return where it is; if it is not there, minus where it would be, minus one} */
    private int place(Member member) {
        int low = 0;
        int high = order.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int compared = order.get(middle).compareTo(member);
            if (compared == 0) {
                return middle;
            } else if (compared < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1 - low;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("[");
        order.forEach(member -> text.append(text.length() == 1 ? "" : ", ")
                .append(Numbers.text(member.score()))
                .append(' ')
                .append(member.name()));
        return text.append(']').toString();
    }
}
