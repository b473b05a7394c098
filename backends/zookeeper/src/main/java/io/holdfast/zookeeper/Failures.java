package io.holdfast.zookeeper;

import io.holdfast.HoldfastException;
import io.holdfast.StoreConfigurationException;
import io.holdfast.StoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;

/**
 * What failures mean to users.
 *
 * @param description the store
 */
record Failures(String description) {

    HoldfastException of(@Nullable String name, Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        if (cause instanceof HoldfastException known) {
            return known;
        }
        Code code = cause instanceof KeeperException keeper ? keeper.code() : Code.SYSTEMERROR;
        String path = cause instanceof KeeperException keeper && keeper.getPath() != null ? keeper.getPath() : "";
        return switch (code) {
            case NOAUTH ->
                new StoreConfigurationException(
                        name,
                        description + " refuses this client the node " + path + about(name)
                                + ": give it the rights create, delete, read and write below the base node, or say as"
                                + " whom it comes (zookeeper://user:password@…, or the authorization of your"
                                + " CuratorFramework).",
                        cause);
            case AUTHFAILED, INVALIDACL ->
                new StoreConfigurationException(
                        name,
                        description + " did not accept who this client says it is (" + code + ")" + about(name)
                                + ": check user and password, and the ACL.",
                        cause);
            case UNIMPLEMENTED ->
                new StoreConfigurationException(
                        name, description + " is older than ZooKeeper 3.5.3, which Holdfast needs.", cause);
            case CONNECTIONLOSS, SESSIONEXPIRED, SESSIONMOVED, OPERATIONTIMEOUT, REQUESTTIMEOUT ->
                new StoreUnavailableException(
                        name,
                        description + " could not be asked" + about(name) + ": the connection was lost (" + code
                                + "). It is unknown whether the request was executed; Holdfast cleans up after it.",
                        cause);
            default ->
                new StoreUnavailableException(name, description + " failed" + about(name) + ": " + cause + ".", cause);
        };
    }

    HoldfastException late(@Nullable String name, Duration time) {
        return new StoreUnavailableException(
                name,
                description + " did not answer within " + time.toMillis() + " ms" + about(name)
                        + ". Is a majority of its servers up, and can they be reached from here?",
                null);
    }

    HoldfastException worn(String name) {
        return new StoreUnavailableException(
                name,
                description + " has counted two billion claims to the lock '" + name
                        + "' and comes to the end of its numbers: leave the lock alone until the server has removed its"
                        + " node, which takes about a minute.",
                null);
    }

    HoldfastException shortSession(Duration wanted, Duration given) {
        return new StoreConfigurationException(
                null,
                description + " gives sessions " + given.toMillis() + " ms, but " + wanted.toMillis()
                        + " ms were asked for: raise maxSessionTimeout there, or set sessionTimeout to that here.",
                null);
    }

    private static String about(@Nullable String name) {
        return name == null ? "" : " for the lock '" + name + "'";
    }
}
