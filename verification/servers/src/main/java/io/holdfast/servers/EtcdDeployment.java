package io.holdfast.servers;

import java.util.List;

/** One or more etcd servers that keep the same data. */
public interface EtcdDeployment extends AutoCloseable {

    /** {@return how clients find it, as in {@code http://127.0.0.1:2379}, one for each server} */
    default List<String> endpoints() {
        return servers().stream().map(EtcdServer::endpoint).toList();
    }

    /** {@return the servers, running or not; always the same, in the same order} */
    List<EtcdServer> servers();

    /** {@return a server that is up, to ask something of all} */
    private EtcdServer any() {
        return servers().stream()
                .filter(EtcdServer::isAnswering)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("none is up: " + servers()));
    }

    /**
     * Adds a user who may read and write some keys, and nothing else.
     *
     * @param name the user
     * @param password the user's password
     * @param prefix what those keys begin with
     */
    default void addUser(String name, String password, String prefix) {
        any().gateway().addUser(name, password, prefix);
    }

    /**
     * Writes a key, as root.
     *
     * @param key the key
     * @param value its value
     */
    default void put(String key, String value) {
        any().call("/v3/kv/put", EtcdGateway.json("key", EtcdGateway.base64(key), "value", EtcdGateway.base64(value)));
    }

    /**
     * {@return the value of a key, as a majority knows it, or an empty string}
     *
     * @param key the key
     */
    default String get(String key) {
        String answer = any().call("/v3/kv/range", EtcdGateway.json("key", EtcdGateway.base64(key)));
        return EtcdGateway.fromBase64(EtcdGateway.field(answer, "value").orElse(""));
    }

    /** Kills the servers and deletes what they wrote. */
    @Override
    void close();
}
