package io.holdfast.redis;

import io.holdfast.Holdfast;
import io.holdfast.LockOptions;
import io.holdfast.servers.IndependentMasters;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisOptions;
import io.holdfast.servers.RedisServer;
import io.holdfast.spi.ClaimStore;
import io.holdfast.tck.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/** Masters whose restart is forgiven after 3 seconds, and clients with leases that are shorter than that. */
final class QuorumMasters implements AutoCloseable {

    static final Duration QUARANTINE = Duration.ofSeconds(3);
    static final LockOptions OPTIONS = LockOptions.defaults().lease(Duration.ofSeconds(2));
    static final Duration SOON = Duration.ofSeconds(10);

    /** For machines that are busy with other things while the first client of all starts. */
    private static final Settings COMMON = Settings.DEFAULTS.withConnectTimeout(Duration.ofSeconds(5));

    private final IndependentMasters masters;

    private QuorumMasters(IndependentMasters masters) {
        this.masters = masters;
    }

    static QuorumMasters start(int count) {
        return new QuorumMasters(IndependentMasters.start(RedisOptions.of(RedisBinary.PACKAGED), count));
    }

    void revive() {
        masters.heal();
    }

    /** Revives all, and waits until each has a vote with who comes then. */
    void settle() {
        revive();
        masters.awaitUptime(QUARANTINE.plusSeconds(1));
        all().forEach(server -> server.command("FLUSHALL"));
    }

    RedisServer get(int index) {
        return all().get(index);
    }

    List<RedisServer> all() {
        return masters.servers();
    }

    String uri() {
        return masters.uri();
    }

    /** {@return a client of all of them} */
    Holdfast open() {
        return open(uri());
    }

    static Holdfast open(String uri) {
        return Holdfast.builder().store(store(uri)).defaults(OPTIONS).build();
    }

    static ClaimStore store(String uri) {
        return store(uri, settings -> settings);
    }

    static ClaimStore store(String uri, UnaryOperator<QuorumSettings> more) {
        RedisUris parsed = RedisUris.parse(uri);
        return RedlockStore.of(
                parsed,
                more.apply(
                        parsed.quorum().withNodeTimeout(Duration.ofMillis(250)).withQuarantine(QUARANTINE)));
    }

    /** Lets somebody else have a lock on one node, for longer than any test. */
    void occupy(int index, String name, String who) {
        get(index).command("SET", "lock:" + name, who, "PX", "60000");
    }

    void free(int index, String name) {
        get(index).command("DEL", "lock:" + name);
    }

    boolean has(int index, String name) {
        return Long.valueOf(1).equals(get(index).command("EXISTS", "lock:" + name));
    }

    /** {@return whether a node remembers that something was given up} */
    boolean remembers(int index, String name) {
        return !((List<?>) get(index).command("KEYS", "{lock:" + name + "}:gone:*")).isEmpty();
    }

    /** Waits until a node has heard that a claim was given up, behind which its request cannot come any more. */
    void awaitGivenUp(int index, String name) {
        Eventually.holds(
                get(index) + " knows that it was given up and has no key",
                SOON,
                () -> remembers(index, name) && !has(index, name));
    }

    @Override
    public void close() {
        masters.close();
    }
}
