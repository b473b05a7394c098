package io.holdfast.redis;

import io.holdfast.spi.Answer;
import io.holdfast.spi.Ask;
import io.holdfast.spi.Demand;
import io.holdfast.spi.StoreSession;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Asks for several mutexes with one request. */
final class JointAsks {

    /** How many fit into one request: a script runs alone on its server, so it should not take long. */
    private static final int MOST = 100;

    private static final long FREE_CODE = 0;
    private static final Answer NOT_IN_THE_WAY = new Answer.Busy(StoreSession.HEARTBEAT, "");

    private final Servers servers;
    private final String prefix;
    private final String client;

    JointAsks(Servers servers, String prefix, String client) {
        this.servers = servers;
        this.prefix = prefix;
        this.client = client;
    }

    boolean isPossible(Collection<String> names) {
        return names.size() <= MOST
                && servers.grouped(List.copyOf(names), name -> prefix + name).size() == 1;
    }

    CompletableFuture<List<Answer>> acquire(List<Ask> asks) {
        List<String> keys = new ArrayList<>(5 * asks.size());
        List<String> args = new ArrayList<>(List.of(LockType.of(Demand.MUTEX).text(), client));
        for (Ask ask : asks) {
            keys.addAll(Arrays.asList(LockKeys.of(prefix, ask.name()).declared(ask.demand(), ask.owner())));
            args.add(ask.owner());
            args.add(RedisSession.millis(ask.lease()));
            args.add(RedisSession.millis(ask.lockDelay()));
            args.add(Integer.toString(Math.max(1, ask.block())));
        }
        return servers.run(
                null,
                Script.ACQUIRE_ALL,
                keys.toArray(String[]::new),
                args.toArray(String[]::new),
                reply -> answers(asks, reply));
    }

    private List<Answer> answers(List<Ask> asks, List<Object> reply) {
        List<Answer> answers = new ArrayList<>(asks.size());
        for (int i = 0; i < asks.size(); i++) {
            Ask ask = asks.get(i);
            List<?> part = (List<?>) reply.get(i);
            answers.add(
                    part.get(0).equals(FREE_CODE)
                            ? NOT_IN_THE_WAY
                            : Answers.of(ask, prefix + ask.name(), new ArrayList<>(part)));
        }
        return answers;
    }
}
