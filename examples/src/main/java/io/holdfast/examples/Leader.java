package io.holdfast.examples;

import io.holdfast.Candidacy;
import io.holdfast.Election;
import io.holdfast.ElectionListener;
import io.holdfast.Holdfast;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Processes of which one leads. Start it in several terminals, and end or stop the one that leads. */
public final class Leader {

    private Leader() {}

    /**
     * Stands for election for a minute.
     *
     * @param arguments the URI of the store; a ZooKeeper on this machine if nothing is said
     * @throws Exception if it cannot be used
     */
    public static void main(String[] arguments) throws Exception {
        String store = arguments.length == 0 ? "zookeeper://localhost:2181" : arguments[0];
        String me = "process " + ProcessHandle.current().pid();
        try (Holdfast holdfast = Holdfast.open(store)) {
            Election election = holdfast.election("example-leader");
            CountDownLatch led = new CountDownLatch(1);
            Candidacy candidacy = election.takePart(me, new ElectionListener() {
                @Override
                public void elected(long token) {
                    System.out.println("I lead, with token " + token);
                    led.countDown();
                }

                @Override
                public void ceased() {
                    System.out.println("I lead no more: what I do for it ends now, before another can begin");
                }
            });
            if (!led.await(1, TimeUnit.SECONDS)) {
                System.out.println("The leader is "
                        + election.leader().map(leader -> leader.data()).orElse("not known"));
            }
            Thread.sleep(arguments.length < 2 ? 60_000 : Long.parseLong(arguments[1]));
            candidacy.close();
        }
    }
}
