/**
 * The contract that every store passes, as JUnit tests.
 *
 * <p>A store's test class extends {@link io.holdfast.tck.StoreContract}, hands over a
 * {@link io.holdfast.tck.StoreFixture}, and overrides nothing else:
 *
 * <pre>{@code
 * class MyStoreTest extends StoreContract {
 *     @Override
 *     protected StoreFixture fixture() {
 *         return () -> MyStore.at("localhost:1234");
 *     }
 * }
 * }</pre>
 *
 * <p>For what a store does not declare among its capabilities, the contract checks that it is refused.
 */
@NullMarked
package io.holdfast.tck;

import org.jspecify.annotations.NullMarked;
