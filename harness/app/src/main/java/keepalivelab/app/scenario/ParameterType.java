package keepalivelab.app.scenario;

import keepalivelab.api.DurationText;
import keepalivelab.api.InputException;

/** What may stand in place of a parameter's default. */
enum ParameterType {
    WHOLE_NUMBER("a whole number"),
    NUMBER("a number"),
    TRUTH("true or false"),
    DURATION("a duration with its unit (us ms s m h)"),
    TEXT("a text");

    private final String words;

    ParameterType(String words) {
        this.words = words;
    }

    static ParameterType of(YamlNode.Scalar preset) {
        if (preset.value() instanceof Long) {
            return WHOLE_NUMBER;
        }
        if (preset.value() instanceof Double) {
            return NUMBER;
        }
        if (preset.value() instanceof Boolean) {
            return TRUTH;
        }
        return DurationText.parse(preset.text()).isPresent() ? DURATION : TEXT;
    }

    /**
     * The typed value.
     *
     * @throws InputException naming the type and the default
     */
    YamlNode.Scalar check(String where, String text, YamlNode.Scalar preset) {
        YamlNode.Scalar given = YamlTree.scalar(text, preset.line());
        if (this == NUMBER && given.value() instanceof Long n) {
            return new YamlNode.Scalar(text, n.doubleValue(), given.line());
        }
        if (this == TEXT) {
            return new YamlNode.Scalar(text, text, given.line());
        }
        if (of(given) != this) {
            throw new InputException(where + ": expected " + words + ", as the default " + preset.text());
        }
        return given;
    }
}
