package io.holdfast.tck;

import io.holdfast.spi.Capabilities.Feature;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks tests of how a store behaves that has not declared something; they run only there. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Lacks {

    /** {@return what the store must not have declared} */
    Feature value();
}
