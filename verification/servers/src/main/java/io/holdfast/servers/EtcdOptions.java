package io.holdfast.servers;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How an etcd is to be started.
 *
 * @param arguments what goes onto its command line, besides what every server gets
 * @param tls the certificate, if clients are to speak TLS; servers do not among themselves
 * @param rootPassword the password of the user {@code root}, if only those who are known get in
 * @param address where else it listens for clients, besides 127.0.0.1
 * @param location where it runs
 */
public record EtcdOptions(
        List<String> arguments,
        @Nullable TlsCertificates tls,
        @Nullable String rootPassword,
        @Nullable String address,
        Location location) {

    /** An etcd as it is, without TLS or users, which syncs its log at each write. */
    public static final EtcdOptions PLAIN = new EtcdOptions(List.of(), null, null, null, Location.HERE);

    /**
     * {@return these options, and arguments as {@code etcd} takes them}
     *
     * @param more for example {@code "--quota-backend-bytes", "1000000"}; the last of several wins
     */
    public EtcdOptions with(String... more) {
        return new EtcdOptions(
                Stream.concat(arguments.stream(), Stream.of(more)).toList(), tls, rootPassword, address, location);
    }

    /**
     * {@return these options, but clients have to speak TLS}
     *
     * @param certificates what the server shows to its clients
     */
    public EtcdOptions tls(TlsCertificates certificates) {
        return new EtcdOptions(arguments, certificates, rootPassword, address, location);
    }

    /**
     * {@return these options, but clients have to say who they are}
     *
     * @param rootPassword the password of {@code root}, who may do everything, and who can {@linkplain
     *     EtcdDeployment#addUser add others}
     */
    public EtcdOptions authentication(String rootPassword) {
        return new EtcdOptions(arguments, tls, rootPassword, address, location);
    }

    /**
     * {@return these options, and a second address to listen on}
     *
     * @param address one that this machine has
     */
    public EtcdOptions reachableAt(String address) {
        return new EtcdOptions(arguments, tls, rootPassword, address, location);
    }

    /**
     * {@return these options, but elsewhere}
     *
     * @param place where it runs
     */
    public EtcdOptions at(Location place) {
        return new EtcdOptions(arguments, tls, rootPassword, address, place);
    }

    /** {@return how a client's URL begins} */
    String scheme() {
        return tls == null ? "http" : "https";
    }
}
