package io.holdfast.spi;

/**
 * The block of fencing tokens that comes with a grant: one for each local hand-over under the same claim.
 *
 * <p>Blocks of exclusive grants of one name never overlap and grow in the order of the grants. A shared grant (a reader)
 * has one number, not below any earlier writer's, below every later one's, and the same for all readers between two
 * writers; permits have {@link #NONE}.
 *
 * @param first the first number, which also tells this grant of the owner from any other
 * @param last the last number, at least {@code first}
 */
public record Tokens(long first, long last) {

    /** No token: for permits, which make no fencing claim. */
    public static final Tokens NONE = new Tokens(0, 0);

    /**
     * Checks the order.
     *
     * @param first the first number
     * @param last the last number
     */
    public Tokens {
        if (last < first) {
            throw new IllegalArgumentException("Tokens from " + first + " to " + last);
        }
    }
}
