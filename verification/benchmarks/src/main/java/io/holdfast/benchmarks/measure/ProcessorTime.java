package io.holdfast.benchmarks.measure;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.stream.Stream;

/** The processor time of client and server since some moment. */
public final class ProcessorTime {

    private final Meter meter;
    private final long client = clientNanos();
    private final long server;

    private ProcessorTime(Meter meter) {
        this.meter = meter;
        this.server = meter.cpuNanos();
    }

    /**
     * {@return a clock that stands at nothing now}
     *
     * @param meter where the server's time is read
     */
    public static ProcessorTime start(Meter meter) {
        return new ProcessorTime(meter);
    }

    /** {@return what this JVM used since then, its compiler and collector included, in nanoseconds} */
    public long client() {
        return clientNanos() - client;
    }

    /** {@return what the servers used since then, in nanoseconds} */
    public long server() {
        return meter.cpuNanos() - server;
    }

    /**
     * {@return what a process has used since it began, and all that it started, in nanoseconds}
     *
     * @param pid its id
     */
    public static long ofProcess(long pid) {
        return ProcessHandle.of(pid).stream()
                .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .mapToLong(Duration::toNanos)
                .sum();
    }

    private static long clientNanos() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getProcessCpuTime();
    }
}
