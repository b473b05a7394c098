package io.holdfast.faults;

import io.holdfast.servers.Location;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What breaks networks and clocks. Not every machine has it: who needs it hears what is missing, nobody else does. */
final class Tools implements AutoCloseable {

    private static final String HERE = "127.0.0.1";

    private final Tool<Network> network = Tool.of(Network::open);
    private final Tool<ClockShim> clock;
    private final Path directory;

    Tools(Path directory) {
        this.directory = directory;
        clock = Tool.of(() -> ClockShim.compile(directory));
    }

    private record Tool<T>(@Nullable T tool, @Nullable IllegalStateException missing) {

        static <T> Tool<T> of(Supplier<T> open) {
            try {
                return new Tool<>(open.get(), null);
            } catch (IllegalStateException e) {
                return new Tool<>(null, e);
            }
        }

        <R> Optional<R> map(Function<T, R> use) {
            return tool == null ? Optional.empty() : Optional.of(use.apply(tool));
        }

        T get() {
            if (tool == null) {
                throw new IllegalStateException(missing == null ? "" : missing.getMessage(), missing);
            }
            return tool;
        }
    }

    /**
     * {@return the network in which a client can be cut off}
     *
     * @throws IllegalStateException if there is none; the message says why
     */
    Network network() {
        return network.get();
    }

    /** {@return where servers have to listen besides 127.0.0.1, if there is a network} */
    Optional<String> address() {
        return network.map(Network::address);
    }

    /** {@return where servers stand that are to be cut off from each other; here, if there is no network} */
    Location location() {
        return network.map(Network::location).orElse(Location.HERE);
    }

    /** {@return the host under which clients, wherever they are, reach this process} */
    String host() {
        return address().orElse(HERE);
    }

    /**
     * {@return what shifts the clocks of servers}
     *
     * @throws IllegalStateException if there is none; the message says why
     */
    ClockShim clock() {
        return clock.get();
    }

    /** {@return the same, if there is one} */
    Optional<ClockShim> clockIfThere() {
        return clock.map(Function.identity());
    }

    /** {@return where files can be put that go with the stage} */
    Path directory() {
        return directory;
    }

    /** Drops nothing any more. */
    void heal() {
        network.map(Network::heal);
    }

    @Override
    public void close() {
        network.map(there -> {
            there.close();
            return there;
        });
    }
}
