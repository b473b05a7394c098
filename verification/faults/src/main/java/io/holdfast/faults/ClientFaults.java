package io.holdfast.faults;

/** What can happen to a client. */
final class ClientFaults {

    private ClientFaults() {}

    /** It is killed while it holds something. */
    static Fault killed() {
        return (scene, aim) -> {
            scene.caught(aim).kill(scene.chronicle());
            return () -> {};
        };
    }

    /** It stands still while it holds something, for as long as the blow lasts. */
    static Fault stopped() {
        return (scene, aim) -> {
            ClientProcess client = scene.caught(aim);
            return () -> client.resume(scene.chronicle());
        };
    }
}
