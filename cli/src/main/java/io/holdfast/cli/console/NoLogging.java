package io.holdfast.cli.console;

/** What {@code java.util.logging} is configured by, to be silent: what there is to say, commands say themselves. */
public final class NoLogging {

    private static final String PROPERTY = "java.util.logging.config.class";

    /** For {@code java.util.logging}: without handlers nothing is written. */
    public NoLogging() {}

    /** Has this be so, unless somebody said otherwise. To be called first of all. */
    public static void set() {
        if (System.getProperty(PROPERTY) == null && System.getProperty("java.util.logging.config.file") == null) {
            System.setProperty(PROPERTY, NoLogging.class.getName());
        }
    }
}
