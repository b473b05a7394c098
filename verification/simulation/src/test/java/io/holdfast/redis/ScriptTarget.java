package io.holdfast.redis;

import java.time.Duration;
import java.util.Random;

/** Where the traffic of a store goes. */
public interface ScriptTarget {

    /** Runs a script and returns its reply; what went wrong is in there too. */
    Object run(ScriptTexts script, String[] keys, String[] args);

    /** Runs a command of somebody else's. */
    void foreign(String... words);

    /** Lets time pass, or steps the clock back. */
    void pass(Duration time);

    /** Lets time pass until something that is kept there ends, or just before or after that. */
    void passToAnEnd(Random random);
}
