package io.holdfast.faults;

/** Threads that nobody waits for. */
final class Daemons {

    private Daemons() {}

    static Thread start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
