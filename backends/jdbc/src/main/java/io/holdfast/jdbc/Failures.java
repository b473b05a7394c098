package io.holdfast.jdbc;

import io.holdfast.HoldfastException;
import io.holdfast.StoreConfigurationException;
import io.holdfast.StoreUnavailableException;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a failure of a database or its driver means to a user: one place for all of them. */
final class Failures {

    private static final Set<String> NO_TABLE = Set.of("42P01", "42S02", "3F000");
    private static final Set<String> NO_RIGHT = Set.of("42501");
    private static final Set<String> NO_LOGIN = Set.of("28P01", "28000", "3D000");
    private static final Set<Integer> NO_RIGHT_CODES = Set.of(1142, 1044, 1143, 1227, 1370, 90096);
    private static final Set<Integer> NO_LOGIN_CODES = Set.of(1045, 1049, 28000);
    private static final Set<Integer> NO_TABLE_CODES = Set.of(1146, 42102, 42103, 42104);

    private final String store;
    private final Tables tables;

    Failures(String store, Tables tables) {
        this.store = store;
        this.tables = tables;
    }

    String store() {
        return store;
    }

    /** {@return what to tell of a failure that the dialect calls by a name} */
    HoldfastException of(@Nullable String lock, Failure failure, SQLException error) {
        String why = words(error);
        if (isMissingTable(error)) {
            return configuration(
                    lock,
                    "its tables are missing, or too old (" + why
                            + "): create them as docs/jdbc.md shows, or have them created"
                            + " with holdfast.createTables=true in the URI, or with JdbcStore.builder(…).createTables()",
                    error);
        }
        if (NO_LOGIN_CODES.contains(error.getErrorCode()) || NO_LOGIN.contains(state(error))) {
            return configuration(lock, "it does not let this user in (" + why + ")", error);
        }
        if (NO_RIGHT_CODES.contains(error.getErrorCode()) || NO_RIGHT.contains(state(error))) {
            return configuration(
                    lock,
                    "this user's rights do not suffice (" + why
                            + "): it has to SELECT, INSERT, UPDATE and DELETE in all of Holdfast's tables",
                    error);
        }
        return switch (failure) {
            case NEVER -> configuration(lock, why, error);
            case ELSEWHERE ->
                unavailable(lock, "it takes no writes here now; a failover may be under way (" + why + ")", error);
            case AGAIN -> unavailable(lock, "others were in the way for too long (" + why + ")", error);
            case UNKNOWN -> unavailable(lock, why, error);
        };
    }

    /** {@return what to tell if no connection was to be had} */
    HoldfastException notConnected(@Nullable String lock, Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException refused
                    && (NO_LOGIN_CODES.contains(refused.getErrorCode()) || NO_LOGIN.contains(state(refused)))) {
                return of(lock, Failure.NEVER, refused);
            }
        }
        return unavailable(lock, "there was no connection to be had (" + words(error) + ")", error);
    }

    /** {@return what to tell if a request did not get its turn: it was not sent} */
    StoreUnavailableException notSent(@Nullable String lock, long millis) {
        return unavailable(
                lock,
                "there was no connection to be had within " + millis
                        + " ms; is the pool exhausted? A pool that Holdfast shares"
                        + " needs room for it, also while transactions of the application wait for locks",
                null);
    }

    /** {@return what to tell if a request stood behind another one to the same lock: it was not sent} */
    StoreUnavailableException notItsTurn(@Nullable String lock, long millis) {
        return unavailable(
                lock,
                "an earlier request to this lock was not answered within " + millis
                        + " ms; if that goes on, another session may" + " have locked its row in " + tables.lock,
                null);
    }

    /** {@return what to tell if there was no answer} */
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

    private static boolean isMissingTable(SQLException error) {
        return NO_TABLE.contains(state(error))
                || NO_TABLE_CODES.contains(error.getErrorCode())
                || String.valueOf(error.getMessage()).contains("no such table");
    }

    private static String state(SQLException error) {
        return error.getSQLState() == null ? "" : error.getSQLState();
    }

    /** {@return the innermost words: what wraps them mostly says less} */
    private static String words(Throwable error) {
        Throwable cause = error;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String words = String.valueOf(cause.getMessage()).strip();
        return words.endsWith(".") ? words.substring(0, words.length() - 1) : words;
    }
}
