package io.holdfast.simulation.control;

import io.holdfast.history.Rule;
import io.holdfast.simulation.Topology;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A guard of Holdfast's scripts that can be removed, and what is broken without it. */
public enum Guard {
    /** Only the owner gives a lock back. */
    OWNER_OF_RELEASE(Topology.SINGLE, Set.of(Rule.EXCLUSION, Rule.ROBBED), new String[][] {
        {"redis.pcall('GET', lockKey) == claim then", "redis.pcall('GET', lockKey) then"},
        {"return value == claim and (delay == 0 or left(delay) >= 0)", "return value"}
    }),

    /** Who comes again joins behind those who wait. */
    REJOIN_ORDER(Topology.SINGLE, Set.of(Rule.ORDER), new String[][] {
        {"text((tonumber(highest) or 0) + 1)", "text(-(tonumber(highest) or 0) - 1)"}
    }),

    /** A holder stops a little before its lock ends at the server: here the engine is given back what it takes off. */
    VALIDITY_MARGIN(Topology.SINGLE, Set.of(Rule.EXCLUSION, Rule.DEADLINE), new String[][] {
        {"return { GRANTED, first, last, tonumber(lease) }", "return { GRANTED, first, last, (lease + 2) / 0.99 }"},
        {"return { GRANTED, first, last, ask.lease }", "return { GRANTED, first, last, (ask.lease + 2) / 0.99 }"},
        {"still = lease\n", "still = (lease + 2) / 0.99\n"}
    }),

    /** A second copy of a request changes nothing, and one that was abandoned gets nothing. */
    IDEMPOTENT_ACQUIRE(Topology.SINGLE, Set.of(Rule.GRANTED_TWICE), new String[][] {
        {"if redis.call('EXISTS', lockKey, queueKey, markKey) == 0", "if redis.call('EXISTS', lockKey, queueKey) == 0"},
        {"if redis.call('EXISTS', markKey) == 1 then", "if false then"},
        {"if whose == owner then", "if false then"}
    }),

    /** Tokens go on from the fence, and not from the clock alone. */
    FENCE(Topology.SINGLE, Set.of(Rule.TOKENS, Rule.STALE_WRITE), new String[][] {
        {"number and math.max(number, micros - block + 1) or micros", "micros"}
    }),

    /** A waiter that is silent is passed over. */
    SILENCE(Topology.SINGLE, Set.of(Rule.WAITING, Rule.LEFT), new String[][] {{"if silent < DEAD then", "if true then"}
    }),

    /** A node that was abandoned keeps no vote for it. */
    QUORUM_OWNER(Topology.QUORUM, Set.of(Rule.EXCLUSION, Rule.ROBBED), new String[][] {
        {"string.sub(found, 1, #claim + 1) == claim .. ' '", "true"}
    }),

    /** A vote comes with a number above all that its node has given before. */
    QUORUM_COUNTER(Topology.QUORUM, Set.of(Rule.TOKENS), new String[][] {
        {"return { last < number and raise(number) and 1 or 0 }", "return { 1 }"}
    });

    private final Topology topology;

    @SuppressWarnings("ImmutableEnumChecker") // Made by Set.of.
    private final Set<Rule> broken;

    @SuppressWarnings("ImmutableEnumChecker") // Never changed.
    private final String[][] changes;

    Guard(Topology topology, Set<Rule> broken, String[][] changes) {
        this.topology = topology;
        this.broken = broken;
        this.changes = changes;
    }

    /** {@return where it counts} */
    public Topology topology() {
        return topology;
    }

    /** {@return what is broken without it, one of them at least} */
    public Set<Rule> broken() {
        return broken;
    }

    /** {@return what removes it from a script that has it} */
    public UnaryOperator<String> removal() {
        return script -> {
            String without = script;
            for (String[] change : changes) {
                without = without.replace(change[0], change[1]);
            }
            return without;
        };
    }

    /** {@return what has to be there, so that it can be removed} */
    public Set<String> marks() {
        Set<String> marks = new LinkedHashSet<>();
        for (String[] change : changes) {
            marks.add(change[0]);
        }
        return marks;
    }
}
