package io.holdfast.tck;

import io.holdfast.spi.Signals;
import io.holdfast.spi.Tokens;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Signals that are remembered, for tests to look at. */
public final class RecordedSignals implements Signals {

    private record Grant(String name, String owner, Tokens tokens) {}

    private final List<Grant> grants = new CopyOnWriteArrayList<>();
    private final List<String> hints = new CopyOnWriteArrayList<>();
    private final List<String> losses = new CopyOnWriteArrayList<>();

    /** Remembers nothing yet. */
    public RecordedSignals() {}

    @Override
    public void granted(String name, String owner, Tokens tokens) {
        grants.add(new Grant(name, owner, tokens));
    }

    @Override
    public void lookAgain(String name) {
        hints.add(name);
    }

    @Override
    public void lost(String name, String owner) {
        losses.add(owner);
    }

    @Override
    public void suspended() {}

    /**
     * {@return the tokens with which a claim was said to be granted, if it was}
     *
     * @param name the lock
     * @param owner the owner id of the claim
     */
    public Optional<Tokens> grant(String name, String owner) {
        return grants.stream()
                .filter(grant -> grant.name().equals(name) && grant.owner().equals(owner))
                .map(Grant::tokens)
                .findFirst();
    }

    /**
     * {@return whether there was a hint to ask again for a lock}
     *
     * @param name the lock
     */
    public boolean hinted(String name) {
        return hints.contains(name);
    }

    /**
     * {@return whether a claim was said to be lost}
     *
     * @param owner the owner id of the claim
     */
    public boolean lost(String owner) {
        return losses.contains(owner);
    }
}
