package io.holdfast.redis;

import io.holdfast.spi.Demand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What one node of a quorum is asked for, by many and in any order. */
public final class QuorumTraffic {

    private static final String[] NAMES = {"a", "x}y", "ü"};
    private static final Demand[] DEMANDS = {Demand.MUTEX, Demand.READ, Demand.WRITE};

    private final ScriptTarget target;
    private final Random random;
    private final List<QuorumClaim> claims = new ArrayList<>();
    private final Demand[] kinds = new Demand[NAMES.length];
    private long highest = 1_700_000_000L * 100 / 1000 * 4_194_304;
    private int owners;

    public QuorumTraffic(ScriptTarget target, Random random) {
        this.target = target;
        this.random = random;
        for (int i = 0; i < NAMES.length; i++) {
            kinds[i] = DEMANDS[random.nextInt(DEMANDS.length)];
        }
    }

    /** Does something. */
    public void step() {
        QuorumClaim claim =
                claims.isEmpty() || random.nextInt(3) == 0 ? fresh() : claims.get(random.nextInt(claims.size()));
        String lease = one("50", "2000", "30000");
        String delay = one("0", "0", "1500");
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> acquire(claim, lease, delay);
            case 3 -> run(Script.QUORUM_AGREE, claim.declared(), claim.kind(), claim.id(), number());
            case 4 -> renew(lease, delay);
            case 5 ->
                run(
                        Script.QUORUM_HEAL,
                        claim.declared(claim.mark()),
                        claim.kind(),
                        claim.id(),
                        lease,
                        number(),
                        "32",
                        "client",
                        one("", "a note\nof two – lines"));
            case 6, 7 ->
                run(
                        Script.QUORUM_RELEASE,
                        claim.declared(claim.keys().hints(), claim.keys().writer()),
                        claim.kind(),
                        claim.id(),
                        delay,
                        one("0", "0", "700"),
                        number());
            case 8 -> rarely(claim, delay);
            default -> pass();
        }
    }

    private void acquire(QuorumClaim claim, String lease, String delay) {
        String[] keys =
                claim.declared(claim.mark(), claim.keys().hints(), claim.keys().writer());
        Object reply = run(
                Script.QUORUM_ACQUIRE,
                keys,
                claim.kind(),
                claim.id(),
                lease,
                delay,
                one("1", "32"),
                one("client", "other"),
                one("", "a note\nof two – lines"),
                one("0", "2000"));
        if (reply instanceof List<?> list && list.size() > 2 && list.get(0).equals(1L)) {
            highest = Math.max(highest, (Long) list.get(2));
        }
    }

    private void renew(String lease, String delay) {
        List<String> keys = new ArrayList<>();
        List<String> args = new ArrayList<>();
        for (QuorumClaim each : claims) {
            keys.addAll(List.of(each.declared()));
            args.addAll(List.of(each.kind(), each.id(), lease, delay));
        }
        run(Script.QUORUM_RENEW, keys.toArray(String[]::new), args.toArray(String[]::new));
    }

    private void rarely(QuorumClaim claim, String delay) {
        LockKeys keys = claim.keys();
        switch (random.nextInt(6)) {
            case 0 ->
                run(Script.QUORUM_ABANDON, claim.declared(claim.mark()), claim.kind(), delay, "31000", claim.id());
            case 1 -> run(Script.QUORUM_HINT, new String[] {keys.lock(), keys.hints()}, one("1", "16"));
            case 2 -> target.foreign("DEL", keys.lock());
            case 3 -> target.foreign("SET", keys.lock(), "somebody else", "PX", "1500");
            case 4 -> target.foreign("ZADD", keys.lock(), "5", "member");
            default -> run(Script.QUORUM_INSPECT, new String[] {keys.lock(), keys.counter(), keys.holders()});
        }
    }

    private void pass() {
        if (random.nextInt(3) == 0) {
            target.passToAnEnd(random);
            return;
        }
        long[] millis = {0, 1, 7, 130, 1003, 3002, 11_000, 61_001, -1000};
        target.pass(Duration.ofMillis(millis[random.nextInt(millis.length)]).plusNanos(1000L * random.nextInt(1500)));
    }

    private QuorumClaim fresh() {
        int name = random.nextInt(NAMES.length);
        Demand demand = kinds[name];
        if (demand != Demand.MUTEX) {
            demand = random.nextInt(3) == 0 ? Demand.WRITE : Demand.READ;
        }
        if (random.nextInt(20) == 0) {
            demand = DEMANDS[random.nextInt(DEMANDS.length)];
        }
        QuorumClaim claim = QuorumClaim.of("lock:", NAMES[name], demand, "o" + ++owners + one("", "", "~2"));
        claims.add(claim);
        if (claims.size() > 8) {
            claims.remove(random.nextInt(claims.size()));
        }
        return claim;
    }

    private String number() {
        return Long.toString(highest + random.nextInt(100) - 50 + (random.nextInt(20) == 0 ? 1L << 30 : 0));
    }

    private Object run(Script script, String[] keys, String... args) {
        return target.run(ScriptTexts.named(script.name()), keys, args);
    }

    private String one(String... of) {
        return of[random.nextInt(of.length)];
    }
}
