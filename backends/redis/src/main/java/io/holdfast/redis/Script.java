package io.holdfast.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.LockKind;
import io.holdfast.spi.Demand;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Lua script, one per operation: see the file of the same name. Those that change who holds a lock come in two forms, of
 * which one knows mutexes and the other what is shared.
 */
enum Script {
    ACQUIRE("acquire.lua", "mutex"),
    ACQUIRE_ALL("acquire-all.lua", "mutex"),
    POLL("poll.lua", "mutex"),
    RELEASE("release.lua", "mutex"),
    FREE("free.lua", "mutex"),
    ABANDON("abandon.lua", "mutex"),
    ACQUIRE_SHARED("acquire.lua", "shared"),
    POLL_SHARED("poll.lua", "shared"),
    RELEASE_SHARED("release.lua", "shared"),
    FREE_SHARED("free.lua", "shared"),
    ABANDON_SHARED("abandon.lua", "shared"),
    DOWNGRADE("downgrade.lua", "shared"),
    RESIZE("resize.lua", "shared"),
    RENEW("renew.lua", ""),
    KEEP("keep.lua", ""),
    INSPECT("inspect.lua", ""),
    QUORUM_ACQUIRE("quorum/acquire.lua", ""),
    QUORUM_AGREE("quorum/agree.lua", ""),
    QUORUM_RENEW("quorum/renew.lua", ""),
    QUORUM_HEAL("quorum/heal.lua", ""),
    QUORUM_RELEASE("quorum/release.lua", ""),
    QUORUM_ABANDON("quorum/abandon.lua", ""),
    QUORUM_HINT("quorum/hint.lua", ""),
    QUORUM_INSPECT("quorum/inspect.lua", "");

    private final String source;
    private final String digest;

    Script(String file, String kind) {
        this.source = include(file, kind);
        this.digest = sha1(source);
    }

    /** {@return the form of the operation for what a claim asks for} */
    Script on(Demand demand) {
        if (demand.kind() == LockKind.MUTEX) {
            return this;
        }
        return switch (this) {
            case ACQUIRE -> ACQUIRE_SHARED;
            case POLL -> POLL_SHARED;
            case RELEASE -> RELEASE_SHARED;
            case FREE -> FREE_SHARED;
            case ABANDON -> ABANDON_SHARED;
            default -> this;
        };
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
    private static String include(String file, String kind) {
        return Pattern.compile("^--@include (.*)$", Pattern.MULTILINE)
                .matcher(read(file).replace("<kind>", kind))
                .replaceAll(named -> Matcher.quoteReplacement(include(named.group(1), kind)));
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
