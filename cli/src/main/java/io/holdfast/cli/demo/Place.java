package io.holdfast.cli.demo;

/**
 * Where a demonstration keeps its things: what all of their names begin with.
 *
 * @param name a name that no other demonstration has
 */
record Place(String name) {

    /** {@return the key of the shop's books} */
    String shop(Scene scene) {
        return name + ":" + scene;
    }

    /** {@return the key of the naive lock} */
    String naiveLock() {
        return name + ":naive";
    }

    /** {@return the name of Holdfast's lock} */
    String lock() {
        return name;
    }
}
