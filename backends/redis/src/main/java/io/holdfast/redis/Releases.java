package io.holdfast.redis;

import static java.util.concurrent.CompletableFuture.completedFuture;

import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Freed;
import io.holdfast.spi.Held;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Gives claims back.
 *
 * <p>While the lock's slot moves between nodes of a Cluster, scripts with several keys cannot be run. Then the lock alone
 * is given up, and nobody is handed it: the first who waits finds it when the slot has arrived.
 */
final class Releases {

    private static final Answer GONE = new Answer.Gone();

    private final Servers servers;
    private final String prefix;
    private final AskArguments arguments;
    private final boolean apart;
    private final Function<Ask, CompletionStage<Answer>> join;

    /**
     * Releases on these servers.
     *
     * @param servers the servers
     * @param prefix what the keys start with
     * @param arguments how a claim is put to the scripts
     * @param apart whether a claim that joins again always does so in a request of its own
     * @param join has a claim ask and join, in a request of its own
     */
    Releases(
            Servers servers,
            String prefix,
            AskArguments arguments,
            boolean apart,
            Function<Ask, CompletionStage<Answer>> join) {
        this.servers = servers;
        this.prefix = prefix;
        this.arguments = arguments;
        this.apart = apart;
        this.join = join;
    }

    CompletionStage<Freed> release(Held held, Duration keepFor, Optional<Ask> rejoin) {
        if (apart && rejoin.isPresent()) {
            return release(held, keepFor, Optional.empty())
                    .thenCompose(freed ->
                            join.apply(rejoin.get()).thenApply(answer -> new Freed(freed.held(), Optional.of(answer))));
        }
        LockKeys keys = LockKeys.of(prefix, held.name());
        HeldText text = HeldText.of(held);
        List<String> what = List.of(
                LockType.of(held.demand()).text(),
                text.claim(),
                text.token(),
                RedisSession.millis(held.lockDelay()),
                RedisSession.millis(keepFor));
        return servers.run(
                held.name(),
                Script.RELEASE.on(held.demand()),
                keys.declared(held.demand(), rejoin.map(Ask::owner).orElse(null)),
                rejoin.map(ask -> arguments.behind(what, ask, keys)).orElseGet(() -> what.toArray(String[]::new)),
                reply -> Answers.freed(rejoin, reply),
                () -> free(held, keys, what, rejoin));
    }

    private CompletableFuture<Freed> free(Held held, LockKeys keys, List<String> what, Optional<Ask> rejoin) {
        CompletableFuture<Freed> freed = servers.run(
                held.name(),
                Script.FREE.on(held.demand()),
                new String[] {keys.lock()},
                what.toArray(String[]::new),
                reply -> Answers.freed(Optional.empty(), reply));
        return rejoin.isEmpty() ? freed : freed.thenCompose(done -> rejoin(done.held(), rejoin.get()));
    }

    private CompletionStage<Freed> rejoin(boolean held, Ask ask) {
        return join.apply(ask)
                .handle((answer, error) -> {
                    if (error == null) {
                        return completedFuture(answer);
                    }
                    // Certainly not in the queue: it can ask anew, and the release is known to have succeeded.
                    return Redirect.isIn(error) ? completedFuture(GONE) : CompletableFuture.<Answer>failedFuture(error);
                })
                .thenCompose(answer -> answer)
                .thenApply(answer -> new Freed(held, Optional.of(answer)));
    }
}
