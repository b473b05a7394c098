package io.holdfast.simulation;

import io.holdfast.history.Event;
import io.holdfast.history.Rule;
import io.holdfast.history.Violation;
import io.holdfast.redis.ScriptTexts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a server that forgets nothing says to owners of mutexes, and whether that is consistent: an owner id is granted
 * once, never after it was abandoned, and what was released is neither released nor renewed again. A copy of a request
 * that finds its own grant is answered with that.
 */
final class Ledger {

    private static final long GRANTED = 1;
    private static final long HELD = 1;

    /** Where owners stand in the arguments of each script. */
    private static final Map<String, String> SCRIPTS =
            ScriptTexts.all().stream().collect(Collectors.toMap(ScriptTexts::digest, ScriptTexts::name));

    private static final Map<String, String> SOURCES =
            ScriptTexts.all().stream().collect(Collectors.toMap(ScriptTexts::source, ScriptTexts::name));

    private final Map<String, Object> granted = new HashMap<>();
    private final Set<String> over = new HashSet<>();
    private final List<Violation> violations = new ArrayList<>();

    List<Violation> violations() {
        return violations;
    }

    void executed(String[] words, @Nullable Object reply) {
        String script = words[0].equals("EVALSHA")
                ? SCRIPTS.get(words[1])
                : words[0].equals("EVAL") ? SOURCES.get(words[1]) : null;
        if (script == null || !(reply instanceof List<?> answer) || answer.isEmpty()) {
            return;
        }
        int args = 3 + Integer.parseInt(words[2]);
        switch (script) {
            case "ACQUIRE" -> asked(words[args + 2], answer, words);
            case "POLL" -> asked(words[args + 1], answer, words);
            case "RELEASE" -> {
                released(words[args + 1], answer, words);
                if (words.length > args + 5 && answer.size() > 1) {
                    asked(words[args + 5], answer.subList(1, answer.size()), words);
                }
            }
            case "ABANDON" -> over.add(words[args + 1]);
            case "RENEW" -> {
                for (int i = 0; i < answer.size(); i++) {
                    renewed(words[args + 4 * i], words[args + 4 * i + 1], answer.get(i), words);
                }
            }
            default -> {}
        }
    }

    private void asked(String owner, List<?> answer, String[] words) {
        if (!answer.get(0).equals(GRANTED)) {
            return;
        }
        Object before = granted.putIfAbsent(owner, answer.get(1));
        if (before != null && !before.equals(answer.get(1))) {
            convict(owner + " was granted the lock twice, with " + before + " and " + answer.get(1), words);
        }
        if (over.contains(owner)) {
            convict(owner + " was granted the lock after its end", words);
        }
    }

    private void released(String claim, List<?> answer, String[] words) {
        String owner = claim.substring(0, claim.indexOf(':'));
        if (answer.get(0).equals(HELD) && !over.add(owner)) {
            convict(owner + " was released after its end", words);
        }
    }

    private void renewed(String claim, String token, Object answer, String[] words) {
        if (token.isEmpty() && (Long) answer >= 0 && over.contains(claim.substring(0, claim.indexOf(':')))) {
            convict(claim + " was renewed after its end", words);
        }
    }

    private void convict(String what, String[] words) {
        violations.add(new Violation(
                Rule.GRANTED_TWICE,
                what,
                List.of(new Event(
                        0,
                        "",
                        Event.Type.LEFT,
                        "",
                        "",
                        0,
                        0,
                        String.join(" ", List.of(words).subList(2, words.length))))));
    }
}
