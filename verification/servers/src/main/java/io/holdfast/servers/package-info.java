/**
 * Real servers for tests: Redis alone, with replicas, under Sentinel, as a Cluster; PostgreSQL with a replica and behind a
 * PgBouncer; MariaDB; ZooKeeper and etcd, alone and three of them.
 *
 * <p>Each listens on a loopback port of its own and lives in a directory of its own. None outlives the JVM that started
 * it, however that ends. Nothing here sleeps and hopes: a method returns when what it promises can be observed.
 */
@NullMarked
package io.holdfast.servers;

import org.jspecify.annotations.NullMarked;
