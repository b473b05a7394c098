package io.holdfast.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The order of tokens. */
final class Tokens {

    private Tokens() {}

    static List<Violation> check(List<Holding> holdings, boolean exclusion) {
        List<Violation> found = new ArrayList<>();
        unique(holdings, found);
        inRealTime(holdings, exclusion, found);
        if (exclusion) {
            inOrderOfGrants(holdings, found);
        }
        return found;
    }

    private static void unique(List<Holding> holdings, List<Violation> found) {
        Map<Long, Holding> owners = new HashMap<>();
        for (Holding holding : holdings) {
            if (holding.isGranted() && holding.demand.tokens()) {
                Holding other = owners.putIfAbsent(holding.token(), holding);
                if (other != null) {
                    found.add(violation("have the same token", other, holding));
                }
            }
        }
    }

    /** Who asked when another had been answered has a higher token; a reader one that is not lower than a writer's. */
    private static void inRealTime(List<Holding> holdings, boolean exclusion, List<Violation> found) {
        List<Holding> answered = granted(holdings).stream()
                .sorted(Comparator.comparingInt(holding -> holding.grantedPlace))
                .toList();
        List<Holding> asked = granted(holdings).stream()
                .sorted(Comparator.comparingInt(holding -> holding.askedPlace))
                .toList();
        Holding highest = null;
        Holding highestReader = null;
        int next = 0;
        for (Holding holding : asked) {
            while (next < answered.size() && answered.get(next).grantedPlace < holding.askedPlace) {
                Holding before = answered.get(next++);
                if (before.demand.isReader()) {
                    highestReader = higher(highestReader, before);
                } else {
                    highest = higher(highest, before);
                }
            }
            // A store that forgot a writer cannot know what it wrote: its readers have the epoch of the one before.
            if (exclusion || !holding.demand.isReader()) {
                compare(highest, holding, found);
            }
            if (!holding.demand.isReader()) {
                compare(highestReader, holding, found);
            }
        }
    }

    /** Where no two hold at once, grants come in the order in which the store made them. */
    private static void inOrderOfGrants(List<Holding> holdings, List<Violation> found) {
        Holding highest = null;
        Holding highestReader = null;
        for (Holding next : granted(Checker.inOrderOfGrants(holdings))) {
            compare(highest, next, found);
            if (next.demand.isReader()) {
                highestReader = higher(highestReader, next);
            } else {
                compare(highestReader, next, found);
                highest = higher(highest, next);
            }
        }
    }

    private static List<Holding> granted(List<Holding> holdings) {
        return holdings.stream()
                .filter(holding -> holding.isGranted() && (holding.demand.tokens() || holding.demand.isReader()))
                .toList();
    }

    private static Holding higher(@Nullable Holding one, Holding other) {
        return one == null || other.token() > one.token() ? other : one;
    }

    private static void compare(@Nullable Holding before, Holding after, List<Violation> found) {
        if (before == null) {
            return;
        }
        boolean mayBeEqual = after.demand.isReader() && !before.demand.isReader();
        boolean grows = mayBeEqual ? after.token() >= before.token() : after.token() > before.token();
        if (!grows) {
            found.add(violation("do not have growing tokens", before, after));
        }
    }

    private static Violation violation(String what, Holding first, Holding second) {
        return new Violation(
                Rule.TOKENS,
                first + " and " + second + " " + what + ": " + first.token() + " and " + second.token(),
                Checker.story(first, second));
    }
}
