package io.holdfast.engine;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The machine that this process runs on. */
final class Host {

    private Host() {}

    static String name() {
        String given = System.getenv("HOSTNAME");
        if (given != null && !given.isBlank()) {
            return given;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
