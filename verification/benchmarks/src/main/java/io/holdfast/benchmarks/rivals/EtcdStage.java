package io.holdfast.benchmarks.rivals;

import io.holdfast.LockOptions;
import io.holdfast.Order;
import io.holdfast.benchmarks.measure.Meter;
import io.holdfast.servers.EtcdDeployment;
import io.holdfast.servers.EtcdServer;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;

/** etcd, with the settings it comes with: a write is on the disk before it is answered. */
public final class EtcdStage implements Stage {

    private final EtcdDeployment servers;
    private final Meter meter;
    private final List<Contender> contenders;

    /**
     * A stage.
     *
     * @param servers one server or more, started, which end with it
     */
    public EtcdStage(EtcdDeployment servers) {
        String hosts = servers.servers().stream().map(EtcdServer::address).collect(Collectors.joining(","));
        this.servers = servers;
        this.meter = new EtcdMeter(servers);
        this.contenders = List.of(
                holdfast("holdfast", hosts, LockOptions.defaults()),
                holdfast("holdfast strict", hosts, LockOptions.defaults().order(Order.STRICT)),
                new JetcdRival("jetcd", servers.endpoints()));
    }

    private static HoldfastRival holdfast(String name, String hosts, LockOptions options) {
        return new HoldfastRival(name, "etcd://" + hosts, EnumSet.allOf(Part.class), options);
    }

    @Override
    public List<Contender> contenders() {
        return contenders;
    }

    @Override
    public String server() {
        return "etcd " + servers.servers().get(0).version();
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
