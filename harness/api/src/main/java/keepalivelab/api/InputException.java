package keepalivelab.api;

/**
 * Wrong input from the user: a scenario file, a flag, a knob. The message is one line that says where, what, and what to
 * do; it is printed as it is and the process exits with 2, before anything was started.
 */
public class InputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String line;

    public InputException(String message) {
        super(message);
        this.line = message;
    }

    /** The line for the user; never null. */
    @Override
    public String getMessage() {
        return line;
    }
}
