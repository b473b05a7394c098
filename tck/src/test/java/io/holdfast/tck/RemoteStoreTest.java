package io.holdfast.tck;

import io.holdfast.memory.MemoryStore;
import java.io.IOException;

class RemoteStoreTest extends StoreContract {

    @Override
    protected StoreFixture fixture() throws IOException {
        return new RemoteServer(MemoryStore.create());
    }
}
