package io.holdfast.simulation.server;

import java.util.LinkedHashMap;
import java.util.Map;

/** A hash. Its fields are in the order in which they came, as Redis has those of small ones. */
final class FieldMap {

    private final Object stamp;
    private final Map<String, String> fields;

    FieldMap(Object stamp) {
        this(stamp, new LinkedHashMap<>());
    }

    private FieldMap(Object stamp, Map<String, String> fields) {
        this.stamp = stamp;
        this.fields = fields;
    }

    /** {@return one that may be changed by whoever has that stamp} */
    FieldMap owned(Object by) {
        return stamp == by ? this : new FieldMap(by, new LinkedHashMap<>(fields));
    }

    Map<String, String> fields() {
        return fields;
    }

    @Override
    public String toString() {
        return fields.toString();
    }
}
