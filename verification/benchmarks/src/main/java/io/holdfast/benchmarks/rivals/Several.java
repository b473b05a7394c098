package io.holdfast.benchmarks.rivals;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Opens things in a row, and closes those that it has if one cannot be opened. */
final class Several {

    private Several() {}

    static <C extends AutoCloseable> List<C> open(int count, IntFunction<C> opener) {
        List<C> opened = new ArrayList<>(count);
        try {
            for (int i = 0; i < count; i++) {
                opened.add(opener.apply(i));
            }
            return opened;
        } catch (RuntimeException | Error e) {
            close(opened);
            throw e;
        }
    }

    /** Closes them at the same time, because some need a while. */
    static void close(List<? extends AutoCloseable> all) {
        all.parallelStream().forEach(each -> {
            try {
                each.close();
            } catch (Exception e) {
                System.err.println("bench: cannot close " + each + ": " + e);
            }
        });
    }
}
