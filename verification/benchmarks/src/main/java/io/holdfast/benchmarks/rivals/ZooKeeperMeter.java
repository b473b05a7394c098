package io.holdfast.benchmarks.rivals;

import io.holdfast.benchmarks.measure.Meter;
import io.holdfast.benchmarks.measure.ProcessorTime;
import io.holdfast.servers.ZooKeeperDeployment;
import io.holdfast.servers.ZooKeeperServer;
import java.io.IOException;
import java.util.List;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooKeeper;

/**
 * What ZooKeeper servers say about themselves. A node is what a key is elsewhere.
 *
 * <p>Requests are the packets that clients sent: what servers tell each other is not among them, and the signs of life of
 * clients are so few beside the rest that they are left in.
 *
 * @param servers all of them
 */
record ZooKeeperMeter(ZooKeeperDeployment servers) implements Meter {

    private static final int TIMEOUT_MILLIS = 10_000;

    @Override
    public long cpuNanos() {
        return servers.servers().stream()
                .mapToLong(server -> ProcessorTime.ofProcess(server.pid()))
                .sum();
    }

    @Override
    public long keys() {
        return any().figure("zk_znode_count");
    }

    @Override
    public long memory() {
        return any().figure("zk_approximate_data_size");
    }

    private ZooKeeperServer any() {
        return servers.servers().get(0);
    }

    @Override
    public void clear() {
        try (ZooKeeper client = new ZooKeeper(servers.connectString(), TIMEOUT_MILLIS, event -> {})) {
            for (String child : client.getChildren("/", false)) {
                if (!child.equals("zookeeper")) {
                    ZKUtil.deleteRecursive(client, "/" + child);
                }
            }
        } catch (IOException | KeeperException e) {
            throw new IllegalStateException("cannot delete the nodes", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while nodes were deleted", e);
        }
    }

    @Override
    public RequestCount countRequests() {
        List<ZooKeeperServer> all = servers.servers();
        long before = received(all);
        return new RequestCount() {
            @Override
            public long stop() {
                // The question that asks is one of them.
                return received(all) - before - all.size();
            }

            @Override
            public void close() {}
        };
    }

    private static long received(List<ZooKeeperServer> all) {
        return all.stream()
                .mapToLong(server -> server.figure("zk_packets_received"))
                .sum();
    }
}
