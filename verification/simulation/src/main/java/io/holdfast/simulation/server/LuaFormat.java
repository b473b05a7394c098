package io.holdfast.simulation.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.VarArgFunction;

/** {@code string.format} as C prints. LuaJ's own has an exponent where {@code %.0f} has none. */
final class LuaFormat extends VarArgFunction {

    private static final Pattern ITEM = Pattern.compile("([-+ #0]*)(\\d*)(?:\\.(\\d*))?([a-zA-Z])");
    private static final LuaString WHOLE = LuaString.valueOf("%.0f");
    private static final double EXACT = 1e15;

    @Override
    public Varargs invoke(Varargs args) {
        LuaString format = args.checkstring(1);
        if (format.raweq(WHOLE)) {
            return LuaString.valueUsing(fixed(args.checkdouble(2), 0).getBytes(ISO_8859_1));
        }
        return Bytes.lua(format(Bytes.of(format), args));
    }

    private static String format(String format, Varargs args) {
        StringBuilder out = new StringBuilder();
        Matcher item = ITEM.matcher(format);
        int next = 2;
        for (int i = 0; i < format.length(); ) {
            char c = format.charAt(i++);
            if (c != '%') {
                out.append(c);
            } else if (i < format.length() && format.charAt(i) == '%') {
                out.append('%');
                i++;
            } else if (item.region(i, format.length()).lookingAt()) {
                out.append(padded(item, converted(item, args, next++)));
                i = item.end();
            } else {
                throw new LuaError("invalid option '%' to 'format'");
            }
        }
        return out.toString();
    }

    private static String converted(Matcher item, Varargs args, int at) {
        String digits = item.group(3);
        int precision = digits == null ? -1 : digits.isEmpty() ? 0 : Integer.parseInt(digits);
        char kind = item.group(4).charAt(0);
        return switch (kind) {
            case 'd', 'i' -> integer(Numbers.truncated(args.checkdouble(at)), precision);
            case 'u' -> Long.toUnsignedString(Numbers.truncated(args.checkdouble(at)));
            case 'x' -> Long.toHexString(Numbers.truncated(args.checkdouble(at)));
            case 'X' ->
                Long.toHexString(Numbers.truncated(args.checkdouble(at))).toUpperCase(Locale.ROOT);
            case 'o' -> Long.toOctalString(Numbers.truncated(args.checkdouble(at)));
            case 'c' -> String.valueOf((char) (args.checkint(at) & 0xff));
            case 'f' -> fixed(args.checkdouble(at), precision < 0 ? 6 : precision);
            case 'e' -> scientific(args.checkdouble(at), precision < 0 ? 6 : precision);
            case 'g' -> Numbers.general(args.checkdouble(at), precision < 0 ? 6 : Math.max(1, precision));
            case 's' -> cut(Bytes.of(text(args.checkvalue(at))), precision);
            default -> throw new LuaError("invalid option '%" + kind + "' to 'format'");
        };
    }

    /** {@return what {@code tostring} makes of it} */
    static LuaString text(LuaValue value) {
        if (value.type() == LuaValue.TNUMBER) {
            return Bytes.lua(Numbers.general(value.todouble(), 14));
        }
        return value instanceof LuaString text ? text : LuaString.valueOf(value.tojstring());
    }

    private static String integer(long number, int precision) {
        String text = Long.toString(number);
        String digits = text.startsWith("-") ? text.substring(1) : text;
        return (text.startsWith("-") ? "-" : "") + "0".repeat(Math.max(0, precision - digits.length())) + digits;
    }

    private static String fixed(double number, int precision) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            return Numbers.special(number);
        }
        if (precision == 0 && number == (long) number && Math.abs(number) < EXACT && number != 0) {
            return Long.toString((long) number);
        }
        String sign = Double.doubleToRawLongBits(number) < 0 ? "-" : "";
        return sign
                + new BigDecimal(Math.abs(number))
                        .setScale(precision, RoundingMode.HALF_EVEN)
                        .toPlainString();
    }

    private static String scientific(double number, int precision) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            return Numbers.special(number);
        }
        String sign = Double.doubleToRawLongBits(number) < 0 ? "-" : "";
        BigDecimal rounded =
                new BigDecimal(Math.abs(number)).round(new MathContext(precision + 1, RoundingMode.HALF_EVEN));
        int exponent = number == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
        String digits = rounded.scaleByPowerOfTen(-exponent)
                .setScale(precision, RoundingMode.HALF_EVEN)
                .toPlainString();
        return sign + digits + "e" + Numbers.exponent(exponent);
    }

    private static String cut(String text, int precision) {
        return precision < 0 || precision >= text.length() ? text : text.substring(0, precision);
    }

    private static String padded(Matcher item, String text) {
        String flags = item.group(1);
        char kind = item.group(4).charAt(0);
        boolean number = kind != 's' && kind != 'c';
        boolean signed = number && kind != 'u' && kind != 'x' && kind != 'X' && kind != 'o' && !text.startsWith("-");
        String sign = signed && flags.contains("+") ? "+" : signed && flags.contains(" ") ? " " : "";
        String all = sign + text;
        int missing = item.group(2).isEmpty() ? 0 : Integer.parseInt(item.group(2)) - all.length();
        if (missing <= 0) {
            return all;
        } else if (flags.contains("-")) {
            return all + " ".repeat(missing);
        } else if (number && flags.contains("0") && !(item.group(3) != null && (kind == 'd' || kind == 'i'))) {
            int digits = all.startsWith("-") || !sign.isEmpty() ? 1 : 0;
            return all.substring(0, digits) + "0".repeat(missing) + all.substring(digits);
        }
        return " ".repeat(missing) + all;
    }
}
