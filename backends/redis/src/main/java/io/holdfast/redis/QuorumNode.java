package io.holdfast.redis;

import io.holdfast.StoreUnavailableException;
import io.holdfast.spi.Environment;
import io.holdfast.spi.SessionContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** One of the masters of a quorum, with a connection of its own whose break or silence concerns no other. */
final class QuorumNode {

    private final String address;
    private final Environment environment;
    private final Settings settings;
    private final Standing standing;
    private final Requests requests;
    private final Inbox inbox;
    private final Presence presence;
    private final AtomicBoolean listens = new AtomicBoolean();

    /**
     * Nothing is connected yet.
     *
     * @param address how it is called
     * @param connector connects to it
     * @param context the session's
     * @param settings what was chosen
     * @param nodes all of them
     */
    QuorumNode(
            String address, Connector connector, SessionContext context, QuorumSettings settings, QuorumNodes nodes) {
        this.address = address;
        this.environment = context.environment();
        this.settings = settings.common();
        this.standing = new Standing(address, settings.quarantine());
        Connector proven =
                new ProvenConnector(connector, environment, this.settings.connectTimeout(), (server, replication) -> {
                    standing.prove(server, replication, environment.clock().nanos());
                    nodes.checkIsNoOther(this);
                });
        this.inbox = new Inbox(proven, context, this.settings);
        this.requests = new Requests(proven, environment, this.settings, Failures.ofServer(address), inbox::renew);
        this.presence = new Presence(requests, context);
    }

    String address() {
        return address;
    }

    Standing standing() {
        return standing;
    }

    Requests requests() {
        return requests;
    }

    /** {@return completes when it was reached and has proved itself, whether or not it has a vote yet} */
    CompletableFuture<Void> ready() {
        return requests.ready().thenRun(presence::announce);
    }

    /** Listens for hints, from now on. */
    void listen() {
        if (listens.compareAndSet(false, true)) {
            inbox.open();
        }
    }

    /** Runs a script whose answer counts as this node's vote, if it has one. */
    <T> CompletableFuture<T> vote(
            Duration within,
            String name,
            Script script,
            String[] keys,
            String[] args,
            Function<List<Object>, T> meaning) {
        long now = environment.clock().nanos();
        if (standing.runId() != null && standing.untilVote(now) > 0) {
            return CompletableFuture.failedFuture(noVote(name, standing.untilVote(now)));
        }
        int connection = requests.connections();
        return run(within, name, script, keys, args, meaning).thenApply(answer -> {
            if (requests.connections() != connection) {
                throw new StoreUnavailableException(
                        name, address + " answered on a connection that is no longer trusted.", null);
            }
            long left = standing.untilVote(environment.clock().nanos());
            if (left > 0) {
                throw noVote(name, left);
            }
            return answer;
        });
    }

    private StoreUnavailableException noVote(String name, long nanos) {
        return new StoreUnavailableException(
                name,
                address + " has restarted, or was not known, and has no vote for another "
                        + Math.max(1, Duration.ofNanos(nanos).toSeconds()) + " s.",
                null);
    }

    /** Runs a script there, whether or not the node has a vote. */
    <T> CompletableFuture<T> run(
            Duration within,
            String name,
            Script script,
            String[] keys,
            String[] args,
            Function<List<Object>, T> meaning) {
        ScriptCall call = new ScriptCall(script, keys, args);
        return requests.send(
                environment.clock().nanos() + within.toNanos(), name, call::byDigest, call::inFull, meaning);
    }

    /** Ends it. {@return completes when its connections are closed} */
    CompletableFuture<Void> close() {
        presence.end();
        CompletionStage<Void> closed = inbox.close();
        return CompletableFuture.allOf(
                closed.toCompletableFuture(), requests.close().toCompletableFuture());
    }

    @Override
    public String toString() {
        return address;
    }
}
