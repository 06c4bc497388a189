package keepalivelab.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What a reader made of some bytes, as text: heads in brackets, trailers in braces, a full stop for the end of a message,
 * {@code !} and the reason for malformed bytes. Body parts are joined, because their borders mean nothing.
 */
final class Transcript implements MessageReader.Sink {
    private final StringBuilder text = new StringBuilder();
    private final List<Integer> messageEnds = new ArrayList<>();
    private final Function<Head, String> view;
    private final List<Boolean> answersHead;
    private final MessageReader reader;
    private int messages;
    private int taken;

    Transcript(MessageReader.Role role, List<Boolean> answersHead, Function<Head, String> view) {
        this.view = view;
        this.answersHead = answersHead;
        this.reader = new MessageReader(role, this);
        announceNext();
    }

    static Transcript ofRequests() {
        return new Transcript(MessageReader.Role.REQUEST, List.of(), Transcript::brief);
    }

    static Transcript ofResponses(Boolean... answersHead) {
        return new Transcript(MessageReader.Role.RESPONSE, List.of(answersHead), Transcript::brief);
    }

    /** Feeds the next piece, message by message, until it is used up or malformed. */
    Transcript feed(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && reader.malformed() == null) {
            int before = messages;
            int count = reader.feed(bytes, at, to - at);
            assertThat(count).as("bytes taken at %s", at).isBetween(0, to - at);
            assertThat(count > 0 || reader.malformed() != null)
                    .as("progress at %s", at)
                    .isTrue();
            assertThat(messages - before).as("messages in one feed").isLessThan(2);
            at += count;
            taken += count;
            if (messages > before) {
                messageEnds.add(taken);
            } else if (reader.malformed() == null) {
                assertThat(at).as("nothing ended, so all is used up").isEqualTo(to);
            }
        }
        return this;
    }

    Transcript feed(String wire) {
        byte[] bytes = wire.getBytes(StandardCharsets.ISO_8859_1);
        return feed(bytes, 0, bytes.length);
    }

    /** The peer closes. */
    Transcript close() {
        text.append(reader.end() ? "<closed>" : "<cut>");
        return this;
    }

    MessageReader reader() {
        return reader;
    }

    /** How many bytes had been taken at the end of each message. */
    List<Integer> messageEnds() {
        return messageEnds;
    }

    @Override
    public void onHead(Head head) {
        text.append('[').append(view.apply(head)).append(']');
    }

    @Override
    public void onInterim(Head head) {
        text.append("[interim ").append(head.status()).append(']');
    }

    @Override
    public void onBody(byte[] bytes, int offset, int length) {
        assertThat(length).isPositive();
        text.append(new String(bytes, offset, length, StandardCharsets.ISO_8859_1));
    }

    @Override
    public void onTrailer(byte[] bytes, int offset, int length) {
        text.append('{')
                .append(new String(bytes, offset, length, StandardCharsets.ISO_8859_1))
                .append('}');
    }

    @Override
    public void onEnd() {
        text.append('.');
        messages++;
        announceNext();
    }

    @Override
    public String toString() {
        String malformed = reader.malformed();
        return malformed == null ? text.toString() : text + "!" + malformed;
    }

    private void announceNext() {
        reader.nextAnswersHead(messages < answersHead.size() && answersHead.get(messages));
    }

    static String brief(Head head) {
        String start = head.status() == 0 ? head.method() + " " + head.target() : String.valueOf(head.status());
        return start + " " + head.framing() + (head.framing() == Framing.LENGTH ? " " + head.contentLength() : "");
    }

    /** Everything that a head says. */
    static String full(Head head) {
        StringBuilder all = new StringBuilder(brief(head));
        all.append(" 1.").append(head.minorVersion()).append(head.persistent() ? " keep" : " close");
        all.append(head.saysClose()).append(head.saysKeepAlive()).append(head.expectsContinue());
        for (int i = 0; i < head.count(); i++) {
            all.append('|')
                    .append(head.name(i))
                    .append('=')
                    .append(head.value(i))
                    .append('/')
                    .append(head.kind(i));
        }
        return all.append('|')
                .append(head.text())
                .append('|')
                .append(head.length())
                .toString();
    }
}
