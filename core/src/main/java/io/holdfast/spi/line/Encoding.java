package io.holdfast.spi.line;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/**
 * Writes any text with letters, digits and a few signs that mean nothing to a store, so that it can be part of a path. A text
 * that starts with another is written so that it does, too.
 */
public final class Encoding {

    private static final String SIGNS = "-_:@,+=";
    private static final char ESCAPE = '%';

    private Encoding() {}

    /**
     * {@return a text as it is written}
     *
     * @param text any text
     */
    public static String encode(String text) {
        StringBuilder written = new StringBuilder(text.length() + 8);
        for (byte each : text.getBytes(UTF_8)) {
            char sign = (char) (each & 0xff);
            // A name of one or two dots is the only one with a meaning.
            if (isPlain(sign) || (sign == '.' && !written.isEmpty())) {
                written.append(sign);
            } else {
                written.append(ESCAPE)
                        .append(Character.forDigit(sign >> 4, 16))
                        .append(Character.forDigit(sign & 15, 16));
            }
        }
        return written.toString();
    }

    private static boolean isPlain(char sign) {
        return (sign >= 'a' && sign <= 'z')
                || (sign >= 'A' && sign <= 'Z')
                || (sign >= '0' && sign <= '9')
                || SIGNS.indexOf(sign) >= 0;
    }

    /**
     * {@return the text that was written so}
     *
     * @param written what {@link #encode} made
     * @throws IllegalArgumentException if it did not
     */
    public static String decode(String written) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(written.length());
        for (int i = 0; i < written.length(); i++) {
            char sign = written.charAt(i);
            if (sign != ESCAPE) {
                bytes.write(sign);
            } else if (i + 2 < written.length()) {
                bytes.write(Integer.parseInt(written.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                throw new IllegalArgumentException("Not a text of Holdfast's: " + written);
            }
        }
        return bytes.toString(UTF_8);
    }
}
