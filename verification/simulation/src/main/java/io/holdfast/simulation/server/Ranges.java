package io.holdfast.simulation.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What is read from sorted sets: those between two places, or two scores. */
final class Ranges {

    private static final String LIMIT_ALONE =
            "ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX";

    private final boolean fixed;
    private boolean byScore;
    private boolean reverse;
    private boolean withScores;
    private long offset;
    private long limit = -1;

    private Ranges(boolean fixed, boolean byScore, boolean reverse) {
        this.fixed = fixed;
        this.byScore = byScore;
        this.reverse = reverse;
    }

    static void addTo(Commands commands) {
        commands.add("zrange", -4, (data, words) -> new Ranges(false, false, false).run(data, words));
        commands.add("zrangebyscore", -4, (data, words) -> new Ranges(true, true, false).run(data, words));
        commands.add("zrevrange", -4, (data, words) -> new Ranges(true, false, true).run(data, words));
    }

    private Object run(Keyspace data, String[] words) {
        readOptions(words);
        if (limit != -1 && !byScore) {
            throw new Refusal(LIMIT_ALONE);
        }
        if (!byScore) {
            long first = Numbers.integer(words[2]);
            long last = Numbers.integer(words[3]);
            SortedSet set = data.sorted(words[1]);
            return set == null ? List.of() : byPlace(set.members(), first, last);
        }
        Bound least = Bound.of(words[reverse ? 3 : 2]);
        Bound most = Bound.of(words[reverse ? 2 : 3]);
        SortedSet set = data.sorted(words[1]);
        return set == null ? List.of() : byScore(set.members(), least, most);
    }

    private void readOptions(String[] words) {
        for (int i = 4; i < words.length; i++) {
            switch (words[i].toUpperCase(Locale.ROOT)) {
                case "WITHSCORES" -> withScores = true;
                case "LIMIT" -> {
                    if (i + 2 >= words.length) {
                        throw Refusal.syntax();
                    }
                    offset = Numbers.integer(words[i + 1]);
                    limit = Numbers.integer(words[i + 2]);
                    i += 2;
                }
                case "REV" -> reverse = free(reverse);
                case "BYSCORE" -> byScore = free(byScore);
                default -> throw Refusal.syntax();
            }
        }
    }

    /** An option is not for the older commands, which have it in their names, and for no command twice. */
    private boolean free(boolean chosen) {
        if (fixed || chosen) {
            throw Refusal.syntax();
        }
        return true;
    }

    private List<Object> byPlace(List<SortedSet.Member> members, long first, long last) {
        int size = members.size();
        int from = from(first, size);
        int to = to(last, size);
        List<Object> found = new ArrayList<>(Math.max(0, to - from) * 2);
        for (int i = from; i < to; i++) {
            add(found, members.get(reverse ? size - 1 - i : i));
        }
        return found;
    }

    /** {@return the first place of a range} */
    static int from(long first, int size) {
        return (int) Math.min(size, Math.max(0, first < 0 ? first + size : first));
    }

    /** {@return the place behind the last of a range} */
    static int to(long last, int size) {
        return (int) Math.min(size - 1L, Math.max(-1, last < 0 ? last + size : last)) + 1;
    }

    private List<Object> byScore(List<SortedSet.Member> members, Bound least, Bound most) {
        List<Object> found = new ArrayList<>();
        int size = members.size();
        long passed = 0;
        long taken = 0;
        for (int i = 0; i < size && taken != limit; i++) {
            SortedSet.Member member = members.get(reverse ? size - 1 - i : i);
            if (least.isBelow(member.score()) && most.isAbove(member.score()) && passed++ >= offset && offset >= 0) {
                add(found, member);
                taken++;
            }
        }
        return found;
    }

    private void add(List<Object> found, SortedSet.Member member) {
        found.add(member.name());
        if (withScores) {
            found.add(Numbers.text(member.score()));
        }
    }

    /** An end of a range of scores. */
    private record Bound(double score, boolean exclusive) {

        static Bound of(String text) {
            boolean exclusive = text.startsWith("(");
            String number = exclusive ? text.substring(1) : text;
            Double score = number.isEmpty() ? Double.valueOf(0) : Numbers.decimal(number);
            if (score == null) {
                throw new Refusal("ERR min or max is not a float");
            }
            return new Bound(score, exclusive);
        }

        boolean isBelow(double other) {
            return exclusive ? other > score : other >= score;
        }

        boolean isAbove(double other) {
            return exclusive ? other < score : other <= score;
        }
    }
}
