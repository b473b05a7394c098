package io.holdfast.simulation.server;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers, as Redis reads and C prints them. */
final class Numbers {

    private static final double EXACT = 1e15;
    private static final Pattern DECIMAL = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");
    private static final Pattern HEXADECIMAL =
            Pattern.compile("[+-]?0[xX]([0-9a-fA-F]+\\.?[0-9a-fA-F]*|\\.[0-9a-fA-F]+)(?:[pP][+-]?\\d+)?");
    private static final Pattern INFINITY = Pattern.compile("[+-]?inf(inity)?", Pattern.CASE_INSENSITIVE);

    private Numbers() {}

    /** {@return a whole number, written as Redis would write it and in no other way} */
    static long integer(String text) {
        int length = text.length();
        if (length == 0 || length > 20) {
            throw new Refusal(Refusal.NO_INTEGER);
        }
        try {
            long number = Long.parseLong(text);
            if (Long.toString(number).equals(text)) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new Refusal(Refusal.NO_INTEGER);
        }
        throw new Refusal(Refusal.NO_INTEGER);
    }

    /** {@return a score, or nothing if it is none} */
    static @Nullable Double score(String text) {
        Double number = decimal(text);
        boolean tooLarge = number != null
                && Double.isInfinite(number)
                && !INFINITY.matcher(text).matches();
        return tooLarge ? null : number;
    }

    /** {@return what strtod makes of the whole text, or nothing} */
    static @Nullable Double decimal(String text) {
        if (isShortInteger(text)) {
            return (double) Long.parseLong(text);
        }
        if (INFINITY.matcher(text).matches()) {
            return text.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        if (HEXADECIMAL.matcher(text).matches()) {
            return Double.valueOf(text.indexOf('p') < 0 && text.indexOf('P') < 0 ? text + "p0" : text);
        }
        return DECIMAL.matcher(text).matches() ? Double.valueOf(text) : null;
    }

    private static boolean isShortInteger(String text) {
        int length = text.length();
        if (length == 0 || length > 17) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return false;
            }
        }
        return true;
    }

    /** {@return a number as in replies, and as arguments that scripts give as numbers} */
    static String text(double number) {
        return general(number, 17);
    }

    /** {@return a number as {@code %.<precision>g} prints it} */
    static String general(double number, int precision) {
        if (number == (long) number && Math.abs(number) < EXACT && Math.abs(number) < Math.pow(10, precision)) {
            return number == 0 && 1 / number < 0 ? "-0" : Long.toString((long) number);
        }
        return Double.isNaN(number) || Double.isInfinite(number)
                ? special(number)
                : rounded(new BigDecimal(number), Math.max(1, precision));
    }

    private static String rounded(BigDecimal exact, int precision) {
        BigDecimal number = exact.round(new MathContext(precision, RoundingMode.HALF_EVEN));
        int exponent = number.precision() - number.scale() - 1;
        if (exponent >= -4 && exponent < precision) {
            return number.scale() <= 0
                    ? number.toBigInteger().toString()
                    : number.stripTrailingZeros().toPlainString();
        }
        BigDecimal digits = number.scaleByPowerOfTen(-exponent).stripTrailingZeros();
        return digits.toPlainString() + "e" + exponent(exponent);
    }

    static String special(double number) {
        return Double.isNaN(number)
                ? (Double.doubleToRawLongBits(number) < 0 ? "-nan" : "nan")
                : number < 0 ? "-inf" : "inf";
    }

    /** {@return the whole part of a number, as x86 finds it: of what is too large, the least there is} */
    static long truncated(double number) {
        return number >= -0x1p63 && number < 0x1p63 ? (long) number : Long.MIN_VALUE;
    }

    /** {@return a sign and two digits at least} */
    static String exponent(int exponent) {
        int size = Math.abs(exponent);
        return (exponent < 0 ? "-" : "+") + (size < 10 ? "0" : "") + size;
    }
}
