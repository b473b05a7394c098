package io.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockOptions;
import io.holdfast.servers.RedisBinary;
import io.holdfast.servers.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The script in docs/fencing.md, as it stands there. */
class FencingTest {

    private static final Pattern BLOCK = Pattern.compile("```lua\n(.*?)```", Pattern.DOTALL);

    @Test
    void aHolderThatStoodStillIsRefusedByTheValueItself() throws Exception {
        Matcher block = BLOCK.matcher(Files.readString(Path.of("..", "..", "docs", "fencing.md")));
        assertThat(block.find()).isTrue();
        String script = block.group(1);
        LockOptions brief = LockOptions.defaults().lease(Duration.ofMillis(300)).renew(false);
        try (RedisServer server = RedisServer.start(RedisBinary.EMBEDDED);
                Holdfast holdfast = Holdfast.open(server.uri());
                Holdfast other = Holdfast.open(server.uri())) {
            // Renewal is off, as it is while a process stands still.
            Lease stale = holdfast.lock("stock:42").with(brief).acquire();
            Lease fresh = other.lock("stock:42").acquire(Duration.ofSeconds(10));
            assertThat(write(server, script, fresh, "17")).isEqualTo(1L);
            assertThat(write(server, script, stale, "3")).isEqualTo(0L);
            assertThat(write(server, script, fresh, "16")).isEqualTo(1L);
            assertThat(server.command("GET", "stock:{42}")).isEqualTo("16");
        }
    }

    private static Object write(RedisServer server, String script, Lease lease, String value) {
        String token = Long.toString(lease.token());
        return server.reply("EVAL", script, "2", "stock:{42}", "stock:{42}:fence", token, value);
    }
}
