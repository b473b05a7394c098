package io.holdfast.benchmarks.rivals;

import com.zaxxer.hikari.HikariDataSource;
import io.holdfast.benchmarks.measure.Hold;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * Somebody who locks with what is in a {@code DataSource}: each client has a {@link Pool}.
 *
 * @param <C> a client
 * @param name what it is called
 * @param url of the database
 * @param waits whether it can wait
 * @param client makes one
 * @param holds makes something for one thread to hold, of a client and a name
 */
record SqlRival<C>(
        String name, String url, boolean waits, Function<DataSource, C> client, BiFunction<C, String, Hold> holds)
        implements Contender {

    @Override
    public Set<Part> parts() {
        return EnumSet.of(Part.LOCK);
    }

    @Override
    public Clients open(int count) {
        List<HikariDataSource> pools = Several.open(count, i -> Pool.open(url));
        List<C> clients = pools.stream().map(client).toList();
        return new Clients() {
            @Override
            public Hold hold(int index, Part part, String lock) {
                return holds.apply(clients.get(index), lock);
            }

            @Override
            public void close() {
                Several.close(pools);
            }
        };
    }
}
