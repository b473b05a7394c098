package io.holdfast.redis;

import io.holdfast.spi.Held;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Renews many claims with few requests. */
final class Renewals {

    /** How many fit into one request: a script runs alone on its server, so it should not take long. */
    private static final int CHUNK = 500;

    private final ScriptRunner requests;
    private final String prefix;

    Renewals(ScriptRunner requests, String prefix) {
        this.requests = requests;
        this.prefix = prefix;
    }

    List<CompletionStage<Optional<Duration>>> renew(List<Held> claims) {
        List<CompletionStage<Optional<Duration>>> answers = new ArrayList<>(claims.size());
        for (int from = 0; from < claims.size(); from += CHUNK) {
            renewTogether(claims.subList(from, Math.min(claims.size(), from + CHUNK)), answers);
        }
        return answers;
    }

    private void renewTogether(List<Held> claims, List<CompletionStage<Optional<Duration>>> answers) {
        int count = claims.size();
        String[] keys = new String[count];
        String[] args = new String[3 * count];
        for (int i = 0; i < count; i++) {
            Held held = claims.get(i);
            keys[i] = prefix + held.name();
            args[3 * i] = LockValue.text(held.owner(), held.token());
            args[3 * i + 1] = RedisSession.millis(held.lease());
            args[3 * i + 2] = RedisSession.millis(held.lockDelay());
        }
        CompletableFuture<List<Object>> reply =
                requests.run(count == 1 ? claims.get(0).name() : null, Script.RENEW, keys, args, Function.identity());
        for (int i = 0; i < count; i++) {
            int index = i;
            answers.add(reply.thenApply(times -> left((Long) times.get(index))));
        }
    }

    private static Optional<Duration> left(long millis) {
        return millis < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(millis));
    }
}
