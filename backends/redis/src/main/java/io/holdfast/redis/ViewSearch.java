package io.holdfast.redis;

import io.holdfast.StoreConfigurationException;
import io.holdfast.spi.Environment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Asks nodes which of them has which slot, until one has answered: a few at once, and more when these fail or are slow.
 * Which view is taken matters little, since a node that is asked in vain names the right one.
 */
final class ViewSearch {

    private static final int AT_ONCE = 3;
    private static final Duration SLOW = Duration.ofMillis(250);

    private final ClusterNodes nodes;
    private final Environment environment;
    private final Iterator<NodeAddress> candidates;
    private final CompletableFuture<ClusterView> found = new CompletableFuture<>();
    private int awaited;
    private @Nullable Throwable failure;

    ViewSearch(ClusterNodes nodes, Environment environment, List<NodeAddress> candidates) {
        this.nodes = nodes;
        this.environment = environment;
        this.candidates = candidates.iterator();
    }

    CompletableFuture<ClusterView> find() {
        askMore();
        return found;
    }

    private void askMore() {
        if (found.isDone()) {
            return;
        }
        List<NodeAddress> some = some();
        if (some.isEmpty()) {
            return;
        }
        Environment.Cancellable timer = environment.scheduler().schedule(this::askMore, SLOW.toNanos());
        var unused = found.whenComplete((view, error) -> timer.cancel());
        for (NodeAddress node : some) {
            CompletionStage<ClusterView> answer = nodes.at(node)
                    .requests()
                    .<List<Object>, ClusterView>call(
                            null, "", commands -> commands.clusterSlots(), reply -> view(reply, node));
            answer.whenComplete(this::heard);
        }
    }

    private synchronized List<NodeAddress> some() {
        List<NodeAddress> some = new ArrayList<>();
        while (some.size() < AT_ONCE && candidates.hasNext()) {
            some.add(candidates.next());
        }
        awaited += some.size();
        return some;
    }

    private static ClusterView view(List<Object> reply, NodeAddress node) {
        if (reply.isEmpty()) {
            throw new IllegalStateException(node + " knows of no slots (CLUSTERDOWN)");
        }
        return ClusterView.of(reply, node);
    }

    private void heard(@Nullable ClusterView view, @Nullable Throwable error) {
        if (view != null) {
            found.complete(view);
            return;
        }
        Throwable worst = null;
        boolean more;
        synchronized (this) {
            // What is wrong with the configuration says more than what is out of reach.
            failure = failure instanceof StoreConfigurationException ? failure : error;
            awaited--;
            more = awaited == 0 && candidates.hasNext();
            worst = awaited == 0 && !more ? failure : null;
        }
        if (more) {
            askMore();
        } else if (worst != null) {
            found.completeExceptionally(worst);
        }
    }
}
