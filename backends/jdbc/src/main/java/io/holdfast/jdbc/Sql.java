package io.holdfast.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * A statement and what is bound to it: whatever users can choose is bound, and never becomes part of the text.
 *
 * @param text the statement
 * @param values what is bound to it: bytes, texts and whole numbers
 */
record Sql(String text, List<Object> values) {

    static Sql of(String text, Object... values) {
        return new Sql(text, List.of(values));
    }

    /** {@return the name of a lock as it stands in the tables} */
    static byte[] bytes(String name) {
        return name.getBytes(UTF_8);
    }

    /** {@return the name of a lock, from how it stands in the tables} */
    static String text(byte[] name) {
        return new String(name, UTF_8);
    }

    /** {@return as many question marks as there are values, in parentheses} */
    static String places(Collection<?> values) {
        return "(" + String.join(", ", Collections.nCopies(values.size(), "?")) + ")";
    }

    /** {@return several statements as one text, as PostgreSQL takes them in one message} */
    static Sql all(List<Sql> statements) {
        StringBuilder text = new StringBuilder();
        List<Object> values = new ArrayList<>();
        for (Sql statement : statements) {
            text.append(text.isEmpty() ? "" : "; ").append(statement.text);
            values.addAll(statement.values);
        }
        return new Sql(text.toString(), values);
    }

    /** Binds its values. */
    void bind(PreparedStatement statement) throws SQLException {
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            if (value instanceof byte[] bytes) {
                statement.setBytes(i + 1, bytes);
            } else if (value instanceof String text) {
                statement.setString(i + 1, text);
            } else if (value instanceof Integer number) {
                statement.setInt(i + 1, number);
            } else {
                statement.setLong(i + 1, (Long) value);
            }
        }
    }
}
