package keepalivelab.proxies.embedded;

import keepalivelab.api.LabHeaders;

/** The thread that serves a request of the answering role: how it is named in answers, and its counts. */
final class AnswerServer {
    /** Stands where no thread has served yet. */
    static final AnswerServer NOBODY = new AnswerServer("", new Counters());

    private final byte[] name;
    private final byte[] threadLine;
    private final Counters counters;

    AnswerServer(String name, Counters counters) {
        this.name = Bytes.ascii(name + "\n");
        this.threadLine = Bytes.ascii(LabHeaders.THREAD + ": " + name + "\r\n");
        this.counters = counters;
    }

    /** Its name, as a body. */
    byte[] name() {
        return name;
    }

    /** The header line that names it. */
    byte[] threadLine() {
        return threadLine;
    }

    Counters counters() {
        return counters;
    }
}
