package io.holdfast.redis;

import io.holdfast.HoldfastException;
import io.holdfast.StoreConfigurationException;
import io.holdfast.spi.Environment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way through a Cluster, until a node has executed it or its time is over. It goes to another node, or to
 * the same again, only if it was certainly not executed.
 *
 * @param <T> what is answered
 */
final class Routed<T> {

    /**
     * Sends it.
     *
     * @param <T> what is answered
     */
    @FunctionalInterface
    interface Sending<T> {

        /**
         * Sends it.
         *
         * @param node where to
         * @param asking whether on behalf of a slot that is moving to that node
         */
        CompletionStage<T> send(ClusterNode node, boolean asking);
    }

    /** How often it follows a pointer at once. Two nodes that point at each other are soon of one mind. */
    private static final int AT_ONCE = 4;

    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

    private final ClusterMap map;
    private final ClusterNodes nodes;
    private final Environment environment;
    private final int slot;
    private final long lastStart;
    private final Sending<T> sending;
    private final @Nullable Supplier<CompletableFuture<T>> whileMoving;
    private final Function<Throwable, HoldfastException> failure;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private int pointers;
    private long pause = FIRST_PAUSE;

    /**
     * Nothing is sent yet.
     *
     * @param map where the slots are
     * @param nodes the nodes
     * @param environment the time and the timer
     * @param slot the slot of its keys
     * @param lastStart when it is too late to try once more: some of its time is left for the answer, so that what was
     *     refused until then ends as refused, and not with an unknown outcome
     * @param sending sends it
     * @param whileMoving what to do instead while the slot is moving, if not to wait
     * @param failure what an error means
     */
    Routed(
            ClusterMap map,
            ClusterNodes nodes,
            Environment environment,
            int slot,
            long lastStart,
            Sending<T> sending,
            @Nullable Supplier<CompletableFuture<T>> whileMoving,
            Function<Throwable, HoldfastException> failure) {
        this.map = map;
        this.nodes = nodes;
        this.environment = environment;
        this.slot = slot;
        this.lastStart = lastStart;
        this.sending = sending;
        this.whileMoving = whileMoving;
        this.failure = failure;
    }

    CompletableFuture<T> start() {
        begin();
        return answer;
    }

    private void begin() {
        NodeAddress owner = map.owner(slot);
        if (owner != null) {
            send(owner, false);
            return;
        }
        var unused = map.refresh().whenComplete((done, error) -> {
            Throwable reason = error == null ? new IllegalStateException("no node has the slot " + slot) : error;
            later(failure.apply(reason));
        });
    }

    private void send(NodeAddress to, boolean asking) {
        sending.send(nodes.at(to), asking).whenComplete((value, error) -> {
            if (error == null) {
                answer.complete(value);
            } else {
                Redirect.of(error, to).ifPresentOrElse(redirect -> follow(redirect, error), () -> fail(error));
            }
        });
    }

    /** Its outcome is unknown. If the node is silent, another may have taken its place. */
    private void fail(Throwable error) {
        var unused = map.refresh();
        answer.completeExceptionally(error);
    }

    private void follow(Redirect redirect, Throwable error) {
        NodeAddress to = redirect.to();
        if (nodes.isClosed()) {
            answer.completeExceptionally(error);
            return;
        }
        if (to != null) {
            boolean asking = redirect.kind() == Redirect.Kind.ASK;
            if (!asking) {
                map.moved(slot, to);
            }
            if (++pointers <= AT_ONCE) {
                send(to, asking);
                return;
            }
        } else if (redirect.kind() == Redirect.Kind.NOBODY) {
            var unused = map.refresh();
        } else if (whileMoving != null) {
            forward(whileMoving.get(), answer);
            return;
        }
        later(error);
    }

    /** Completes one as the other. */
    static <T> void forward(CompletionStage<T> from, CompletableFuture<T> to) {
        from.whenComplete((value, error) -> {
            if (error == null) {
                to.complete(value);
            } else {
                to.completeExceptionally(error);
            }
        });
    }

    private void later(Throwable error) {
        boolean hopeless = nodes.isClosed() || error instanceof StoreConfigurationException;
        if (hopeless || environment.clock().nanos() + pause - lastStart >= 0) {
            answer.completeExceptionally(error);
            return;
        }
        environment.scheduler().schedule(this::begin, pause);
        pause = Math.min(LONGEST_PAUSE, 2 * pause);
    }
}
