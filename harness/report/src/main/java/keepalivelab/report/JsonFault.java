package keepalivelab.report;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JacksonException.Reference;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.InvalidFormatException;

/** What is wrong with a JSON file of ours, in the words of the file: the key and the value, no class of the program. */
public final class JsonFault {
    /** What must be there and is not is named by the check of the record that missed it. */
    private static final String KEY = "[A-Za-z]+";

    private JsonFault() {}

    /** The fault in one line, without its position: {@code key 'cells[3].client.sent': 'many' does not fit here}. */
    public static String text(JacksonException e) {
        if (e instanceof StreamReadException) {
            return e.getOriginalMessage().lines().findFirst().orElse("unreadable");
        }
        if (e.getCause() instanceof NullPointerException missing
                && missing.getMessage() != null
                && missing.getMessage().matches(KEY)) {
            return "key '" + path(e, missing.getMessage()) + "' is missing";
        }
        String path = path(e, "");
        return (path.isEmpty() ? "" : "key '" + path + "': ") + reason(e);
    }

    private static String reason(JacksonException e) {
        if (e.getCause() instanceof IllegalArgumentException refused && refused.getMessage() != null) {
            return refused.getMessage();
        }
        if (e instanceof InvalidFormatException wrong) {
            return "'" + wrong.getValue() + "' does not fit here";
        }
        boolean empty = e.getPath().isEmpty() && e.getOriginalMessage().startsWith("No content");
        return empty ? "the file is empty" : "what stands here does not fit";
    }

    private static String path(JacksonException e, String last) {
        StringBuilder path = new StringBuilder();
        for (Reference step : e.getPath()) {
            if (step.getPropertyName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
            }
        }
        return path.append(path.isEmpty() || last.isEmpty() ? "" : ".")
                .append(last)
                .toString();
    }
}
