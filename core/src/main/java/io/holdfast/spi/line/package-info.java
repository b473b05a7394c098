/**
 * The claim model for stores at which each claim is an entry of its own, in an order that the server gives, and lives as long
 * as a session or lease of its client does: ZooKeeper and etcd. What differs between them is {@link io.holdfast.spi.line.Lines};
 * everything else is {@link io.holdfast.spi.line.LineSession}.
 */
@NullMarked
package io.holdfast.spi.line;

import org.jspecify.annotations.NullMarked;
