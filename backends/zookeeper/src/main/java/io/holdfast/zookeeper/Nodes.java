package io.holdfast.zookeeper;

import io.holdfast.StoreConfigurationException;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;

/**
 * Makes nodes that stay, and those above them if they are missing.
 *
 * @param session makes them
 */
record Nodes(Session session) {

    private static final int TRIES = 5;
    private static final byte[] EMPTY = {};

    CompletableFuture<Session.Created> create(String path, byte[] data, CreateMode mode) {
        return create(path, data, mode, TRIES);
    }

    private CompletableFuture<Session.Created> create(String path, byte[] data, CreateMode mode, int tries) {
        return session.create(path, data, mode)
                .exceptionallyCompose(error -> Session.is(error, Code.NONODE) && tries > 1
                        ? ensure(Paths.parent(path)).thenCompose(there -> create(path, data, mode, tries - 1))
                        : CompletableFuture.failedFuture(error));
    }

    /** Makes a node if it is missing. It is looked for first, since who may not create it may use it all the same. */
    CompletableFuture<Boolean> ensure(String path) {
        return session.stat(path).thenApply(there -> true).exceptionallyCompose(error -> {
            if (!Session.is(error, Code.NONODE)) {
                return CompletableFuture.failedFuture(error);
            }
            if (path.equals("/")) {
                return CompletableFuture.failedFuture(new StoreConfigurationException(
                        null,
                        "The chroot in ZooKeeper's connect string does not exist: create that node first.",
                        error));
            }
            return create(path, EMPTY, CreateMode.PERSISTENT)
                    .thenApply(created -> true)
                    .exceptionallyCompose(failed -> Session.orElse(failed, Code.NODEEXISTS, true));
        });
    }
}
