package keepalivelab.backend.rule;

/**
 * Extension point: makes behaviours of one name. Found through {@link java.util.ServiceLoader}; an annotated class is at
 * once readable from text and under the contract test.
 */
public interface BehaviourFactory {
    /** Its word, e.g. {@code idle-fin}. */
    String id();

    /** How it is written, optional arguments in brackets, e.g. {@code idle-fin(t[, jitter])}. */
    String form();

    /** What exactly happens, in one line. */
    String meaning();

    /** Valid texts, the plainest first; what the contract test runs. */
    java.util.List<String> examples();

    /**
     * Makes it from its arguments.
     *
     * @throws keepalivelab.api.InputException if they are wrong
     */
    Behaviour create(Arguments arguments);
}
