package io.holdfast.benchmarks.rivals;

import io.holdfast.benchmarks.measure.Meter;
import io.holdfast.servers.RedisServer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What Redis servers say about themselves. */
final class RedisMeter implements Meter {

    private final List<RedisServer> servers;

    RedisMeter(List<RedisServer> servers) {
        this.servers = servers;
    }

    @Override
    public long cpuNanos() {
        double seconds = servers.stream()
                .map(server -> server.info("cpu"))
                .mapToDouble(cpu -> number(cpu, "used_cpu_user") + number(cpu, "used_cpu_sys"))
                .sum();
        return (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    }

    @Override
    public long keys() {
        return servers.stream()
                .mapToLong(server -> (Long) server.reply("DBSIZE"))
                .sum();
    }

    @Override
    public long memory() {
        return servers.stream()
                .map(server -> server.info("memory"))
                .mapToLong(memory -> (long) number(memory, "used_memory"))
                .sum();
    }

    @Override
    public void clear() {
        servers.forEach(server -> server.command("FLUSHALL"));
    }

    @Override
    public RequestCount countRequests() {
        List<RedisMonitor> monitors = servers.stream().map(RedisMonitor::open).toList();
        return new RequestCount() {
            @Override
            public long stop() {
                return monitors.stream().mapToLong(RedisMonitor::stop).sum();
            }

            @Override
            public void close() {
                monitors.forEach(RedisMonitor::close);
            }
        };
    }

    private static double number(Map<String, String> section, String field) {
        String text = section.get(field);
        if (text == null) {
            throw new IllegalStateException("this Redis does not tell its " + field);
        }
        return Double.parseDouble(text);
    }
}
