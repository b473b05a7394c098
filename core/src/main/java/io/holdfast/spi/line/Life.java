package io.holdfast.spi.line;

/** What entries at the store live by: a session of the client's, or one of its leases there. */
@FunctionalInterface
public interface Life {

    /**
     * {@return until when the store keeps the entries for certain though nothing more is heard of the client, by
     * {@link io.holdfast.spi.Environment.Clock#nanos()}}
     */
    long until();
}
