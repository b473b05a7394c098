package io.holdfast.engine;

import io.holdfast.LockEvent;
import io.holdfast.LockListener;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** Writes what happens to locks into Java's flight recorder, one type of event for each kind. */
final class FlightRecorder implements LockListener {

    /**
     * {@return the recorder, or one that does nothing where the run-time has no module {@code jdk.jfr}}
     */
    static LockListener ifPresent() {
        return ModuleLayer.boot().findModule("jdk.jfr").isPresent() ? new FlightRecorder() : event -> {};
    }

    @Override
    public void onEvent(LockEvent event) {
        Recorded recorded = recordedAs(event.kind());
        if (recorded.isEnabled()) {
            recorded.lock = event.lock();
            recorded.owner = event.owner();
            recorded.token = event.token();
            recorded.took = event.took().toNanos();
            recorded.commit();
        }
    }

    private static Recorded recordedAs(LockEvent.Kind kind) {
        return switch (kind) {
            case WAITED -> new Waited();
            case ACQUIRED -> new Acquired();
            case HANDED_OFF -> new HandedOff();
            case RENEWED -> new Renewed();
            case AT_RISK -> new AtRisk();
            case LOST -> new Lost();
            case RELEASED -> new Released();
        };
    }

    @Category("Holdfast")
    @StackTrace(false)
    abstract static class Recorded extends Event {
        @Label("Lock")
        String lock = "";

        @Label("Owner")
        String owner = "";

        @Label("Token")
        long token;

        @Label("Took")
        @Timespan(Timespan.NANOSECONDS)
        long took;
    }

    @Name("io.holdfast.Waited")
    @Label("Waited")
    static final class Waited extends Recorded {}

    @Name("io.holdfast.Acquired")
    @Label("Acquired")
    static final class Acquired extends Recorded {}

    @Name("io.holdfast.HandedOff")
    @Label("Handed Off")
    static final class HandedOff extends Recorded {}

    @Name("io.holdfast.Renewed")
    @Label("Renewed")
    static final class Renewed extends Recorded {}

    @Name("io.holdfast.AtRisk")
    @Label("At Risk")
    static final class AtRisk extends Recorded {}

    @Name("io.holdfast.Lost")
    @Label("Lost")
    static final class Lost extends Recorded {}

    @Name("io.holdfast.Released")
    @Label("Released")
    static final class Released extends Recorded {}
}
