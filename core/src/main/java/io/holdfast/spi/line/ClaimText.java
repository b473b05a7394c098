package io.holdfast.spi.line;

import io.holdfast.ClientInfo;
import io.holdfast.spi.Ask;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What a claim says of itself to those who look.
 *
 * @param client whose it is
 * @param lease its lease
 * @param since when it was entered, in milliseconds since 1970 by the clock of its client
 * @param note its note
 */
record ClaimText(ClientInfo client, Duration lease, long since, String note) {

    private static final int PARTS = 8;

    static String of(ClientInfo client, Ask ask, long now) {
        return String.join(
                " ",
                client.id(),
                Long.toString(client.pid()),
                Long.toString(client.started().toEpochMilli()),
                Encoding.encode(client.host()),
                Encoding.encode(client.application()),
                Long.toString(ask.lease().toMillis()),
                Long.toString(now),
                Encoding.encode(ask.note()));
    }

    /** {@return what was said; empty if that was not a claim of ours} */
    static Optional<ClaimText> read(String text) {
        String[] parts = text.split(" ", -1);
        if (parts.length != PARTS) {
            return Optional.empty();
        }
        try {
            ClientInfo client = new ClientInfo(
                    parts[0],
                    Encoding.decode(parts[4]),
                    Encoding.decode(parts[3]),
                    Long.parseLong(parts[1]),
                    Instant.ofEpochMilli(Long.parseLong(parts[2])));
            return Optional.of(new ClaimText(
                    client,
                    Duration.ofMillis(Long.parseLong(parts[5])),
                    Long.parseLong(parts[6]),
                    Encoding.decode(parts[7])));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
