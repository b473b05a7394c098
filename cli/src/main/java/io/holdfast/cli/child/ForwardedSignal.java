package io.holdfast.cli.child;

import io.holdfast.cli.console.ExitCode;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/** A signal that is meant for the command that runs, and so is passed on to it. */
public enum ForwardedSignal {
    /** The terminal is gone. */
    HUP(1),
    /** Somebody pressed Ctrl-C. */
    INT(2),
    /** It is to end. */
    TERM(15);

    private final int number;

    ForwardedSignal(int number) {
        this.number = number;
    }

    /** {@return what a process ends with that this signal ended} */
    public int exitCode() {
        return ExitCode.SIGNALLED + number;
    }

    /**
     * Has all of them handled here from now on. One that this process was started to ignore, as by {@code nohup}, stays
     * ignored.
     *
     * @param handler called on a thread of its own
     */
    static void handle(Consumer<ForwardedSignal> handler) {
        for (ForwardedSignal signal : values()) {
            signal.handleBy(handler);
        }
    }

    /**
     * By reflection, since the compiler warns of this class for which there is nothing in its place, and the build takes
     * warnings for errors.
     */
    private void handleBy(Consumer<ForwardedSignal> handler) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object proxy = Proxy.newProxyInstance(
                    ForwardedSignal.class.getClassLoader(), new Class<?>[] {handlerType}, (self, method, arguments) -> {
                        if (method.getDeclaringClass() == Object.class) {
                            return method.getName().equals("hashCode") ? (Object) number : self == arguments[0];
                        }
                        handler.accept(this);
                        return null;
                    });
            signal.getMethod("handle", signal, handlerType)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name()), proxy);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This Java cannot handle signals.", e);
        }
    }
}
