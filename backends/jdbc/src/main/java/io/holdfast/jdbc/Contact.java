package io.holdfast.jdbc;

/**
 * Whose a claim is.
 *
 * @param client the client's id
 * @param listens whether it hears notifications
 */
record Contact(String client, boolean listens) {}
