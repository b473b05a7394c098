package io.holdfast.simulation;

import io.holdfast.history.Event.Type;
import io.holdfast.simulation.server.Scripts;

/** temp */
public final class Explore {
    private Explore() {}

    /** temp
     * @param a args */
    public static void main(String[] a) {
        Topology t = Topology.valueOf(a[0]);
        long from = Long.parseLong(a[1]);
        long n = Long.parseLong(a[2]);
        boolean trace = a.length > 3;
        Scripts scripts = new Scripts(s -> s);
        long began = System.nanoTime();
        long grants = 0, lost = 0, rejected = 0, bad = 0, excl = 0, denied = 0, asked = 0;
        for (long seed = from; seed < from + n; seed++) {
            World.Outcome o =
                    new World(t, seed, scripts, World.Cast.HOLDFAST, trace ? System.out::println : null).play();
            grants += o.count(Type.GRANTED);
            asked += o.count(Type.ASKED);
            denied += o.count(Type.DENIED);
            lost += o.count(Type.LOST);
            rejected += o.count(Type.REJECTED);
            excl += o.promises().exclusion() ? 1 : 0;
            if (!o.violations().isEmpty()) {
                bad++;
                if (bad <= 5) {
                    System.out.println(
                            "seed " + seed + " exclusion " + o.promises().exclusion());
                    o.violations().stream().limit(3).forEach(System.out::println);
                }
            }
        }
        double s = (System.nanoTime() - began) / 1e9;
        System.out.printf(
                "%d seeds %.1f s, asked %d grants %d denied %d lost %d rejected %d exclusion in %d, bad %d%n",
                n, s, asked, grants, denied, lost, rejected, excl, bad);
    }
}
