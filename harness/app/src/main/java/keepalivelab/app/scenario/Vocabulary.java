package keepalivelab.app.scenario;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import keepalivelab.api.Arm;
import keepalivelab.api.InputException;
import keepalivelab.api.NearestWord;
import keepalivelab.api.PoolFigures;
import keepalivelab.api.PoolTask;

/**
 * Words that a scenario may use but that other parts define.
 *
 * @param behaviour throws {@link InputException} for a text that is no behaviour of the backend
 * @param column throws {@link InputException} for a word that is no column of the table; axes are columns anyhow
 * @param arm throws {@link InputException} for an arm whose driver or variant does not exist
 * @param pool gives the names of what a pool experiment counts; throws {@link InputException} for an experiment, a parameter
 *     or a value that does not exist
 */
public record Vocabulary(
        Consumer<String> behaviour,
        Consumer<String> column,
        Consumer<Arm> arm,
        Function<PoolTask, PoolFigures.Names> pool) {
    /** Accepts every word: for listing, where nothing will run. */
    public static Vocabulary any() {
        return new Vocabulary(word -> {}, word -> {}, arm -> {}, task -> new PoolFigures.Names(List.of(), List.of()));
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
