package io.holdfast.redis;

import io.holdfast.ClientInfo;
import io.holdfast.spi.Environment;
import io.holdfast.spi.SessionContext;
import io.lettuce.core.SetArgs;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A client's own key, once per client and not per lock, by which others see who it is. It ends with the client. */
final class Presence {

    private static final Duration EVERY = Duration.ofMinutes(1);
    private static final Duration AGAIN = Duration.ofSeconds(1);
    private static final Duration LIFE = EVERY.multipliedBy(3);
    private static final long LAST_WORD_MILLIS = 200;

    private static final Pattern TEXT =
            Pattern.compile("pid=(-?\\d+) started=(-?\\d+) host=(\\S*) application=(.*)", Pattern.DOTALL);

    private final Servers servers;
    private final Environment environment;
    private final ClientInfo client;
    private final CompletableFuture<Void> tried = new CompletableFuture<>();
    private Environment.@Nullable Cancellable next;
    private volatile boolean ended;

    Presence(Servers servers, SessionContext context) {
        this.servers = servers;
        this.environment = context.environment();
        this.client = context.client();
    }

    static String key(String client) {
        return "holdfast:client:" + client;
    }

    /** Says who this is, now and again. */
    void announce() {
        if (ended) {
            return;
        }
        String text = "pid=" + client.pid() + " started=" + client.started().toEpochMilli() + " host="
                + client.host().replaceAll("\\s", "_") + " application=" + client.application();
        CompletionStage<Boolean> announced = servers.call(
                null,
                key(client.id()),
                commands -> commands.set(key(client.id()), text, SetArgs.Builder.px(LIFE.toMillis())),
                done -> true);
        // Who is not known is left out of what is seen of deadlocks, so a word that did not get through is repeated
        // soon.
        announced.whenComplete((done, error) -> {
            later(error == null ? EVERY : AGAIN);
            tried.complete(null);
        });
    }

    /** {@return completes when the first word was understood, or did not get through} */
    CompletableFuture<Void> tried() {
        return tried;
    }

    private synchronized void later(Duration delay) {
        if (!ended) {
            next = environment.scheduler().schedule(this::announce, delay.toNanos());
        }
    }

    /** Takes the word back, if that can be done in a moment. */
    void end() {
        synchronized (this) {
            ended = true;
            if (next != null) {
                next.cancel();
            }
        }
        if (!servers.isConnected()) {
            return;
        }
        try {
            servers.call(null, key(client.id()), commands -> commands.del(key(client.id())), done -> true)
                    .get(LAST_WORD_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // It ends by itself.
            return;
        }
    }

    /** {@return who wrote that} */
    static Optional<ClientInfo> read(String id, @Nullable String text) {
        Matcher parts = TEXT.matcher(text == null ? "" : text);
        return parts.matches()
                ? Optional.of(new ClientInfo(
                        id,
                        parts.group(4),
                        parts.group(3),
                        Long.parseLong(parts.group(1)),
                        Instant.ofEpochMilli(Long.parseLong(parts.group(2)))))
                : Optional.empty();
    }
}
