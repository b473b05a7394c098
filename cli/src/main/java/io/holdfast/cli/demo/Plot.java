package io.holdfast.cli.demo;

import java.util.List;

/** What is done to workers in a scene, at moments that they themselves tell. */
interface Plot {

    /**
     * Hears what a worker says, and perhaps does something to it.
     *
     * @return whether its customer pays only when this says so
     */
    boolean hear(Event event) throws InterruptedException;

    /** {@return what is done in a scene} */
    static List<Plot> of(Scene scene, int stock, Narration narration) {
        return switch (scene) {
            case WITHOUT_LOCK -> List.of();
            case NAIVE_LOCK -> List.of(new Pause("lock", NaiveLock.LIFE, stock * 3 / 4, stock, narration));
            case HOLDFAST ->
                List.of(
                        new Kill(stock * 3 / 4, narration),
                        new Pause("lease", Salesman.LEASE, stock / 2, stock, narration));
        };
    }
}
