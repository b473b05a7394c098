package io.holdfast.tck;

import io.holdfast.ClientInfo;
import io.holdfast.spi.ClaimStore;
import io.holdfast.spi.SessionContext;
import io.holdfast.spi.Signals;
import io.holdfast.spi.StoreSession;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Serves a store of this process to all. A connection that breaks changes nothing at the store: claims live on until
 * their time is over, and signals for them go to the next connection that their client makes.
 */
final class RemoteServer implements StoreFixture {

    /** Stands for the number of a request in a message that is not an answer but a signal. */
    static final long SIGNAL = 0;

    private final ClaimStore served;
    private final RealTime time = new RealTime();
    private final Map<String, StoreSession> sessions = new ConcurrentHashMap<>();
    private final Map<String, Wire> wires = new ConcurrentHashMap<>();
    private final RemoteStore store;
    private ServerSocket door;

    RemoteServer(ClaimStore served) throws IOException {
        this.served = served;
        this.door = open(0);
        this.store = new RemoteStore(door.getLocalPort());
    }

    @Override
    public ClaimStore store() {
        return store;
    }

    @Override
    public Optional<String> uri() {
        return Optional.of(store.description());
    }

    @Override
    public Optional<Fault> restart() {
        return Optional.of(() -> {
            stop();
            door = Eventually.found("the port is free again", ContractGroup.SOON, this::reopened);
        });
    }

    @Override
    public Optional<Fault> breakConnections() {
        return Optional.of(() -> {
            for (Wire wire : wires.values()) {
                wire.close();
            }
        });
    }

    @Override
    public void close() throws Exception {
        stop();
        time.close();
    }

    private void stop() throws Exception {
        door.close();
        breakConnections().orElseThrow().strike();
    }

    private Optional<ServerSocket> reopened() {
        try {
            return Optional.of(open(store.port()));
        } catch (IOException stillInUse) {
            return Optional.empty();
        }
    }

    private ServerSocket open(int port) throws IOException {
        ServerSocket opened = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        Wire.DAEMONS
                .newThread(() -> {
                    while (!opened.isClosed()) {
                        try {
                            Wire wire = new Wire(opened.accept());
                            wire.listen(
                                    request -> serve(request, wire),
                                    () -> wires.values().remove(wire));
                        } catch (IOException gone) {
                            // Either who came is gone again already, or this was closed.
                        }
                    }
                })
                .start();
        return opened;
    }

    private void serve(List<?> request, Wire wire) {
        ClientInfo client = (ClientInfo) request.get(1);
        wires.put(client.id(), wire);
        StoreSession session = sessions.computeIfAbsent(
                client.id(), id -> served.connect(new SessionContext(client, inbox(id), time.environment())));
        Object answer = call(StoreSession.class, session, (String) request.get(2), (List<?>) request.get(3));
        // Renewals come one by one, so there is one answer in each list.
        Object stage = answer instanceof List<?> renewals ? renewals.get(0) : answer;
        ((CompletionStage<?>) stage).whenComplete((value, error) -> {
            Object failure = error instanceof CompletionException ? error.getCause() : error;
            send(wire, request.get(0), failure == null ? Optional.ofNullable(value) : failure);
        });
    }

    /** {@return signals that go to whatever connection a client has when they come} */
    private Signals inbox(String client) {
        return (Signals) Proxy.newProxyInstance(
                Signals.class.getClassLoader(), new Class<?>[] {Signals.class}, (proxy, method, arguments) -> {
                    List<?> signal = arguments == null ? List.of() : List.of(arguments);
                    Optional.ofNullable(wires.get(client))
                            .ifPresent(wire -> send(wire, SIGNAL, method.getName(), signal));
                    return null;
                });
    }

    private static void send(Wire wire, Object... message) {
        try {
            wire.send(message);
        } catch (IOException gone) {
            // So is whoever would have heard it.
        }
    }

    /** {@return what a method of an interface returns, of which there is one by that name} */
    static Object call(Class<?> type, Object target, String name, List<?> arguments) {
        Method method = Stream.of(type.getMethods())
                .filter(candidate -> candidate.getName().equals(name))
                .findFirst()
                .orElseThrow();
        try {
            return method.invoke(target, arguments.toArray());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
