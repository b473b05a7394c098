package io.holdfast.cli.child;

import java.time.Duration;

/** A lock that is held, as far as the command that runs under it is concerned. */
public interface Tenure {

    /** {@return how long it is held from now on if it is never renewed again; zero when it is not, or in doubt} */
    Duration remaining();

    /** {@return whether it was lost for good} */
    boolean isLost();
}
