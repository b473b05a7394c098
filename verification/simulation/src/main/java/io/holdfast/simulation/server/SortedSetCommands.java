package io.holdfast.simulation.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What is done to sorted sets, but for the ranges. */
final class SortedSetCommands {

    private SortedSetCommands() {}

    static void addTo(Commands commands) {
        commands.add("zadd", -4, SortedSetCommands::add);
        commands.add("zcard", 2, SortedSetCommands::size);
        commands.add("zscore", 3, SortedSetCommands::score);
        commands.add("zrem", -3, SortedSetCommands::remove);
        commands.add("zpopmin", -2, SortedSetCommands::pop);
        commands.add("zremrangebyrank", 4, SortedSetCommands::removeRange);
        Ranges.addTo(commands);
    }

    private static Object add(Keyspace data, String[] words) {
        boolean onlyNew = false;
        boolean onlyOld = false;
        boolean changed = false;
        int from = 2;
        for (boolean option = true; option && from < words.length; ) {
            switch (words[from].toUpperCase(Locale.ROOT)) {
                case "NX" -> onlyNew = true;
                case "XX" -> onlyOld = true;
                case "CH" -> changed = true;
                default -> option = false;
            }
            from += option ? 1 : 0;
        }
        int count = (words.length - from) / 2;
        if (count == 0 || (words.length - from) % 2 == 1) {
            throw Refusal.syntax();
        } else if (onlyNew && onlyOld) {
            throw new Refusal("ERR XX and NX options at the same time are not compatible");
        }
        double[] scores = new double[count];
        for (int i = 0; i < count; i++) {
            scores[i] = readScore(words[from + 2 * i]);
        }
        if (data.sorted(words[1]) == null && onlyOld) {
            return 0L;
        }
        SortedSet set = data.sortedToChange(words[1]);
        long added = 0;
        long moved = 0;
        for (int i = 0; i < count; i++) {
            String member = words[from + 2 * i + 1];
            Double before = set.score(member);
            if (before == null && !onlyOld) {
                added++;
                set.put(scores[i], member);
            } else if (before != null && !onlyNew && before.doubleValue() != scores[i]) {
                moved++;
                set.put(scores[i], member);
            }
        }
        return changed ? added + moved : added;
    }

    private static double readScore(String text) {
        Double score = Numbers.score(text);
        if (score == null) {
            throw new Refusal("ERR value is not a valid float");
        }
        return score;
    }

    private static Object size(Keyspace data, String[] words) {
        SortedSet set = data.sorted(words[1]);
        return set == null ? 0L : (long) set.size();
    }

    private static @Nullable Object score(Keyspace data, String[] words) {
        SortedSet set = data.sorted(words[1]);
        Double score = set == null ? null : set.score(words[2]);
        return score == null ? null : Numbers.text(score);
    }

    private static Object remove(Keyspace data, String[] words) {
        if (data.sorted(words[1]) == null) {
            return 0L;
        }
        SortedSet set = data.sortedToChange(words[1]);
        long removed = 0;
        for (int i = 2; i < words.length; i++) {
            removed += set.remove(words[i]) ? 1 : 0;
        }
        dropIfEmpty(data, words[1], set);
        return removed;
    }

    private static Object pop(Keyspace data, String[] words) {
        if (words.length > 3) {
            throw Refusal.syntax();
        }
        long count = words.length == 3 ? Numbers.integer(words[2]) : 1;
        if (count < 0) {
            throw new Refusal("ERR value is out of range, must be positive");
        }
        List<Object> popped = new ArrayList<>();
        if (data.sorted(words[1]) == null) {
            return popped;
        }
        SortedSet set = data.sortedToChange(words[1]);
        int all = (int) Math.min(count, set.size());
        for (SortedSet.Member member : set.members().subList(0, all)) {
            popped.add(member.name());
            popped.add(Numbers.text(member.score()));
        }
        set.remove(0, all);
        dropIfEmpty(data, words[1], set);
        return popped;
    }

    private static Object removeRange(Keyspace data, String[] words) {
        long first = Numbers.integer(words[2]);
        long last = Numbers.integer(words[3]);
        SortedSet found = data.sorted(words[1]);
        if (found == null) {
            return 0L;
        }
        int from = Ranges.from(first, found.size());
        int to = Ranges.to(last, found.size());
        if (from >= to) {
            return 0L;
        }
        SortedSet set = data.sortedToChange(words[1]);
        set.remove(from, to);
        dropIfEmpty(data, words[1], set);
        return (long) (to - from);
    }

    private static void dropIfEmpty(Keyspace data, String key, SortedSet set) {
        if (set.size() == 0) {
            data.remove(key);
        }
    }
}
