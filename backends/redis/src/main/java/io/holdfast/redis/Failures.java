package io.holdfast.redis;

import io.holdfast.HoldfastException;
import io.holdfast.InvalidLockException;
import io.holdfast.StoreConfigurationException;
import io.holdfast.StoreUnavailableException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a failure of Redis or of Lettuce means to a user: one table for all of them.
 *
 * <p>Servers before 7 wrap the error of a command in that of its script, so the words are looked for anywhere.
 */
final class Failures {

    private static final Map<String, String> UNAVAILABLE = Map.ofEntries(
            Map.entry("READONLY", "it is a replica and takes no writes; a failover may be under way"),
            Map.entry("LOADING", "it is still loading its data"),
            Map.entry("MASTERDOWN", "it is a replica that has lost its master"),
            Map.entry("CLUSTERDOWN", "the cluster does not serve all of its slots"),
            Map.entry("TRYAGAIN", "the lock's slot is moving to another node"),
            Map.entry("MOVED", "the lock's slot is on another node"),
            Map.entry("ASK", "the lock's slot is moving to another node"),
            Map.entry("OOM", "it has reached its maxmemory; locks need maxmemory-policy noeviction and some room"),
            Map.entry("BUSY", "it is busy with a script of somebody's that does not end"),
            Map.entry("NOREPLICAS", "it has fewer replicas in reach than min-replicas-to-write asks for"),
            Map.entry("MISCONF", "it cannot save its data to disk and therefore takes no writes"));

    private static final Map<String, String> CONFIGURATION = Map.of(
            "NOAUTH",
                    "it asks for a password: put it into the URI, or into the client's RedisURI, and for a client of a Cluster into"
                            + " that of servers(…)",
            "WRONGPASS", "it does not know that user with that password",
            "NOPERM", "this user's rights do not suffice: the documentation lists the commands, keys and channels",
            "CROSSSLOT", "it is a node of a Cluster: use a redis-cluster:// URI, or a RedisClusterClient",
            "NOPROTO", "it does not speak the protocol version that the client was told to use");

    private static final Pattern WORD = Pattern.compile("\\b(" + String.join("|", UNAVAILABLE.keySet()) + "|"
            + String.join("|", CONFIGURATION.keySet()) + "|WRONGTYPE)\\b");

    /** How servers before 7.2 say NOPERM if it was a command in a script. */
    private static final String NO_PERMISSION_IN_SCRIPT = "The user executing the script can't";

    private static final Pattern NOT_TLS = Pattern.compile("NotSslRecord|not an SSL/TLS record|Invalid first byte");

    private static final Pattern NOT_TRUSTED = Pattern.compile("SSLHandshakeException|SSLPeerUnverified|PKIX");

    /** What a server does that hears TLS and does not speak it, or the other way round; but others do so too. */
    private static final Pattern HUNG_UP =
            Pattern.compile("Connection reset|closed prematurely|handshake timed out|initialization timed out");

    /** What a node of a Cluster says to who takes it for a single server. */
    private static final Set<String> REDIRECTS = Set.of("MOVED", "ASK", "TRYAGAIN");

    private static final String NO_CLUSTER = "cluster support disabled";

    private final String store;
    private final boolean cluster;

    private Failures(String store, boolean cluster) {
        this.store = store;
        this.cluster = cluster;
    }

    static Failures ofServer(String store) {
        return new Failures(store, false);
    }

    static Failures ofCluster(String store) {
        return new Failures(store, true);
    }

    /** {@return what an error is, apart from what futures wrap around it} */
    static Throwable cause(Throwable error) {
        Throwable cause = error;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** {@return what to tell the user, who asked for a lock if there is a name} */
    HoldfastException of(@Nullable String name, Throwable error) {
        Throwable cause = cause(error);
        if (cause instanceof HoldfastException known) {
            return known;
        }
        if (cause instanceof CancellationException) {
            return unavailable(name, "the request was cut off", cause);
        }
        String words = words(cause);
        Matcher found = WORD.matcher(words);
        if (found.find()) {
            return named(name, found.group(), cause);
        }
        if (words.contains(NO_CLUSTER)) {
            return configuration(name, "it is no Cluster: use a redis:// URI", cause);
        }
        if (words.contains(NO_PERMISSION_IN_SCRIPT)) {
            return named(name, "NOPERM", cause);
        }
        if (words.contains("max number of clients")) {
            return unavailable(name, "it has as many clients as its maxclients allows", cause);
        }
        if (words.contains("AUTH") || words.contains("invalid password")) {
            return configuration(name, "it refused the user or the password", cause);
        }
        if (NOT_TLS.matcher(words).find()) {
            return configuration(name, "one side speaks TLS and the other does not: redis:// or rediss://?", cause);
        }
        if (NOT_TRUSTED.matcher(words).find()) {
            return configuration(
                    name, "its certificate is not trusted: see caFile, verifyPeer, or javax.net.ssl.trustStore", cause);
        }
        if (words.contains("using sentinel for masterId")) {
            return configuration(name, "the Sentinels know no master of that name", cause);
        }
        String hint = HUNG_UP.matcher(words).find() ? "; if that goes on: redis:// or rediss:// (TLS)?" : "";
        return unavailable(name, cause.getMessage() + hint, cause);
    }

    /** {@return what the store is called} */
    String store() {
        return store;
    }

    /** {@return whether the server says that it is no master} */
    boolean isOfReplica(Throwable error) {
        Matcher found = WORD.matcher(words(error));
        return found.find()
                && (found.group().equals("READONLY") || found.group().equals("MASTERDOWN"));
    }

    StoreUnavailableException notReached(long millis) {
        String hint = store.contains("rediss://") ? "; does it speak TLS there?" : "";
        return unavailable(null, "it was not reached within " + millis + " ms" + hint, null);
    }

    StoreUnavailableException unavailable(@Nullable String name, String why, @Nullable Throwable cause) {
        return new StoreUnavailableException(name, store + " cannot be used now: " + why + ".", cause);
    }

    private StoreConfigurationException configuration(@Nullable String name, String why, Throwable cause) {
        return new StoreConfigurationException(name, store + " cannot be used like this: " + why + ".", cause);
    }

    private HoldfastException named(@Nullable String name, String word, Throwable cause) {
        if (!cluster && REDIRECTS.contains(word)) {
            return configuration(name, CONFIGURATION.get("CROSSSLOT") + " (" + word + ")", cause);
        }
        String unavailable = UNAVAILABLE.get(word);
        String configuration = CONFIGURATION.get(word);
        if (unavailable != null) {
            return unavailable(name, unavailable + " (" + word + ")", cause);
        }
        if (configuration != null) {
            return configuration(name, configuration + " (" + word + ")", cause);
        }
        return new InvalidLockException(
                name, "A key beside the lock '" + name + "' in " + store + " is of a type of somebody else's.", cause);
    }

    private static String words(Throwable error) {
        StringBuilder words = new StringBuilder();
        for (Throwable next = error; next != null; next = next.getCause()) {
            words.append(next.getClass().getSimpleName())
                    .append(' ')
                    .append(next.getMessage())
                    .append('\n');
        }
        return words.toString();
    }
}
