package io.holdfast.redis;

import io.lettuce.core.RedisURI;

/**
 * Where a node of a Cluster is, as the nodes themselves say it.
 *
 * @param host its host
 * @param port its port
 */
record NodeAddress(String host, int port) {

    static NodeAddress of(RedisURI uri) {
        return new NodeAddress(uri.getHost(), uri.getPort());
    }

    /**
     * {@return what {@code host:port} says}
     *
     * @param text an address, also one of IPv6 without brackets
     * @param asked the node that said so: where it names no host, it means its own
     */
    static NodeAddress parse(String text, NodeAddress asked) {
        int colon = text.lastIndexOf(':');
        return of(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)), asked);
    }

    /** {@return an address, where a host that is not named is that of the node that was asked} */
    static NodeAddress of(String host, int port, NodeAddress asked) {
        return new NodeAddress(host.isEmpty() || host.equals("?") ? asked.host : host, port);
    }

    /** {@return how to connect to it, with all else as for another node} */
    RedisURI like(RedisURI other) {
        return RedisURI.builder(other).withHost(host).withPort(port).build();
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
