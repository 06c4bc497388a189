package keepalivelab.api;

import java.util.List;

/** The proxy refused its configuration, died, or did not become ready. Its cell is void and the run exits with 5. */
public class ProxyFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<String> lastLines;
    private final boolean portTaken;
    private final String line;

    /**
     * @param message one line: which proxy, what it did
     * @param lastLines the proxy's own last log lines
     * @param portTaken whether it failed because its port was taken meanwhile: worth one more try on another port
     */
    public ProxyFailedException(String message, List<String> lastLines, boolean portTaken) {
        super(message);
        this.line = message;
        this.lastLines = List.copyOf(lastLines);
        this.portTaken = portTaken;
    }

    /** The line for the user; never null. */
    @Override
    public String getMessage() {
        return line;
    }

    public List<String> lastLines() {
        return lastLines;
    }

    public boolean portTaken() {
        return portTaken;
    }
}
