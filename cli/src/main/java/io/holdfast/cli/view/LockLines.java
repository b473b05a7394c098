package io.holdfast.cli.view;

import io.holdfast.ClaimInfo;
import io.holdfast.LockInfo;
import io.holdfast.LockKind;
import io.holdfast.cli.console.Table;
import io.holdfast.cli.console.Times;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Locks, for people. */
public final class LockLines {

    private static final DateTimeFormatter TODAY = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter ANY_DAY = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private LockLines() {}

    /**
     * {@return a table of locks, with a line for each holder}
     *
     * @param locks the locks
     * @param now when they were looked at
     */
    public static List<String> table(List<LockInfo> locks, Instant now) {
        Table table = new Table("LOCK", "KIND", "HELD BY", "SINCE", "FOR", "LEFT", "TOKEN", "WAITING");
        for (LockInfo lock : locks) {
            String waiting = Integer.toString(lock.waiters().size());
            if (lock.holders().isEmpty()) {
                table.add(printable(lock.name()), kind(lock), "nobody", "", "", "", "", waiting);
            }
            boolean first = true;
            for (ClaimInfo holder : lock.holders()) {

                table.add(
                        first ? printable(lock.name()) : "",
                        first ? kind(lock) : "",
                        printable(Who.name(holder)) + prefixed(" ", part(lock, holder)),
                        time(now.minus(holder.age())),
                        Times.text(holder.age()),
                        Times.text(holder.remaining()),
                        holder.token() == 0 ? "-" : Long.toString(holder.token()),
                        first ? waiting : "");
                first = false;
            }
        }
        return table.lines();
    }

    /**
     * {@return all that is known of a lock}
     *
     * @param lock the lock
     * @param now when it was looked at
     */
    public static List<String> details(LockInfo lock, Instant now) {
        List<String> lines = new ArrayList<>();
        lines.add(printable(lock.name()) + "  " + kind(lock));
        lines.add("");
        if (lock.holders().isEmpty()) {
            lines.add("Held by nobody at this moment.");
        }
        for (ClaimInfo holder : lock.holders()) {
            lines.add("Held by  " + printable(Who.name(holder)) + prefixed(", ", part(lock, holder)));
            lines.add("  since  " + time(now.minus(holder.age())) + "  (" + Times.text(holder.age()) + " ago)");
            lines.add("  until  " + time(now.plus(holder.remaining())) + "  (" + Times.text(holder.remaining())
                    + " from now, unless it is renewed)");
            if (holder.token() != 0) {
                lines.add("  token  " + holder.token());
            }
            lines.add("  owner  " + holder.owner());
            if (!holder.note().isEmpty()) {
                lines.add("  says   " + printable(holder.note()));
            }
        }
        lines.add("");
        if (lock.waiters().isEmpty()) {
            lines.add("Nobody waits.");
            return lines;
        }
        Table table = new Table("WAITING", "WHO", "SINCE", "FOR");
        int place = 0;
        for (ClaimInfo waiter : lock.waiters()) {
            table.add(
                    Integer.toString(++place),
                    printable(Who.name(waiter)) + prefixed(" ", part(lock, waiter)),
                    time(now.minus(waiter.age())),
                    Times.text(waiter.age()));
        }
        lines.addAll(table.lines());
        return lines;
    }

    /** {@return which part of a lock somebody has, or nothing if there is only one} */
    static String part(LockInfo lock, ClaimInfo claim) {
        return switch (lock.kind()) {
            case MUTEX -> "";
            case READ_WRITE -> claim.units() == 1 ? "reader" : "writer";
            case SEMAPHORE -> claim.units() + " of " + lock.capacity();
        };
    }

    private static String kind(LockInfo lock) {
        return LockJson.kind(lock.kind()) + (lock.kind() == LockKind.SEMAPHORE ? " of " + lock.capacity() : "");
    }

    private static String prefixed(String prefix, String text) {
        return text.isEmpty() ? "" : prefix + text;
    }

    private static String time(Instant instant) {
        ZonedDateTime local = instant.atZone(ZoneId.systemDefault());
        boolean today = local.toLocalDate().equals(LocalDate.now(ZoneId.systemDefault()));
        return local.format(today ? TODAY : ANY_DAY);
    }

    /** Names and notes come from elsewhere: a terminal must not obey what is in them. */
    private static String printable(String text) {
        return text.codePoints()
                .map(c -> Character.isISOControl(c) ? '\ufffd' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
