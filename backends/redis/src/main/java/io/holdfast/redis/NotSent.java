package io.holdfast.redis;

/** The reason of a request that never left, since there was no connection for it: it was not executed, and will not be. */
final class NotSent extends RuntimeException {

    private static final long serialVersionUID = 1;

    NotSent(Throwable cause) {
        super(Failures.cause(cause).getMessage(), cause);
    }
}
