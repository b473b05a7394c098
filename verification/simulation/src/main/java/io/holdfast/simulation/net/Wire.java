package io.holdfast.simulation.net;

import io.holdfast.simulation.time.Machine;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A connection: each way, what is sent first arrives first. When it breaks, what is on its way may arrive or not. */
public final class Wire {

    private final long number;
    private final long epoch;
    private final Network network;
    private final Machine machine;
    private final Node node;
    private final Set<String> channels = new HashSet<>();
    private Runnable onBreak = () -> {};
    private BiConsumer<String, String> onMessage = (channel, message) -> {};
    private long lastToServer;
    private long lastToClient;
    private boolean open = true;
    private boolean silent;
    private boolean told;

    Wire(Network network, Machine machine, Node node) {
        this.network = network;
        this.number = network.nextWire();
        this.machine = machine;
        this.node = node;
        this.epoch = node.epoch();
    }

    /**
     * Says what to do when it breaks.
     *
     * @param action what; done by the client's machine
     */
    public void onBreak(Runnable action) {
        onBreak = action;
        if (told) {
            action.run();
        }
    }

    /**
     * Says what to do with what is published.
     *
     * @param action takes the channel and the message; done by the client's machine
     */
    public void onMessage(BiConsumer<String, String> action) {
        onMessage = action;
    }

    /** {@return whether it is not broken, as far as its client knows} */
    public boolean isOpen() {
        return open;
    }

    /**
     * Sends a command.
     *
     * @param reply takes the reply, if one comes; done by the client's machine
     * @param words the command
     */
    public void send(Consumer<@Nullable Object> reply, String... words) {
        if (!open) {
            return;
        }
        if (network.instant) {
            reply.accept(node.execute(this, words));
            return;
        }
        lastToServer = Math.max(lastToServer, network.toServer(machine, node));
        at(lastToServer, () -> {
            if (!silent && (open || network.random.nextBoolean())) {
                node.receive(this, words, answer -> answered(reply, answer));
            }
        });
        if (network.happens(network.weather.doubles())) {
            at(lastToServer, () -> node.receive(this, words, answer -> {}));
        }
        if (network.happens(network.weather.breaks())) {
            network.time.after(network.delay(), this::snap);
        }
    }

    private void answered(Consumer<@Nullable Object> reply, @Nullable Object answer) {
        toClient(() -> reply.accept(answer));
    }

    private void toClient(Runnable action) {
        if (!open || silent) {
            return;
        }
        lastToClient = Math.max(lastToClient, network.toClient(machine, node));
        at(lastToClient, () -> {
            if (open) {
                machine.schedule(
                        () -> {
                            if (open) {
                                action.run();
                            }
                        },
                        0);
            }
        });
    }

    private void at(long moment, Runnable action) {
        network.time.after(moment - network.time.elapsed(), action);
    }

    /** Something is published on a channel that this one may listen to. */
    void publish(String channel, String message) {
        if (!channels.contains(channel) || network.happens(network.weather.lostWakes())) {
            return;
        }
        toClient(() -> onMessage.accept(channel, message));
        if (network.happens(network.weather.doubledWakes())) {
            toClient(() -> onMessage.accept(channel, message));
        }
    }

    long epoch() {
        return epoch;
    }

    void subscribe(String channel) {
        channels.add(channel);
    }

    boolean hasChannels() {
        return !channels.isEmpty();
    }

    boolean isOf(Machine client) {
        return machine == client;
    }

    /** It breaks: its client hears of it after a while. */
    public void snap() {
        if (open && !silent) {
            open = false;
            node.forget(this);
            network.time.after(network.delay(), this::tell);
        }
    }

    /** It breaks without a word: its client goes on sending, until all is well again. */
    public void goSilent() {
        if (open && !silent) {
            silent = true;
            node.forget(this);
            network.goesSilent(this);
        }
    }

    /** The client hears that it is broken. */
    void tell() {
        open = false;
        machine.schedule(
                () -> {
                    told = true;
                    onBreak.run();
                },
                0);
    }

    /** The client closes it. */
    public void close() {
        open = false;
        node.forget(this);
    }

    @Override
    public String toString() {
        return "#" + number;
    }
}
