package keepalivelab.backend.rule;

import java.time.Duration;

/** What happens when a rule fires. Immutable. */
public sealed interface Effect {
    /** Nothing: the connection stays open. */
    record Keep() implements Effect {}

    /**
     * Closes in order: the peer reads what was sent, then EOF. With bytes unread in the kernel the close reaches the peer as
     * a reset, as it would from any server, and is entered as dirty.
     */
    record Fin(CloseCause cause) implements Effect {}

    /** Closes with a reset; what the kernel has not sent is dropped. */
    record Rst(CloseCause cause) implements Effect {}

    /** Closes without reading what has arrived: the kernel answers it with a reset. */
    record CloseUnread(CloseCause cause) implements Effect {}

    /** Sends FIN and keeps reading; whatever still arrives is counted as unread and never answered. */
    record HalfClose(CloseCause cause) implements Effect {}

    /** Lets a think time pass before the answer; several add up. */
    record Delay(Duration time) implements Effect {
        public Delay {
            if (time.isNegative()) {
                throw new IllegalArgumentException("time " + time + " is negative");
            }
        }
    }

    /** Puts {@code Connection: close} into the response; closing is another effect. */
    record Announce() implements Effect {}

    /** Answers with an HTTP/1.0 status line. */
    record Http10(Token token) implements Effect {}

    /** What an HTTP/1.0 response says of the connection. */
    enum Token {
        /** No Connection header: the peer must not use the connection again. */
        PLAIN,
        /** {@code Connection: keep-alive}. */
        KEEP
    }

    /** Whether it shapes an answer, and so has no meaning before a request or after its response. */
    default boolean shapesAnswer() {
        return this instanceof Delay || this instanceof Announce || this instanceof Http10;
    }
}
