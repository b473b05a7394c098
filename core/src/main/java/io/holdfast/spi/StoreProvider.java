package io.holdfast.spi;

import java.util.Set;

/** Makes stores from URIs; found by {@link java.util.ServiceLoader}. */
public interface StoreProvider {

    /**
     * {@return the schemes that this provider knows, in lower case: the part of a URI before the first colon}
     */
    Set<String> schemes();

    /**
     * Makes the store that a URI names, without connecting to it.
     *
     * @param uri the URI, whose scheme is one of {@link #schemes()}
     * @return the store
     * @throws io.holdfast.StoreConfigurationException if the URI is wrong; the message must not repeat a password
     */
    ClaimStore store(String uri);
}
