package io.holdfast.tck;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.reflect.RecordComponent;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A connection that carries messages: lists of what the store interface is made of. */
final class Wire implements Closeable {

    static final ThreadFactory DAEMONS = task -> {
        Thread thread = new Thread(task, "remote");
        thread.setDaemon(true);
        return thread;
    };

    private final Socket socket;
    private final ObjectOutputStream out;
    private final ReentrantLock sending = new ReentrantLock();

    Wire(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        this.out = new Apart(new BufferedOutputStream(socket.getOutputStream()));
        out.flush();
    }

    void send(Object... message) throws IOException {
        sending.lock();
        try {
            out.writeObject(List.of(message));
            out.reset();
            out.flush();
        } finally {
            sending.unlock();
        }
    }

    /** Hands over each message that comes, in a thread of its own, and says when no more will. */
    void listen(Consumer<List<?>> each, Runnable end) {
        DAEMONS.newThread(() -> {
                    try (ObjectInputStream in = new Together(new BufferedInputStream(socket.getInputStream()))) {
                        while (true) {
                            each.accept((List<?>) in.readObject());
                        }
                    } catch (IOException closed) {
                        end.run();
                    } catch (ClassNotFoundException e) {
                        throw new AssertionError(e);
                    }
                })
                .start();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** What cannot be serialized as it is: a record, or an optional, which has no components. */
    private record Parts(Class<?> type, ArrayList<Object> values) implements Serializable {

        static Parts of(Object whole) throws ReflectiveOperationException {
            ArrayList<Object> values = new ArrayList<>();
            if (whole instanceof Optional<?> optional) {
                optional.ifPresent(values::add);
            } else {
                for (RecordComponent component : whole.getClass().getRecordComponents()) {
                    values.add(component.getAccessor().invoke(whole));
                }
            }
            return new Parts(whole.getClass(), values);
        }

        Object whole() throws ReflectiveOperationException {
            if (type == Optional.class) {
                return values.stream().findFirst();
            }
            Class<?>[] types = Stream.of(type.getRecordComponents())
                    .map(RecordComponent::getType)
                    .toArray(Class<?>[]::new);
            return type.getConstructor(types).newInstance(values.toArray());
        }
    }

    private static final class Apart extends ObjectOutputStream {

        Apart(OutputStream out) throws IOException {
            super(out);
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object object) throws IOException {
            try {
                boolean serializable = object instanceof Serializable || object instanceof Class;
                return serializable ? object : Parts.of(object);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static final class Together extends ObjectInputStream {

        Together(InputStream in) throws IOException {
            super(in);
            enableResolveObject(true);
        }

        @Override
        protected Object resolveObject(Object object) throws IOException {
            try {
                return object instanceof Parts parts ? parts.whole() : object;
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
    }
}
