package io.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.tck.Eventually;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.api.StatefulConnection;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What becomes of attempts to connect that fail. */
class LinkTest {

    private static final RuntimeException PREMATURE = new RedisConnectionException(
            "Unable to connect", new RedisConnectionException("Connection closed prematurely"));
    private static final RuntimeException WRONGPASS =
            new RedisConnectionException("Unable to connect", new RedisCommandExecutionException("WRONGPASS"));

    private final Queue<RuntimeException> failures = new ArrayDeque<>();
    private final Link<StatefulConnection<String, String>> link = new Link<>(
            () -> CompletableFuture.failedFuture(failures.remove()), connection -> connection, true, () -> {});

    @Test
    void afterAFailureThatHidesItsReasonItIsTriedSomeTimesMore() {
        failures.addAll(List.of(PREMATURE, PREMATURE, WRONGPASS));
        failures.addAll(Collections.nCopies(5, PREMATURE));
        failures.add(WRONGPASS);
        assertThatThrownBy(() -> Eventually.answered(link.get())).hasRootCauseMessage("WRONGPASS");
        assertThatThrownBy(() -> Eventually.answered(link.get())).hasRootCauseMessage("Connection closed prematurely");
        assertThat(failures).containsExactly(WRONGPASS);
    }

    @Test
    void aFailureThatSaysWhyIsNot() {
        failures.addAll(List.of(WRONGPASS, PREMATURE));
        assertThatThrownBy(() -> Eventually.answered(link.get())).hasRootCauseMessage("WRONGPASS");
        assertThat(failures).containsExactly(PREMATURE);
    }
}
