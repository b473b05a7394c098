package io.holdfast.faults;

import io.holdfast.history.Event;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What is there to be broken in a round.
 *
 * @param stage where it is
 * @param clients the clients that work
 * @param names the locks that they work on
 * @param chronicle what hears of it
 */
record Scene(Stage stage, List<ClientProcess> clients, Names names, Chronicle chronicle) {

    private static final int ATTEMPTS = 500;

    /** {@return what stands there, of the kind that this cell is about} */
    <T extends Site> T site(Class<T> kind) {
        return kind.cast(stage.site());
    }

    /** {@return the file in which a client tells what it sees} */
    Path log(ClientProcess client) {
        return stage.directory().resolve(names.tag() + "-" + client.name());
    }

    /**
     * {@return one of the clients, standing still at a certain moment}
     *
     * @param moment whether it is that
     */
    ClientProcess caught(int aim, Predicate<ClientProcess> moment) {
        ClientProcess client = client(aim);
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            client.pause(chronicle);
            if (moment.test(client)) {
                return client;
            }
            client.resume(chronicle);
        }
        throw new IllegalStateException(
                "Client " + client.name() + " never comes to the moment at which it is to stand still");
    }

    /** {@return whether a client that stands still holds something that nobody else may hold} */
    boolean isHolding(ClientProcess client) {
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
