package io.holdfast.etcd;

import io.etcd.jetcd.common.exception.ErrorCode;
import io.etcd.jetcd.common.exception.EtcdException;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.holdfast.HoldfastException;
import io.holdfast.StoreConfigurationException;
import io.holdfast.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What a failure of etcd or its client means to a user: one place for all of them. */
final class Failures {

    private static final String NO_LEASE = "requested lease not found";

    private final String store;
    private final String prefix;

    Failures(String store, String prefix) {
        this.store = store;
        this.prefix = prefix;
    }

    String store() {
        return store;
    }

    HoldfastException of(@Nullable String lock, Throwable error) {
        List<Throwable> causes = causes(error);
        for (Throwable cause : causes) {
            if (cause instanceof HoldfastException known) {
                return known;
            }
        }
        String words = words(causes);
        if (says(words, "authentication failed", "user name is empty", "user name not found")) {
            return configuration(lock, "it does not let this user in (" + words + ")", error);
        }
        if (says(words, "authentication is not enabled")) {
            return configuration(
                    lock,
                    "there is a user in the URI, but etcd's authentication is switched off (" + words
                            + "): leave the user out, or switch it on with 'etcdctl auth enable'",
                    error);
        }
        if (has(causes, Status.Code.PERMISSION_DENIED) || says(words, "permission denied")) {
            return configuration(
                    lock,
                    "this user's rights do not suffice (" + words + "): it has to read and write all keys that start"
                            + " with '" + prefix
                            + "', as by 'etcdctl role grant-permission ROLE readwrite --prefix=true "
                            + prefix + "'",
                    error);
        }
        if (causes.stream().anyMatch(SSLException.class::isInstance)) {
            return configuration(
                    lock, "there was no agreement on TLS (" + words + "): see the options ca, cert and key", error);
        }
        return unavailable(lock, words, error);
    }

    /** {@return whether it was refused since the etcd lease that it was to live by is gone: it was not executed} */
    static boolean isNoLease(Throwable error) {
        List<Throwable> causes = causes(error);
        return words(causes).contains(NO_LEASE);
    }

    /** {@return whether the connection itself may be of no use any more} */
    static boolean isNoConnection(Throwable error) {
        return has(causes(error), Status.Code.UNAVAILABLE) || isNoAnswer(error);
    }

    static boolean isNoAnswer(Throwable error) {
        return has(causes(error), Status.Code.DEADLINE_EXCEEDED);
    }

    StoreUnavailableException notAnswered(@Nullable String lock, long millis) {
        return unavailable(lock, "it did not answer within " + millis + " ms", null);
    }

    StoreUnavailableException closed(@Nullable String lock) {
        return unavailable(lock, "this client is closed", null);
    }

    StoreUnavailableException unavailable(@Nullable String lock, String why, @Nullable Throwable cause) {
        return new StoreUnavailableException(lock, store + " cannot be used now: " + why + ".", cause);
    }

    StoreConfigurationException configuration(@Nullable String lock, String why, @Nullable Throwable cause) {
        return new StoreConfigurationException(lock, store + " cannot be used like this: " + why + ".", cause);
    }

    private static boolean says(String words, String... ones) {
        for (String one : ones) {
            if (words.contains(one)) {
                return true;
            }
        }
        return false;
    }

    private static boolean has(List<Throwable> causes, Status.Code code) {
        return causes.stream().anyMatch(cause -> code(cause) == code);
    }

    private static Status.@Nullable Code code(Throwable cause) {
        if (cause instanceof StatusRuntimeException failed) {
            return failed.getStatus().getCode();
        }
        if (cause instanceof StatusException failed) {
            return failed.getStatus().getCode();
        }
        return cause instanceof EtcdException failed && failed.getErrorCode() == ErrorCode.UNAVAILABLE
                ? Status.Code.UNAVAILABLE
                : null;
    }

    /** {@return what was said, outermost first: the reason is mostly further in} */
    private static String words(List<Throwable> causes) {
        String words = causes.stream()
                .filter(cause -> !(cause instanceof CompletionException))
                .map(cause -> String.valueOf(cause.getMessage()).strip())
                .distinct()
                .collect(Collectors.joining("; "));
        return words.endsWith(".") ? words.substring(0, words.length() - 1) : words;
    }

    private static List<Throwable> causes(Throwable error) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable cause = error; cause != null && causes.size() < 10; cause = cause.getCause()) {
            causes.add(cause);
        }
        return causes;
    }
}
