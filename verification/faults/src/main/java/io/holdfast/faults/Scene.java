package io.holdfast.faults;

import io.holdfast.history.Event;
import io.holdfast.servers.RedisDeployment;
import io.holdfast.servers.RedisServer;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What is there to be broken in a round.
 *
 * @param stage the servers
 * @param clients the clients that work
 * @param names the locks that they work on
 * @param chronicle what hears of it
 */
record Scene(Stage stage, List<ClientProcess> clients, Names names, Chronicle chronicle) {

    private static final int ATTEMPTS = 500;

    /** {@return the servers, of the kind that this cell is about} */
    <T extends RedisDeployment> T servers(Class<T> kind) {
        return kind.cast(stage.servers());
    }

    /** {@return all servers that keep data} */
    List<RedisServer> servers() {
        return stage.servers().servers();
    }

    /** {@return one of the servers that keep data} */
    RedisServer server(int aim) {
        return servers().get(aim % servers().size());
    }

    /** {@return some of the servers, one after the other} */
    List<RedisServer> servers(int aim, int count) {
        return IntStream.range(aim, aim + count).mapToObj(this::server).toList();
    }

    /** {@return the file in which a client tells what it sees} */
    Path log(ClientProcess client) {
        return stage.directory().resolve(names.tag() + "-" + client.name());
    }

    /** {@return one of the clients, standing still at a moment at which it holds something that nobody else may hold} */
    ClientProcess caught(int aim) {
        ClientProcess client = client(aim);
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            client.pause(chronicle);
            if (isHolding(client)) {
                return client;
            }
            client.resume(chronicle);
        }
        throw new IllegalStateException("Client " + client.name() + " never holds anything");
    }

    private boolean isHolding(ClientProcess client) {
        Set<String> exclusive = new HashSet<>();
        Set<String> held = new HashSet<>();
        for (Event event : EventLog.read(log(client))) {
            switch (event.type()) {
                case ASKED -> {
                    if (event.detail().matches("(mutex|write).*")) {
                        exclusive.add(event.id());
                    }
                }
                case GRANTED -> held.add(event.id());
                case RELEASING, LOST -> held.remove(event.id());
                default -> {}
            }
        }
        held.retainAll(exclusive);
        return !held.isEmpty();
    }

    private ClientProcess client(int aim) {
        List<ClientProcess> alive =
                clients.stream().filter(ClientProcess::isWorking).toList();
        return alive.get(aim % alive.size());
    }
}
