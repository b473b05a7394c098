package io.holdfast.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GuardTest {

    @Test
    void oneAfterTheOtherIsNoOverlap() {
        Guard guard = new Guard(1);
        guard.enter(1);
        guard.leave(1);
        guard.enter(1);

        assertThat(guard.overlaps()).isZero();
    }

    @Test
    void twoInALockAreAnOverlap() {
        Guard guard = new Guard(1);
        guard.enter(1);
        guard.enter(1);

        assertThat(guard.overlaps()).isEqualTo(1);
    }

    @Test
    void readersAreTogetherAndAWriterIsAlone() {
        Guard guard = new Guard(Guard.ALL);
        guard.enter(1);
        guard.enter(1);
        assertThat(guard.overlaps()).isZero();

        guard.enter(Guard.ALL);
        assertThat(guard.overlaps()).isEqualTo(1);
    }
}
