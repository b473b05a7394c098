package io.holdfast.zookeeper;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.zookeeper.AsyncCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;

/** A connection on which the next creation of a claim meets with an accident. */
final class LossyZooKeeper extends ZooKeeper {

    /** What can happen to a request. */
    enum Accident {
        NONE,
        /** It is executed, and the connection is lost before its answer comes. */
        REPLY_LOST,
        /** The connection is lost before it arrives. */
        REQUEST_LOST,
        /** It is executed, and nothing more is heard of it. */
        SILENCE
    }

    private final AtomicReference<Accident> next;

    LossyZooKeeper(String hosts, int timeout, Watcher watcher, AtomicReference<Accident> next) throws IOException {
        super(hosts, timeout, watcher);
        this.next = next;
    }

    @Override
    public void create(
            String path,
            byte[] data,
            List<ACL> acl,
            CreateMode mode,
            AsyncCallback.Create2Callback callback,
            Object context) {
        Accident accident = mode == CreateMode.EPHEMERAL_SEQUENTIAL ? next.getAndSet(Accident.NONE) : Accident.NONE;
        AsyncCallback.Create2Callback lost = (rc, asked, given, name, stat) ->
                callback.processResult(Code.CONNECTIONLOSS.intValue(), asked, given, null, null);
        switch (accident) {
            case NONE -> super.create(path, data, acl, mode, callback, context);
            case REPLY_LOST -> super.create(path, data, acl, mode, lost, context);
            case REQUEST_LOST ->
                exists(
                        "/",
                        false,
                        (rc, asked, given, stat) -> lost.processResult(rc, path, given, null, null),
                        context);
            case SILENCE -> super.create(path, data, acl, mode, (rc, asked, given, name, stat) -> {}, context);
        }
    }
}
