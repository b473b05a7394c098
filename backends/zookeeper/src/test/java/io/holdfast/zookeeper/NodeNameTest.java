package io.holdfast.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.spi.Demand;
import io.holdfast.spi.line.Place;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeNameTest {

    @Test
    void aNameIsReadAsItWasWritten() {
        for (Demand demand : List.of(Demand.MUTEX, Demand.READ, Demand.WRITE, Demand.permits(2, 7))) {
            String name = NodeName.start("own/er~", demand) + "0000000042";
            NodeName node = NodeName.read(name);
            assertThat(node.place()).isEqualTo(new Place("own/er~", demand, name));
            assertThat(node.sequence()).isEqualTo(42);
            assertThat(node.until()).isEqualTo(Long.MAX_VALUE);
            assertThat(node.isCounted()).isTrue();
        }
    }

    @Test
    void whoTakesAPlaceHasItsNumber() {
        NodeName writer = NodeName.read(NodeName.start("w", Demand.WRITE) + "0000000007");
        assertThat(NodeName.read(NodeName.inPlaceOf(writer.place(), "r", Demand.READ))
                        .sequence())
                .isEqualTo(7);
        NodeName closed = NodeName.read(NodeName.closed(writer.place(), 123));
        assertThat(closed.sequence()).isEqualTo(7);
        assertThat(closed.until()).isEqualTo(123);
        assertThat(closed.place().owner()).isEqualTo(Place.NOBODY);
        assertThat(closed.place().demand()).isEqualTo(Demand.WRITE);
    }

    @Test
    void theNumbersAtTheEndAreNotTaken() {
        assertThat(NodeName.read("a~m~2147483647").isCounted()).isFalse();
        assertThat(NodeName.read("a~m~2146435071").isCounted()).isTrue();
    }

    @Test
    void whatIsNotOursStandsBeforeAllAndIsInTheWay() {
        assertThat(List.of("lock-0000000001", "a~x~0000000001", "a~m~1", "a~s9.3~0000000001", "a~m~-000000005", "x"))
                .allSatisfy(name -> {
                    NodeName node = NodeName.read(name);
                    assertThat(node.place().owner()).contains("not a claim of Holdfast's");
                    assertThat(node.place().demand()).isEqualTo(Demand.MUTEX);
                    assertThat(NodeName.compare(node, NodeName.read("a~m~0000000000")))
                            .isNegative();
                    assertThat(node.isCounted()).isFalse();
                });
    }
}
