package io.holdfast.jdbc;

/** What a database's answer means that is an error. */
enum Failure {
    /** It was not executed, and may be at the next attempt: a deadlock, a serialization failure, a lock that took too long. */
    AGAIN,
    /** It was not executed, and will not be on this connection: the server takes no writes, or not here. */
    ELSEWHERE,
    /** It was not executed, and never will be: tables are missing, or rights. */
    NEVER,
    /** Nobody knows. */
    UNKNOWN
}
