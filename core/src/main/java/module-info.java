/** Distributed locks: the API, what a store provides, the engine and the in-memory store. */
module io.holdfast {
    requires static transitive org.jspecify;
    requires static jdk.jfr;
    requires org.slf4j;

    exports io.holdfast;
    exports io.holdfast.spi;
    exports io.holdfast.spi.line;
    exports io.holdfast.spi.queue;
    exports io.holdfast.memory;

    uses io.holdfast.Holdfast.Builder;
    uses io.holdfast.spi.StoreProvider;

    provides io.holdfast.Holdfast.Builder with
            io.holdfast.engine.EngineBuilder;
    provides io.holdfast.spi.StoreProvider with
            io.holdfast.memory.MemoryStoreProvider;
}
