package io.holdfast.spi;

import java.util.Optional;

/**
 * What came of a release.
 *
 * @param held whether the claim was still held; if not, it had been lost, or an earlier copy of this request had
 *     released it
 * @param rejoined the answer to the claim that was to join with it, if one was
 */
public record Freed(boolean held, Optional<Answer> rejoined) {}
