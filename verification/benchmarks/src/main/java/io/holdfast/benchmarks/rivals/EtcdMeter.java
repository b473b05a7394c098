package io.holdfast.benchmarks.rivals;

import io.holdfast.benchmarks.measure.Meter;
import io.holdfast.benchmarks.measure.ProcessorTime;
import io.holdfast.servers.EtcdDeployment;
import io.holdfast.servers.EtcdServer;

/**
 * What etcd servers say about themselves.
 *
 * <p>Requests are the messages that clients sent over gRPC, also those of a stream, as watches are. What etcd's own lock does
 * inside the server, and what servers tell each other, is not among them.
 *
 * @param servers all of them
 */
record EtcdMeter(EtcdDeployment servers) implements Meter {

    /** From the least key to the end. */
    private static final String ALL_KEYS = "{\"key\":\"AA==\",\"range_end\":\"AA==\"}";

    @Override
    public long cpuNanos() {
        return servers.servers().stream()
                .mapToLong(server -> ProcessorTime.ofProcess(server.pid()))
                .sum();
    }

    @Override
    public long keys() {
        return any().figure("etcd_debugging_mvcc_keys_total");
    }

    @Override
    public long memory() {
        return any().figure("etcd_mvcc_db_total_size_in_use_in_bytes");
    }

    @Override
    public void clear() {
        any().call("/v3/kv/deleterange", ALL_KEYS);
    }

    private EtcdServer any() {
        return servers.servers().get(0);
    }

    @Override
    public RequestCount countRequests() {
        long before = received();
        return new RequestCount() {
            @Override
            public long stop() {
                return received() - before;
            }

            @Override
            public void close() {}
        };
    }

    private long received() {
        return servers.servers().stream()
                .mapToLong(server -> server.figure("grpc_server_msg_received_total"))
                .sum();
    }
}
