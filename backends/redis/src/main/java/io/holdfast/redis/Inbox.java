package io.holdfast.redis;

import io.holdfast.spi.Environment;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.Signals;
import io.holdfast.spi.Tokens;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a client hears of the locks that it was handed: one connection and one channel, whatever it waits for.
 *
 * <p>Subscribed once; Lettuce does so again after a reconnect. What is lost in between is found by a poll.
 */
final class Inbox {

    private static final Logger log = LoggerFactory.getLogger(Inbox.class);
    private static final Duration RETRY = Duration.ofSeconds(1);

    /** The scripts publish to this and the client's id. */
    private static final String CHANNEL = "holdfast:inbox:";

    private final Link<StatefulRedisPubSubConnection<String, String>> link;
    private final Environment environment;
    private final Signals signals;
    private final String channel;
    private final String prefix;
    private final boolean confirms;
    private volatile boolean closed;

    Inbox(Connector connector, SessionContext context, Settings settings) {
        this.environment = context.environment();
        this.signals = context.signals();
        this.channel = CHANNEL + context.client().id();
        this.prefix = settings.prefix();
        this.confirms = settings.replicas() != 0;
        this.link = new Link<>(
                () -> connector.connectInbox().thenApply(this::listen),
                connection -> connection,
                connector.reconnects(),
                connector.reconnects() ? () -> {} : this::openLater);
    }

    /** Connects and subscribes, and tries again until that is done. */
    void open() {
        if (closed) {
            return;
        }
        link.get().thenCompose(this::subscribe).whenComplete((done, error) -> {
            if (error != null && !closed) {
                log.debug("Not subscribed to {} yet", channel, error);
                openLater();
            }
        });
    }

    /** Goes to where the requests go now. */
    void renew() {
        link.renew().run();
        open();
    }

    private StatefulRedisPubSubConnection<String, String> listen(
            StatefulRedisPubSubConnection<String, String> connection) {
        connection.addListener(new Listener());
        return connection;
    }

    private CompletionStage<Void> subscribe(StatefulRedisPubSubConnection<String, String> connection) {
        return connection.async().subscribe(channel);
    }

    private void openLater() {
        if (!closed) {
            environment.scheduler().schedule(this::open, RETRY.toNanos());
        }
    }

    CompletionStage<Void> close() {
        closed = true;
        return link.close();
    }

    /** Takes a message, whichever way it came. */
    void receive(String message) {
        if (!closed) {
            try {
                read(message);
            } catch (RuntimeException e) {
                log.warn("Not understood on {}: {}", channel, message, e);
            }
        }
    }

    /** Reads "first last owner key"; with dashes for the tokens if the lock is free and the owner may come and get it. */
    private void read(String message) {
        int last = message.indexOf(' ') + 1;
        int owner = message.indexOf(' ', last) + 1;
        int key = message.indexOf(' ', owner) + 1;
        if (last == 0 || owner == 0 || key == 0 || !message.startsWith(prefix, key)) {
            log.warn("Not understood on {}: {}", channel, message);
            return;
        }
        String name = message.substring(key + prefix.length());
        if (message.startsWith("-") || confirms) {
            // It is free, or a grant that has to be confirmed first, which a poll does.
            signals.lookAgain(name);
        } else {
            Tokens tokens =
                    new Tokens(Long.parseLong(message, 0, last - 1, 10), Long.parseLong(message, last, owner - 1, 10));
            signals.granted(name, message.substring(owner, key - 1), tokens);
        }
    }

    private final class Listener extends RedisPubSubAdapter<String, String> {

        @Override
        public void message(String from, String message) {
            receive(message);
        }
    }
}
