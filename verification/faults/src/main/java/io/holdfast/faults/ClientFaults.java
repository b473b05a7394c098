package io.holdfast.faults;

import java.util.function.BiPredicate;

/** What can happen to a client. */
final class ClientFaults {

    private ClientFaults() {}

    /** It is killed while it holds something. */
    static Fault killed() {
        return killed(Scene::isHolding);
    }

    /** It is killed in the middle of a transaction. */
    static Fault killedInTransaction() {
        return killed(ClientFaults::isInTransaction);
    }

    /** It stands still while it holds something, for as long as the blow lasts. */
    static Fault stopped() {
        return stopped(Scene::isHolding);
    }

    /** It stands still in the middle of a transaction, for as long as the blow lasts. */
    static Fault stoppedInTransaction() {
        return stopped(ClientFaults::isInTransaction);
    }

    private static Fault killed(BiPredicate<Scene, ClientProcess> moment) {
        return (scene, aim) -> {
            scene.caught(aim, client -> moment.test(scene, client)).kill(scene.chronicle());
            return () -> {};
        };
    }

    private static Fault stopped(BiPredicate<Scene, ClientProcess> moment) {
        return (scene, aim) -> {
            ClientProcess caught = scene.caught(aim, client -> moment.test(scene, client));
            return () -> caught.resume(scene.chronicle());
        };
    }

    /** One client stands still: a transaction that does not go on is its. */
    private static boolean isInTransaction(Scene scene, ClientProcess client) {
        return scene.site(SqlSite.class).hasIdleTransaction();
    }
}
