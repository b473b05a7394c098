package io.holdfast.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.ClientInfo;
import io.holdfast.LockInfo;
import io.holdfast.spi.Page;
import io.holdfast.spi.queue.Claim;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** Looks at locks, each in one statement, so that what it shows was there at one moment. It locks nothing. */
final class Inspection {

    /** No name in UTF-8 has such a byte. */
    private static final byte BEYOND = (byte) 0xff;

    private final Database database;
    private final Requests requests;

    Inspection(Database database, Requests requests) {
        this.database = database;
        this.requests = requests;
    }

    CompletionStage<Optional<LockInfo>> inspect(String name) {
        return requests.run(transaction -> {
            Sql look = database.tables().read(database.dialect().clock(), List.of(Sql.bytes(name)));
            return infos(transaction, read(transaction, look).queues().values()).stream()
                    .findFirst();
        });
    }

    CompletionStage<Page> list(String prefix, Optional<String> cursor, int limit) {
        int most = Math.max(1, limit);
        byte[] start = Sql.bytes(prefix);
        // What follows a name right away is that name and a zero.
        byte[] from = cursor.map(last -> Arrays.copyOf(Sql.bytes(last), last.getBytes(UTF_8).length + 1))
                .orElse(start);
        byte[] before = Arrays.copyOf(start, start.length + 1);
        before[start.length] = BEYOND;
        return requests.run(transaction -> {
            Sql look = database.tables().page(database.dialect().clock(), from, before, most);
            Map<String, StoredQueue> queues = read(transaction, look).queues();
            Optional<String> last = queues.keySet().stream().reduce((one, next) -> next);
            return new Page(infos(transaction, queues.values()), queues.size() < most ? Optional.empty() : last);
        });
    }

    private Reading read(Transaction transaction, Sql look) throws SQLException {
        return transaction.read(look, result -> {
            Reading reading = new Reading(database.dialect());
            reading.rows(result);
            return reading;
        });
    }

    private List<LockInfo> infos(Transaction transaction, Collection<StoredQueue> queues) throws SQLException {
        Set<String> ids = new LinkedHashSet<>();
        for (StoredQueue stored : queues) {
            for (Claim<Contact> claim : stored.queue().claims()) {
                ids.add(claim.client().client());
            }
        }
        Map<String, ClientInfo> clients =
                ids.isEmpty() ? Map.of() : transaction.read(database.tables().clients(ids), Inspection::clients);
        List<LockInfo> infos = new ArrayList<>();
        for (StoredQueue stored : queues) {
            LockInfo info = stored.queue()
                    .info(stored.name(), contact -> Optional.ofNullable(clients.get(contact.client())), stored.now());
            if (info != null) {
                infos.add(info);
            }
        }
        return infos;
    }

    private static Map<String, ClientInfo> clients(ResultSet rows) throws SQLException {
        Map<String, ClientInfo> clients = new HashMap<>();
        while (rows.next()) {
            String id = rows.getString(1);
            clients.put(
                    id,
                    new ClientInfo(
                            id,
                            new String(rows.getBytes(2), UTF_8),
                            new String(rows.getBytes(3), UTF_8),
                            rows.getLong(4),
                            Instant.ofEpochMilli(rows.getLong(5))));
        }
        return clients;
    }
}
