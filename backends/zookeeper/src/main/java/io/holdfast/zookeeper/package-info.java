/** Locks in Apache ZooKeeper. See {@link io.holdfast.zookeeper.ZooKeeperStore}. */
@NullMarked
package io.holdfast.zookeeper;

import org.jspecify.annotations.NullMarked;
