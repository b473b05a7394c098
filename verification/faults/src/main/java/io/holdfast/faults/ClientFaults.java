package io.holdfast.faults;

/** What can happen to a client. */
final class ClientFaults {

    private ClientFaults() {}

    /** It is killed. */
    static Fault killed() {
        return (scene, aim) -> {
            scene.client(aim).kill(scene.chronicle());
            return () -> {};
        };
    }

    /** It stands still, for as long as the blow lasts. */
    static Fault stopped() {
        return (scene, aim) -> {
            ClientProcess client = scene.client(aim);
            client.pause(scene.chronicle());
            return () -> client.resume(scene.chronicle());
        };
    }
}
