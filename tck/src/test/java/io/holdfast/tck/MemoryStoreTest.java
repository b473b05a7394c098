package io.holdfast.tck;

import io.holdfast.memory.MemoryStore;

class MemoryStoreTest extends StoreContract {

    @Override
    protected StoreFixture fixture() {
        MemoryStore store = MemoryStore.create();
        return () -> store;
    }
}
