package io.holdfast.benchmarks.measure;

import java.lang.management.ManagementFactory;

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

    private static long clientNanos() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getProcessCpuTime();
    }
}
