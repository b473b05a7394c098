package io.holdfast.benchmarks.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.benchmarks.measure.Meter;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class RedisMonitorTest {

    @ParameterizedTest
    @EnumSource(RedisBinary.class)
    void whatAScriptCallsIsNoRequest(RedisBinary binary) {
        try (RedisServer server = RedisServer.start(binary);
                Meter.RequestCount count = new RedisMeter(server.servers()).countRequests()) {
            server.command("SET", "[0 lua]", "lua]");
            server.command("EVAL", "redis.call('set', 'b', 1) return redis.call('del', 'b')", "0");

            assertThat(count.stop()).isEqualTo(2);
        }
    }

    @Test
    void onlyTheBracketTellsAScript() {
        assertThat(RedisMonitor.isInsideScript("1.2 [0 lua] \"get\" \"a\"")).isTrue();
        assertThat(RedisMonitor.isInsideScript("1.2 [0 127.0.0.1:5] \"get\" \" lua]\""))
                .isFalse();
    }
}
