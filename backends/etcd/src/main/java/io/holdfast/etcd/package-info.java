/** Locks in etcd. See {@link io.holdfast.etcd.EtcdStore}. */
@NullMarked
package io.holdfast.etcd;

import org.jspecify.annotations.NullMarked;
