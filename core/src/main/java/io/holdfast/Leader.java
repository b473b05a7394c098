package io.holdfast;

import java.util.Optional;

/**
 * Who leads.
 *
 * @param client whose candidate it is, if the store knows
 * @param data what the candidate said of itself, or empty
 * @param token the fencing token of its term, or of the first one if it was passed on within that client
 */
public record Leader(Optional<ClientInfo> client, String data, long token) {}
