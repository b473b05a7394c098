package io.holdfast.simulation.server;

/** The patterns of KEYS and SCAN. */
final class Glob {

    private final String pattern;
    private final String text;

    private Glob(String pattern, String text) {
        this.pattern = pattern;
        this.text = text;
    }

    static boolean matches(String pattern, String text) {
        return new Glob(pattern, text).matches(0, 0);
    }

    private boolean matches(int start, int from) {
        int p = start;
        int t = from;
        while (p < pattern.length() && t < text.length()) {
            char c = pattern.charAt(p);
            if (c == '*') {
                return matchesRest(p + 1, t);
            } else if (c == '[') {
                int end = end(p + 1);
                if (!isIn(p + 1, end, text.charAt(t))) {
                    return false;
                }
                p = end;
            } else if (c != '?') {
                if (c == '\\' && p + 1 < pattern.length()) {
                    p++;
                }
                if (pattern.charAt(p) != text.charAt(t)) {
                    return false;
                }
            }
            p++;
            t++;
        }
        while (t == text.length() && p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p >= pattern.length() && t == text.length();
    }

    private boolean matchesRest(int p, int from) {
        for (int t = from; t <= text.length(); t++) {
            if (matches(p, t)) {
                return true;
            }
        }
        return false;
    }

    /** {@return where a class of characters is closed, or the last place of the pattern} */
    private int end(int from) {
        int p = from;
        while (p < pattern.length() && pattern.charAt(p) != ']') {
            p += pattern.charAt(p) == '\\' ? 2 : 1;
        }
        return Math.min(p, pattern.length() - 1);
    }

    private boolean isIn(int from, int end, char c) {
        int p = from;
        boolean not = p < end && pattern.charAt(p) == '^';
        boolean found = false;
        for (p += not ? 1 : 0; p < end; p++) {
            char first = pattern.charAt(p);
            if (first == '\\' && p + 1 < end) {
                found |= pattern.charAt(++p) == c;
            } else if (p + 2 < end && pattern.charAt(p + 1) == '-') {
                char last = pattern.charAt(p + 2);
                found |= Math.min(first, last) <= c && c <= Math.max(first, last);
                p += 2;
            } else {
                found |= first == c;
            }
        }
        return found != not;
    }
}
