package io.holdfast.faults;

/** Something that breaks, and can be mended. */
@FunctionalInterface
interface Fault {

    /**
     * Breaks it.
     *
     * @param scene what is there to be broken
     * @param aim a number, zero or more, that chooses which of several
     * @return what mends it
     */
    Runnable strike(Scene scene, int aim);
}
