package io.holdfast.engine;

import io.holdfast.Release;
import io.holdfast.spi.Answer;

/**
 * A writer's claim on its way to becoming a reader's, at the same place in the queue.
 *
 * <p>The writer's lease is handed in with the first request, and its claim is renewed no more. A request whose outcome
 * is unknown is repeated for as long as that lease would have lasted: a repeated one is answered with what the first did.
 * After that the lease is lost, and both owner ids are cleaned up.
 */
final class Downgrade {

    private final Engine engine;
    private final Claim writer;
    private final HeldLease lease;
    private final Claim reader;
    private int tries;

    Downgrade(Engine engine, Claim writer, HeldLease lease, Claim reader) {
        this.engine = engine;
        this.writer = writer;
        this.lease = lease;
        this.reader = reader;
    }

    void send() {
        tries++;
        Stamp sent = engine.stamp();
        engine.request(
                session -> session.downgrade(writer.held(writer.ask.lease()), reader.ask),
                answer -> answered(sent, answer),
                this::failed);
    }

    private void answered(Stamp sent, Answer answer) {
        if (answer instanceof Answer.Granted) {
            engine.forget(writer);
            lease.complete(Release.RELEASED);
            reader.asked(sent, answer);
        } else {
            lose("the store no longer had it when it was to become a reader's");
            engine.forget(writer);
            engine.forget(reader);
        }
    }

    private void failed(Throwable error) {
        long left = writer.validity().remaining(engine.now());
        if (reader.isOver()) {
            // Cancelled, or the client closes: that is no loss, since nobody wants it.
            engine.cleaner().abandon(writer);
            engine.cleaner().abandon(reader);
            lease.complete(Release.UNCONFIRMED);
        } else if (left <= 0 || Failures.isDefinite(error)) {
            lose("its deadline passed while the store did not say whether it had become a reader's (" + error + ")");
            writer.leaveToItsEnd();
            // If it was made, it stands where the writer stood, and is to keep the lock closed for as long.
            engine.cleaner().abandonAt(reader, writer.endAtStore());
        } else {
            engine.schedule(() -> tryAgain(error), Math.min(left, engine.backoff(tries)));
        }
    }

    private void tryAgain(Throwable error) {
        if (reader.isOver() || writer.validity().over(engine.now())) {
            failed(error);
        } else {
            send();
        }
    }

    private void lose(String reason) {
        writer.cohort.step(effects -> writer.lose(lease, reason, effects));
        reader.disinherit(lease::notValid);
    }
}
