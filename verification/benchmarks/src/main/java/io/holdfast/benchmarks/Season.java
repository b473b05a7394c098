package io.holdfast.benchmarks;

import io.holdfast.benchmarks.rivals.Contender;
import io.holdfast.benchmarks.rivals.EtcdStage;
import io.holdfast.benchmarks.rivals.HoldfastStage;
import io.holdfast.benchmarks.rivals.RedisStage;
import io.holdfast.benchmarks.rivals.RedlockStage;
import io.holdfast.benchmarks.rivals.SqlStage;
import io.holdfast.benchmarks.rivals.Stage;
import io.holdfast.benchmarks.rivals.ZooKeeperStage;
import io.holdfast.benchmarks.workloads.Match;
import io.holdfast.benchmarks.workloads.Outcome;
import io.holdfast.benchmarks.workloads.Plan;
import io.holdfast.benchmarks.workloads.Workload;
import io.holdfast.benchmarks.workloads.Workload.Place;
import io.holdfast.benchmarks.workloads.Workloads;
import io.holdfast.servers.EtcdCluster;
import io.holdfast.servers.EtcdServer;
import io.holdfast.servers.ZooKeeperEnsemble;
import io.holdfast.servers.ZooKeeperOptions;
import io.holdfast.servers.ZooKeeperServer;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** All matches of a run, one after the other, on stages that are set up first. */
final class Season {

    private final List<Workload> workloads;
    private final Plan plan;
    private final PrintWriter progress;
    private final Set<String> servers = new LinkedHashSet<>();
    private long began;

    Season(List<Workload> workloads, Plan plan, PrintWriter progress) {
        this.workloads = workloads;
        this.plan = plan;
        this.progress = progress;
    }

    /** {@return what became of everybody; nothing if none of the servers is on this machine} */
    List<Outcome> run() throws InterruptedException {
        Map<Place, Stage> stages = new EnumMap<>(Place.class);
        try {
            // All at the beginning, because some need to be up for a minute.
            workloads.stream().map(Workload::place).distinct().forEach(place -> setUp(place, stages));
            List<Workload> playable = workloads.stream()
                    .filter(workload -> stages.containsKey(workload.place()))
                    .toList();
            List<Outcome> outcomes = new ArrayList<>();
            Set<Place> warm = EnumSet.noneOf(Place.class);
            for (int i = 0; i < playable.size(); i++) {
                Workload workload = playable.get(i);
                Stage stage = Objects.requireNonNull(stages.get(workload.place()));
                if (warm.add(workload.place())) {
                    begin("warming up");
                    for (Workload warmUp : Workloads.warmUps(workload.place(), players(workload.place()))) {
                        new Match(warmUp, stage, plan.warmUp()).play();
                    }
                    end();
                }
                begin(String.format(Locale.ROOT, "[%d/%d] %s", i + 1, playable.size(), workload.title()));
                outcomes.addAll(new Match(workload, stage, plan).play());
                end();
            }
            return outcomes;
        } finally {
            stages.values().forEach(Stage::close);
        }
    }

    /** {@return who takes part in anything at a place} */
    private Predicate<Contender> players(Place place) {
        return workloads.stream()
                .filter(workload -> workload.place() == place)
                .map(Workload::who)
                .reduce(contender -> false, Predicate::or);
    }

    /** {@return the servers on which it was played} */
    Set<String> servers() {
        return servers;
    }

    /** Sets up a stage, unless its server is not on this machine. */
    private void setUp(Place place, Map<Place, Stage> stages) {
        try {
            Stage stage = stage(place);
            stages.put(place, stage);
            servers.add(stage.server());
        } catch (IllegalStateException e) {
            progress.println("left out: all that is played on " + place + ", because there is " + e.getMessage());
        }
    }

    private void begin(String what) {
        progress.print(what + " ... ");
        progress.flush();
        began = System.nanoTime();
    }

    private void end() {
        progress.printf("%d s%n", TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began));
        progress.flush();
    }

    private static Stage stage(Place place) {
        return switch (place) {
            case MEMORY -> HoldfastStage.memory();
            case SQLITE -> HoldfastStage.sqlite();
            case REDIS -> new RedisStage();
            case REDIS_CLUSTER -> HoldfastStage.redisCluster();
            case REDLOCK -> new RedlockStage();
            case POSTGRES -> SqlStage.postgres();
            case MARIADB -> SqlStage.mariaDb();
            case ZOOKEEPER -> new ZooKeeperStage(ZooKeeperServer.start(ZooKeeperOptions.USUAL));
            case ZOOKEEPER_ENSEMBLE -> new ZooKeeperStage(ZooKeeperEnsemble.start(ZooKeeperOptions.USUAL));
            case ETCD -> new EtcdStage(EtcdServer.start());
            case ETCD_CLUSTER -> new EtcdStage(EtcdCluster.start());
        };
    }
}
