package io.holdfast.faults;

import io.holdfast.servers.RedisDeployment;
import io.holdfast.servers.RedisServer;
import java.util.List;
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
        return IntStream.range(aim, aim + count)
                .mapToObj(this::server)
                .toList();
    }

    /** {@return one of the clients that are alive} */
    ClientProcess client(int aim) {
        List<ClientProcess> alive =
                clients.stream().filter(ClientProcess::isWorking).toList();
        return alive.get(aim % alive.size());
    }
}
