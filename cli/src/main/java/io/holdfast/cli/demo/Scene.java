package io.holdfast.cli.demo;

/** A way to sell the stock, in the order in which they are shown. */
enum Scene {
    WITHOUT_LOCK("without a lock", "1. Without a lock"),
    NAIVE_LOCK("a naive lock", "2. With a naive lock (SET NX PX, and DEL at the end), while a worker is stopped"),
    HOLDFAST("Holdfast", "3. With Holdfast, while a worker is killed and another one is stopped");

    private final String title;
    private final String heading;

    Scene(String title, String heading) {
        this.title = title;
        this.heading = heading;
    }

    /** {@return a few words for it} */
    String title() {
        return title;
    }

    /** {@return what stands above it} */
    String heading() {
        return heading;
    }
}
