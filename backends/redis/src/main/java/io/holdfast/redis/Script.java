package io.holdfast.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Lua script, one per operation: see the file of the same name. */
enum Script {
    ACQUIRE("acquire.lua"),
    POLL("poll.lua"),
    RELEASE("release.lua"),
    FREE("free.lua"),
    ABANDON("abandon.lua"),
    RENEW("renew.lua"),
    INSPECT("inspect.lua");

    private final String source;
    private final String digest;

    Script(String file) {
        this.source = include(file);
        this.digest = sha1(source);
    }

    /** {@return the whole text} */
    String source() {
        return source;
    }

    /** {@return the name under which a server keeps it} */
    String digest() {
        return digest;
    }

    /** {@return a file, with others in the place of lines that name them} */
    private static String include(String file) {
        return Pattern.compile("^--@include (.*)$", Pattern.MULTILINE)
                .matcher(read(file))
                .replaceAll(named -> Matcher.quoteReplacement(read(named.group(1))));
    }

    private static String read(String file) {
        try (InputStream in = Script.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("There is no " + file + " beside " + Script.class);
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha1(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
