/**
 * Locks in a SQL database: PostgreSQL, MariaDB and MySQL, H2, SQLite. See {@link io.holdfast.jdbc.JdbcStore}.
 */
@NullMarked
package io.holdfast.jdbc;

import org.jspecify.annotations.NullMarked;
