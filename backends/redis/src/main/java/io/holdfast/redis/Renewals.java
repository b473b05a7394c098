package io.holdfast.redis;

import io.holdfast.spi.Held;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Renews many claims with few requests. */
final class Renewals {

    /** How many fit into one request: a script runs alone on its server, so it should not take long. */
    private static final int CHUNK = 500;

    private final Servers servers;
    private final ScriptRunner scripts;
    private final String prefix;

    /**
     * Renews by a script.
     *
     * @param servers where the locks are
     * @param scripts runs the script there
     * @param prefix what the keys start with
     */
    Renewals(Servers servers, ScriptRunner scripts, String prefix) {
        this.servers = servers;
        this.scripts = scripts;
        this.prefix = prefix;
    }

    List<CompletionStage<Optional<Duration>>> renew(List<Held> claims) {
        List<Renewal> renewals = claims.stream().map(Renewal::new).toList();
        for (List<Renewal> group : servers.grouped(renewals, renewal -> prefix + renewal.held.name())) {
            for (int from = 0; from < group.size(); from += CHUNK) {
                renewTogether(group.subList(from, Math.min(group.size(), from + CHUNK)));
            }
        }
        return renewals.stream()
                .<CompletionStage<Optional<Duration>>>map(renewal -> renewal.answer)
                .toList();
    }

    private void renewTogether(List<Renewal> renewals) {
        int count = renewals.size();
        String[] keys = new String[count];
        String[] args = new String[4 * count];
        for (int i = 0; i < count; i++) {
            Held held = renewals.get(i).held;
            keys[i] = prefix + held.name();
            HeldText text = HeldText.of(held);
            args[4 * i] = text.claim();
            args[4 * i + 1] = text.token();
            args[4 * i + 2] = RedisSession.millis(held.lease());
            args[4 * i + 3] = RedisSession.millis(held.lockDelay());
        }
        var unused = scripts.<@Nullable List<Object>>run(
                        count == 1 ? renewals.get(0).held.name() : null,
                        Script.RENEW,
                        keys,
                        args,
                        times -> times,
                        count == 1 ? null : () -> renewApart(renewals))
                .whenComplete((times, error) -> {
                    if (error != null) {
                        renewals.forEach(renewal -> renewal.answer.completeExceptionally(error));
                    } else if (times != null) {
                        for (int i = 0; i < count; i++) {
                            renewals.get(i).answer.complete(left((Long) times.get(i)));
                        }
                    }
                });
    }

    /** While a slot moves, some of its keys are here and some there, and each has to be asked for by itself. */
    private CompletableFuture<@Nullable List<Object>> renewApart(List<Renewal> renewals) {
        renewals.forEach(renewal -> renewTogether(List.of(renewal)));
        return CompletableFuture.completedFuture(null);
    }

    private static Optional<Duration> left(long millis) {
        return millis < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(millis));
    }

    /** A claim to renew, and what came of it. */
    private static final class Renewal {

        private final Held held;
        private final CompletableFuture<Optional<Duration>> answer = new CompletableFuture<>();

        Renewal(Held held) {
            this.held = held;
        }
    }
}
