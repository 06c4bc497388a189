package keepalivelab.app.scenario;

import java.util.List;
import java.util.function.Consumer;
import keepalivelab.api.InputException;
import keepalivelab.api.NearestWord;

/**
 * Words that a scenario may use but that other parts define.
 *
 * @param behaviour throws {@link InputException} for a text that is no behaviour of the backend
 * @param column throws {@link InputException} for a word that is no column of the table; axes are columns anyhow
 */
public record Vocabulary(Consumer<String> behaviour, Consumer<String> column) {
    /** Accepts every word: for listing, where nothing will run. */
    public static Vocabulary any() {
        return new Vocabulary(word -> {}, word -> {});
    }

    /** A check against a list of words, with the nearest one in the message. */
    public static Consumer<String> oneOf(String what, List<String> words) {
        return word -> {
            if (!words.contains(word)) {
                throw new InputException("unknown " + what + " '" + word + "'" + NearestWord.hint(word, words));
            }
        };
    }
}
