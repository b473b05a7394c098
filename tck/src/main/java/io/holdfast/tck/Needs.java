package io.holdfast.tck;

import io.holdfast.spi.Capabilities.Feature;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks tests of what only some stores can do. Where a store does not declare it they do not run, and the tests that
 * are marked with {@link Lacks} run in their place: nothing goes unchecked.
 */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@interface Needs {

    /** {@return what the store must have declared} */
    Feature[] value();
}
