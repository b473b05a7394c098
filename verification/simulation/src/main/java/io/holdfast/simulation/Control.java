package io.holdfast.simulation;

import io.holdfast.history.Rule;
import io.holdfast.simulation.control.*;
import java.util.*;

/** temp */
public final class Control {
    private Control() {}
    /** temp
     * @param a x
     * @throws Exception x */
    public static void main(String[] a) throws Exception {
        long n = Long.parseLong(a[0]);
        for (NaiveLock lock : NaiveLock.values()) {
            Topology t = lock == NaiveLock.SETNX_DEL
                    ? Topology.SINGLE
                    : lock == NaiveLock.INCR_TOKENS ? Topology.FAILOVER : Topology.QUORUM;
            show(lock.toString(), new Runner(s -> t, x -> x, lock.cast()).play(1, n, x -> {}));
        }
        for (Guard g : Guard.values()) {
            show(g.toString(), new Runner(s -> g.topology(), g.removal(), World.Cast.HOLDFAST).play(1, n, x -> {}));
        }
    }

    static void show(String name, Runner.Totals t) {
        Map<Rule, Integer> m = new TreeMap<>();
        for (Runner.Broken b : t.examples()) for (var v : b.violations()) m.merge(v.rule(), 1, Integer::sum);
        System.out.println(name + " worlds " + t.worlds() + " broken " + t.broken() + " " + m + " " + t.events());
    }
}
