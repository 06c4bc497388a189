package keepalivelab.api;

/**
 * The machine lacks something the run needs: a proxy, a free port, file descriptors, a writable folder. The message says
 * what was looked for, where, and the remedy; the process exits with 4.
 */
public class EnvironmentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String line;

    public EnvironmentException(String message) {
        super(message);
        this.line = message;
    }

    /** The line for the user; never null. */
    @Override
    public String getMessage() {
        return line;
    }
}
