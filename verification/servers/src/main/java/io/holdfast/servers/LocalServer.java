package io.holdfast.servers;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** A server on one port, which it keeps however often it is stopped and started. */
public abstract class LocalServer extends ServerProcess {

    private static final int ATTEMPTS = 5;

    private final int port = Ports.reserve();

    private final Location location;

    /** Reserves its port. */
    LocalServer() {
        this(Location.HERE);
    }

    /** Reserves its port. */
    LocalServer(Location location) {
        this.location = location;
    }

    /** Makes servers until one has a port for itself. */
    static <S extends LocalServer> S first(Supplier<S> servers) {
        for (int attempt = 1; ; attempt++) {
            S server = servers.get();
            try {
                server.prepare();
                server.launch();
                return server;
            } catch (RuntimeException | Error e) {
                boolean clash = server.log().toLowerCase(Locale.ROOT).contains("address already in use");
                server.close();
                if (!clash || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Puts into its directory what has to be there before the first start. */
    abstract void prepare();

    /** {@return the command that starts it} */
    abstract List<String> command();

    /** {@return whether it is this very process that answers on the port, and not one that held it before} */
    abstract boolean answers() throws Exception;

    /** Starts it where it belongs. */
    @Override
    void launch(List<String> command) {
        super.launch(location.command(command, group()));
    }

    /** Starts it, and waits until it answers. */
    void launch() {
        launch(command());
        await("answers", this::answers);
    }

    /** Stops it, if it runs, and starts it again with its data; returns when it answers. */
    public void restart() {
        stop();
        launch();
    }

    /** Starts it if it has ended, and waits until it answers; lets it go on if it is frozen. */
    public void revive() {
        if (!isRunning()) {
            launch();
        } else if (!isAnswering()) {
            resume();
        }
    }

    /** {@return its port} */
    public int port() {
        return port;
    }

    /** {@return the group that it alone is in, if it is in another {@link Location} than this machine} */
    public int group() {
        return port;
    }

    /** {@return the ports on which it listens to servers that belong with it} */
    public List<Integer> peerPorts() {
        return List.of();
    }

    /** {@return its address, {@code 127.0.0.1} on this machine} */
    String host() {
        return location.host();
    }

    /** {@return as in {@code 127.0.0.1:port}} */
    public String address() {
        return host() + ":" + port;
    }
}
