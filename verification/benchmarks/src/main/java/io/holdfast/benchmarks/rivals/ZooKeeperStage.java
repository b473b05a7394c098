package io.holdfast.benchmarks.rivals;

import io.holdfast.LockOptions;
import io.holdfast.Order;
import io.holdfast.benchmarks.measure.Meter;
import io.holdfast.servers.ZooKeeperDeployment;
import java.util.EnumSet;
import java.util.List;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreMutex;

/** ZooKeeper, with the settings it comes with: a write is on the disk before it is answered. */
public final class ZooKeeperStage implements Stage {

    private final ZooKeeperDeployment servers;
    private final Meter meter;
    private final List<Contender> contenders;

    /**
     * A stage.
     *
     * @param servers one server or more, started, which end with it
     */
    public ZooKeeperStage(ZooKeeperDeployment servers) {
        String hosts = servers.connectString();
        this.servers = servers;
        this.meter = new ZooKeeperMeter(servers);
        this.contenders = List.of(
                holdfast("holdfast", hosts, LockOptions.defaults()),
                holdfast("holdfast strict", hosts, LockOptions.defaults().order(Order.STRICT)),
                new CuratorRival("curator", hosts, InterProcessMutex::new),
                new CuratorRival("curator semaphore", hosts, InterProcessSemaphoreMutex::new));
    }

    private static HoldfastRival holdfast(String name, String hosts, LockOptions options) {
        return new HoldfastRival(name, "zookeeper://" + hosts, EnumSet.allOf(Part.class), options);
    }

    @Override
    public List<Contender> contenders() {
        return contenders;
    }

    @Override
    public String server() {
        return "ZooKeeper " + servers.servers().get(0).version();
    }

    @Override
    public Meter meter() {
        return meter;
    }

    @Override
    public void awaitReady() {}

    @Override
    public void close() {
        servers.close();
    }
}
