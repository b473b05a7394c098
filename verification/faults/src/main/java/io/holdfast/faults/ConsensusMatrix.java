package io.holdfast.faults;

import static io.holdfast.faults.CommonCells.KEPT;
import static io.holdfast.faults.CommonCells.OUTAGE;
import static io.holdfast.faults.CommonCells.PAUSE;
import static io.holdfast.faults.Topology.ENSEMBLE;
import static io.holdfast.faults.Topology.ETCD;
import static io.holdfast.faults.Topology.ETCD_CLUSTER;
import static io.holdfast.faults.Topology.ZOOKEEPER;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** What is broken at servers that agree upon each write. No failover is an excuse here. */
final class ConsensusMatrix {

    /** Longer than servers keep anything of a client that they do not hear of. */
    private static final Rhythm LONG = Rhythm.of(1, 4_700, 5_500);

    /** Long enough for the others to elect another. */
    private static final Rhythm REIGN = Rhythm.of(1, 3_200, 4_500);

    private static final Rhythm DEATH = Rhythm.of(1, 800, 2_000);
    private static final Rhythm SNAPS = Rhythm.of(3, 50, 300);
    private static final Rhythm ENDS = Rhythm.of(3, 1, 50);

    /** What is part of each build; the others take long, or are much like one of these. */
    private static final Set<String> OFTEN_AT_ONE = Set.of(
            "nothing", "client killed", "client stopped for long", "session ended", "lease revoked", "server killed");

    private static final Set<String> OFTEN_AT_THREE =
            Set.of("partition", "leader killed", "leader cut off", "all killed");

    private static final String MAJORITY = "a majority keeps what it acknowledged";

    private static final String ETCD_15247 =
            "etcd before 3.4.31 and 3.5.13 revokes what another leader has kept alive: etcd#15247";

    private ConsensusMatrix() {}

    static List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (Topology topology : List.of(ZOOKEEPER, ENSEMBLE, ETCD, ETCD_CLUSTER)) {
            cells.add(CommonCells.nothing(topology));
            cells.add(CommonCells.clientKilled(topology));
            cells.add(CommonCells.clientStopped(topology));
            cells.add(Cell.exclusive(
                    topology, "client stopped for long", KEPT, LONG, ClientFaults.stopped(), Evidence::hasLosses));
            cells.add(
                    Cell.exclusive(topology, "connections cut", KEPT, SNAPS, NetworkFaults.reset(3), Evidence::isEnough)
                            .withNetwork());
            cells.add(Cell.exclusive(topology, "partition", KEPT, OUTAGE, NetworkFaults.cut(3), Evidence::isEnough)
                    .withNetwork());
            cells.add(Cell.exclusive(topology, "partition for long", KEPT, LONG, NetworkFaults.cut(3), Evidence::isTold)
                    .withNetwork());
            cells.add(Cell.mayBeLost(
                    topology,
                    topology == ZOOKEEPER || topology == ENSEMBLE ? "session ended" : "lease revoked",
                    "somebody else takes the locks away",
                    ENDS,
                    ConsensusFaults.lifeEnded(),
                    Evidence::isTold));
        }
        for (Topology topology : List.of(ZOOKEEPER, ETCD)) {
            cells.add(Cell.exclusive(
                    topology, "server killed", KEPT, OUTAGE, ConsensusFaults.leaderKilled(), Evidence::isTold));
            cells.add(Cell.exclusive(
                    topology, "server stopped", KEPT, PAUSE, ConsensusFaults.leaderStopped(), Evidence::isTold));
            cells.add(Cell.exclusive(
                    topology,
                    "server stopped for long",
                    KEPT,
                    LONG,
                    ConsensusFaults.leaderStopped(),
                    Evidence::isTold));
        }
        for (Topology topology : List.of(ENSEMBLE, ETCD_CLUSTER)) {
            cells.add(Cell.exclusive(
                    topology,
                    "leader killed",
                    MAJORITY,
                    DEATH,
                    ConsensusFaults.leaderKilled(),
                    Evidence::hasElections));
            cells.add(leaderStopped(topology, "leader stopped", OUTAGE, Evidence::isEnough));
            cells.add(leaderStopped(topology, "leader stopped for long", LONG, Evidence::hasElections));
            cells.add(Cell.exclusive(
                            topology,
                            "leader cut off",
                            MAJORITY,
                            REIGN,
                            ConsensusFaults.leaderCutOff(),
                            Evidence::hasElections)
                    .withNetwork());
            cells.add(Cell.exclusive(
                    topology,
                    "follower killed",
                    MAJORITY,
                    DEATH,
                    ConsensusFaults.followerKilled(),
                    Evidence::isEnough));
            cells.add(
                    Cell.exclusive(topology, "all killed", KEPT, DEATH, ConsensusFaults.allKilled(), Evidence::isTold));
        }
        return cells.stream()
                .map(cell -> often(cell.topology()).contains(cell.name()) ? cell : cell.rarely())
                .toList();
    }

    private static Cell leaderStopped(Topology topology, String name, Rhythm rhythm, Predicate<Evidence> felt) {
        return topology == ETCD_CLUSTER
                ? Cell.mayBeLost(topology, name, ETCD_15247, rhythm, ConsensusFaults.leaderStopped(), felt)
                : Cell.exclusive(topology, name, MAJORITY, rhythm, ConsensusFaults.leaderStopped(), felt);
    }

    private static Set<String> often(Topology topology) {
        return topology == ZOOKEEPER || topology == ETCD ? OFTEN_AT_ONE : OFTEN_AT_THREE;
    }
}
