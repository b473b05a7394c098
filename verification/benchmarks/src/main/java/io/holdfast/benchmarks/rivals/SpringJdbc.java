package io.holdfast.benchmarks.rivals;

import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/** Spring Integration's {@code JdbcLockRegistry}, with its defaults. */
final class SpringJdbc {

    private SpringJdbc() {}

    /**
     * {@return the contender}
     *
     * @param url of a database that has its tables
     * @param insert what its documentation makes of its statement for this database
     */
    static Contender rival(String url, UnaryOperator<String> insert) {
        return new SqlRival<>(
                "spring",
                url,
                true,
                pool -> registry(pool, insert),
                (registry, name) -> new LockHold(registry.obtain(name)));
    }

    private static JdbcLockRegistry registry(DataSource pool, UnaryOperator<String> insert) {
        DefaultLockRepository repository = new DefaultLockRepository(pool);
        repository.setTransactionManager(new DataSourceTransactionManager(pool));
        repository.setInsertQuery(insert.apply(repository.getInsertQuery()));
        repository.afterPropertiesSet();
        repository.afterSingletonsInstantiated();
        repository.start();
        return new JdbcLockRegistry(repository);
    }
}
