package io.holdfast.jdbc;

import io.holdfast.spi.Held;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Renews claims, many in one transaction. Locks whose rows somebody else has locked are left out of that and renewed one by
 * one, so that a lock that is stuck costs nobody else's lease.
 */
final class Renewals {

    private static final int MOST = 200;

    /** The claims to one lock, and who waits for the answers. */
    private static final class Part {

        final String name;
        final List<Held> claims = new ArrayList<>(1);
        final List<CompletableFuture<Optional<Duration>>> answers = new ArrayList<>(1);

        Part(String name) {
            this.name = name;
        }

        CompletionStage<Optional<Duration>> add(Held held) {
            CompletableFuture<Optional<Duration>> answer = new CompletableFuture<>();
            claims.add(held);
            answers.add(answer);
            return answer;
        }

        List<Optional<Duration>> renew(StoredQueue stored) {
            return claims.stream()
                    .map(held -> stored.queue().renew(held, stored.now()))
                    .toList();
        }

        void answer(@Nullable List<Optional<Duration>> renewed, @Nullable Throwable error) {
            for (int i = 0; i < answers.size(); i++) {
                if (renewed != null) {
                    answers.get(i).complete(renewed.get(i));
                } else if (error != null) {
                    answers.get(i).completeExceptionally(error);
                }
            }
        }
    }

    private final Requests requests;
    private final Queues queues;

    Renewals(Requests requests, Queues queues) {
        this.requests = requests;
        this.queues = queues;
    }

    List<CompletionStage<Optional<Duration>>> renew(List<Held> claims) {
        Map<String, Part> parts = new LinkedHashMap<>();
        List<CompletionStage<Optional<Duration>>> answers = new ArrayList<>(claims.size());
        for (Held held : claims) {
            answers.add(parts.computeIfAbsent(held.name(), Part::new).add(held));
        }
        List<Part> all = new ArrayList<>(parts.values());
        if (all.size() == 1) {
            Part part = all.get(0);
            requests.run(part.name, transaction -> queues.step(transaction, part.name, List.of(), false, part::renew))
                    .whenComplete(part::answer);
        } else {
            for (int i = 0; i < all.size(); i += MOST) {
                many(all.subList(i, Math.min(all.size(), i + MOST)));
            }
        }
        return answers;
    }

    /** Tries by itself, again and again and without waiting at the database: there may be many such. */
    private void skipped(Part part) {
        requests.run(part.name, transaction -> queues.stepIfFree(transaction, part.name, part::renew))
                .whenComplete(part::answer);
    }

    private void many(List<Part> parts) {
        List<String> names = parts.stream().map(part -> part.name).toList();
        requests.runApart(transaction -> {
                    Map<String, StoredQueue> stored = transaction.lock(names, List.of(), Locking.SKIP);
                    Map<Part, List<Optional<Duration>>> renewed = new LinkedHashMap<>();
                    for (Part part : parts) {
                        StoredQueue queue = stored.get(part.name);
                        if (queue != null) {
                            renewed.put(part, part.renew(queue));
                        }
                    }
                    queues.commit(transaction, stored.values());
                    return renewed;
                })
                .whenComplete((renewed, error) -> {
                    for (Part part : parts) {
                        if (error == null && !renewed.containsKey(part)) {
                            skipped(part);
                        } else {
                            part.answer(error == null ? renewed.get(part) : null, error);
                        }
                    }
                });
    }
}
