package io.holdfast.spi.queue;

import io.holdfast.spi.Tokens;

/** Where the tokens of one lock come from. */
public interface Mint {

    /**
     * {@return tokens that were never given before, above all that were}
     *
     * @param block how many are wanted
     */
    Tokens tokens(int block);

    /**
     * {@return a number not below any token that was given, and below all that will be: what a reader has}
     */
    long epoch();
}
