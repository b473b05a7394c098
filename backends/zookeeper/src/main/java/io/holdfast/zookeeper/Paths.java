package io.holdfast.zookeeper;

import io.holdfast.spi.line.Encoding;
import io.holdfast.spi.line.Place;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * Where nodes are. Locks are spread over 256 parents, since a node's children can only be listed all at once.
 *
 * @param base the node below which all others are
 */
record Paths(String base) {

    String locks() {
        return base + "/locks";
    }

    String bucket(String bucket) {
        return locks() + "/" + bucket;
    }

    String lock(String name) {
        String encoded = Encoding.encode(name);
        CRC32 sum = new CRC32();
        sum.update(encoded.getBytes(StandardCharsets.US_ASCII));
        return bucket(String.format("%02x", sum.getValue() & 0xff)) + "/" + encoded;
    }

    String claim(String name, Place place) {
        return lock(name) + "/" + place.key();
    }

    String clients() {
        return base + "/clients";
    }

    static String parent(String path) {
        return path.substring(0, Math.max(1, path.lastIndexOf('/')));
    }
}
