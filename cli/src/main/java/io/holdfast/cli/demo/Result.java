package io.holdfast.cli.demo;

import io.holdfast.cli.console.Json;
import java.util.Locale;

/**
 * What came of a scene.
 *
 * @param scene the way it was sold
 * @param stock how many there were
 * @param left how many there are according to the shop
 * @param sold how many were sold
 * @param wrongLocksDeleted how often a worker deleted a lock that was not its own any more
 * @param staleWritesRefused how often the shop refused a sale for its token
 */
record Result(Scene scene, int stock, int left, int sold, int wrongLocksDeleted, int staleWritesRefused) {

    int oversold() {
        return Math.max(0, sold - stock);
    }

    boolean isExact() {
        return sold == stock && left == 0;
    }

    Json json() {
        return new Json()
                .put("scene", scene.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .put("stock", stock)
                .put("sold", sold)
                .put("oversold", oversold())
                .put("wrongLocksDeleted", wrongLocksDeleted)
                .put("staleWritesRefused", staleWritesRefused);
    }
}
