package io.holdfast.cli.demo;

/** A way to sell the stock. */
enum Round {
    WITHOUT_LOCK("without a lock"),
    WITH_LOCK("with a lock");

    private final String title;

    Round(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }
}
