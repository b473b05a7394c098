package io.holdfast.benchmarks.rivals;

import io.holdfast.benchmarks.measure.Hold;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javax.sql.DataSource;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.springframework.jdbc.core.JdbcTemplate;

/** ShedLock over {@code JdbcTemplate}, with the clock of the database, as its page begins. */
final class ShedLock {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private ShedLock() {}

    /**
     * {@return the contender, which cannot wait}
     *
     * @param url of a database that has its table
     */
    static Contender rival(String url) {
        return new SqlRival<>("shedlock", url, false, ShedLock::provider, ShedLock::hold);
    }

    private static LockProvider provider(DataSource pool) {
        return new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
                .withJdbcTemplate(new JdbcTemplate(pool))
                .usingDbTime()
                .build());
    }

    private static Hold hold(LockProvider provider, String name) {
        return new Hold() {
            private Optional<SimpleLock> lock = Optional.empty();

            @Override
            public void acquire() {
                lock = provider.lock(new LockConfiguration(Instant.now(), name, LEASE, Duration.ZERO));
                Raw.check(lock.isPresent(), name);
            }

            @Override
            public void release() {
                lock.orElseThrow().unlock();
            }
        };
    }
}
