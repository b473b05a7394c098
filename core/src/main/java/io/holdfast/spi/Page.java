package io.holdfast.spi;

import io.holdfast.LockInfo;
import java.util.List;
import java.util.Optional;

/**
 * Some of the locks in a store.
 *
 * @param locks the locks; possibly none even though there are more pages
 * @param next the cursor of the next page; empty when this was the last
 */
public record Page(List<LockInfo> locks, Optional<String> next) {}
