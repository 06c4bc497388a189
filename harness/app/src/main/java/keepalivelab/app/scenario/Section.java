package keepalivelab.app.scenario;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import keepalivelab.api.DurationText;

/**
 * Every mapping of a scenario file whose keys are fixed, and those keys: what the readers accept, and what the reference page
 * shows. A key that is not here is unknown.
 */
public enum Section {
    TOP(
            "the file",
            Key.required("id", "`a-z`, `0-9`, `-`", "name on the command line, and of the file"),
            Key.required("title", "a line", "what the table is headed with"),
            Key.required("question", "a line", "what the scenario answers; ends with `?`"),
            Key.of("source", "a mapping", "none", "where the experiment comes from"),
            Key.of("arms", "a list of arms", "`embedded`", "arms of a run without `--proxy`, as `--proxy` takes them"),
            Key.of(
                    "params",
                    "a mapping",
                    "none",
                    "name → default; `--set NAME=VALUE` changes it, to a value of its type"),
            Key.of("matrix", "a mapping", "one cell", "name of an axis → its values; every combination is a cell"),
            Key.of("proxy", "a mapping", "the proxy's defaults", "knob → value, or → a mapping"),
            Key.of("backend", "a mapping", "keeps every connection", "how the backend behaves"),
            Key.required("load", "a mapping", "what is done; its keys depend on its `kind`"),
            Key.of(
                    "after",
                    "a list of steps",
                    "none",
                    "what is noted at the backend after the load, before the proxy stops"),
            Key.of("skip", "a list", "none", "cells to leave out"),
            Key.of("expect", "a list", "none", "what must come out"),
            Key.of("table", "a list of columns", "the usual ones", "columns of the table, in order"),
            Key.of("published", "a mapping", "none", "figures of others beside ours"),
            Key.of(
                    "gate",
                    "a list of mappings",
                    "every cell",
                    "axis → value: the cells that `ab` and `aa` judge, at most two")),
    SOURCE(
            "`source`",
            Key.of("document", "a line", "none", "the publication"),
            Key.of(
                    "experiment",
                    "a line",
                    "none",
                    "the experiment's name in it; with one, `reproduce` runs the scenario")),
    AXIS_VALUE(
            "`matrix`, a value that changes sections",
            Key.of("proxy", "a mapping", "none", "knobs of the cells with this value"),
            Key.of("backend", "a mapping", "none", "behaviour of the backend in these cells"),
            Key.of("load", "a mapping", "none", "keys of the load in these cells")),
    KNOB(
            "`proxy`, a knob with more than a value",
            Key.required("value", "as the knob takes it", "its value"),
            Key.of("optional", "`true`, `false`", "`false`", "whether a proxy that cannot do it runs all the same")),
    BACKEND(
            "`backend`",
            Key.of("behaviour", "a behaviour", "keep-alive", "what the backend does"),
            Key.of("behaviours", "a list of behaviours", "none", "several at once, in the place of `behaviour`")),
    CLOSED(
            "`load`, kind `closed`",
            Key.kind("closed"),
            Key.required("requests", count(1, LoadReader.MOST_REQUESTS), "how many in all; none beside a sweep"),
            Key.of("clients", count(1, LoadReader.MOST_CLIENTS), "1", "loops that run at once"),
            Key.of(
                    "start",
                    words(LoadReader.STARTS.keySet()),
                    "`at-once`",
                    "`barrier` holds the first requests until all are there"),
            Key.of(
                    "downstream",
                    words(LoadReader.DOWNSTREAMS.keySet()),
                    "`keep`",
                    "whether a client keeps its connection"),
            Key.of("gap", "a gap", "`none`", "time from a response to the next request"),
            Key.of("request", "a mapping", "`GET /`", "what is sent"),
            Key.timeout()),
    OPEN(
            "`load`, kind `open`",
            Key.kind("open"),
            Key.required("requests", count(1, LoadReader.MOST_REQUESTS), "how many in all"),
            Key.required("rate", "a number above 0", "requests due per second"),
            Key.of("arrivals", words(LoadReader.ARRIVALS.keySet()), "`constant`", "how the instants are spread"),
            Key.of("connections", count(1, LoadReader.MOST_CLIENTS), "1", "connections that carry them"),
            Key.of("downstream", words(LoadReader.DOWNSTREAMS.keySet()), "`keep`", "whether they are kept"),
            Key.of("request", "a mapping", "`GET /`", "what is sent"),
            Key.timeout()),
    SCRIPT(
            "`load`, kind `script`",
            Key.kind("script"),
            Key.required("steps", "a list of steps", "what is done, one after the other"),
            Key.timeout()),
    CLASSES(
            "`load`, kind `classes`",
            Key.kind("classes"),
            Key.of("duration", "a duration", "until all is sent", "time after which a round sends nothing more"),
            Key.of("rounds", count(1, ClassesReader.MOST_ROUNDS), "1", "rounds, each on new connections"),
            Key.of(
                    "slow",
                    "a duration",
                    "none is counted",
                    "median service time above which a connection counts as slow"),
            Key.required("classes", "a list", "the groups of connections that run at once"),
            Key.timeout()),
    POOL(
            "`load`, kind `pool`",
            Key.kind("pool"),
            Key.required("experiment", "its name", "what is done to the pool"),
            Key.of("parameters", "a mapping", "its defaults", "parameter of the experiment → value"),
            Key.of("repeat", count(1, WorkReader.MOST_REPETITIONS), "1", "repetitions, each on a fresh pool")),
    CLASS(
            "`load.classes`, each",
            Key.required("name", "letters and digits", "its name in figures"),
            Key.of("connections", count(1, ClassesReader.MOST_CONNECTIONS), "1", "connections at once"),
            Key.of(
                    "requests",
                    count(1, LoadReader.MOST_REQUESTS),
                    "as many as `duration` allows",
                    "requests of one round; needed without `duration`"),
            Key.of("downstream", words(LoadReader.DOWNSTREAMS.keySet()), "`keep`", "whether each connection is kept"),
            Key.of("pause", "a gap, no sweep", "`none`", "time from a response to the next request"),
            Key.of("request", "a mapping", "`GET /`", "what is sent"),
            Key.of("threads", "a list of names", "any", "serving threads that its connections shall have, in turn")),
    REQUEST(
            "`request`",
            Key.of("method", "in capitals", "`GET`", "the method"),
            Key.of("path", "begins with `/`", "`/`", "the path"),
            Key.of("body", count(0, LoadReader.MOST_BODY_BYTES), "0", "bytes of the body"),
            Key.of("headers", "a list of `Name: value`", "none", "further fields")),
    PAUSE(
            "a gap that is drawn",
            Key.of("uniform", "`[LEAST, MOST]`", "none", "drawn evenly from that range, each time anew")),
    GAP("a gap that is swept", Key.of("sweep", "a mapping", "none", "every gap of a range, shuffled by the seed")),
    SWEEP(
            "`sweep`",
            Key.required("from", "a duration", "smallest gap"),
            Key.required("to", "a duration", "largest gap"),
            Key.required("step", "a duration", "from one gap to the next"),
            Key.of("repeat", count(1, GapReader.MOST_REPEATS), "1", "how often each gap is taken")),
    STEP(
            "`steps`, each is one of these",
            Key.of("client", "a mapping", "", "sends a request"),
            Key.of("pause", "a duration or a gap, no sweep", "", "waits"),
            Key.of("await", "a mapping", "", "waits for a fact"),
            Key.of("backend", words(StepReader.OF_BACKEND.keySet()), "", "has the backend do that"),
            Key.of(
                    "proxy",
                    words(StepReader.OF_PROXY.keySet()),
                    "",
                    "stops the proxy between two instructions, or lets it go on"),
            Key.of("repeat", "as below", "", "takes the steps beside it so often")),
    REPEAT(
            "`steps`, a repetition",
            Key.required("repeat", count(1, StepReader.MOST_REPEATS), "how often"),
            Key.required("steps", "a list of steps", "what is repeated")),
    CLIENT(
            "`steps.client`",
            Key.of("method", "in capitals", "`GET`", "the method"),
            Key.of("path", "begins with `/`", "`/`", "the path"),
            Key.of("body", count(0, LoadReader.MOST_BODY_BYTES), "0", "bytes of the body"),
            Key.of("headers", "a list of `Name: value`", "none", "further fields"),
            Key.of("connection", "a name, or `new`", "`new`", "which connection carries it"),
            Key.of(
                    "answer",
                    words(StepReader.ANSWERS.keySet()),
                    "`awaited`",
                    "with `later` the script goes on at once")),
    AWAIT(
            "`steps.await`",
            Key.required("fact", "a fact", "what must become true"),
            Key.of("limit", "a duration", time(LoadReader.TIMEOUT), "without it in time the cell is void")),
    AFTER_RECORD(
            "`after`, a step that notes a number",
            Key.of("wait", "a duration", "at once", "time after the step before, or after the load"),
            Key.required("record", "a number of the backend", "what is noted"),
            Key.required("as", "letters, digits, `_`", "name of the figure")),
    AFTER_AWAIT(
            "`after`, a step that waits for a fact",
            Key.required("await", "a fact", "what shall become true"),
            Key.of("limit", "a duration", time(WorkReader.LIMIT), "time that it has"),
            Key.required("as", "letters, digits, `_`", "name of the figure, `true` or `false`")),
    SKIP(
            "`skip`, each",
            Key.required("when", "an expression", "which cells; sees `params`, `axes`, `settings` and `arm`"),
            Key.required("because", "a line", "why, shown in the table")),
    EXPECT(
            "`expect`, each: exactly one of the first four, and",
            Key.of(
                    "require",
                    "an expression",
                    "",
                    "a rule of HTTP or of safety, or an invariant of ours: fails the cell"),
            Key.of(
                    "expect",
                    "an expression",
                    "",
                    "follows from the knobs: fails the cell, unless it `needs` a knob that is unsupported"),
            Key.of("record", "an expression", "", "kept in the result, not judged"),
            Key.of("known", "an expression", "", "a documented divergence: a change is reported"),
            Key.of("when", "an expression", "always", "elsewhere it is not asked"),
            Key.required("says", "a sentence", "shown when it does not hold"),
            Key.of("needs", "a list of knobs", "none", "knobs without which it is not asked")),
    PUBLISHED(
            "`published`",
            Key.required("source", "a line", "who, where, which version"),
            Key.of("cells", "a list", "none", "figures by cell"),
            Key.of("differs", "a mapping", "none", "why ours may differ")),
    PUBLISHED_CELL(
            "`published.cells`, each: any column or `figures.NAME` → its value, and",
            Key.of("when", "a mapping", "every cell", "axis → value"),
            Key.of("arm", "an expression", "any arm", "which arms; sees `params`, `axes`, `settings` and `arm`"),
            Key.of("source", "a line", "that of `published`", "where these figures come from")),
    DIFFERS(
            "`published.differs`",
            Key.required("because", "a sentence", "why"),
            Key.required(
                    "evidence",
                    "an expression",
                    "what must be true in this result, else the difference is `unexplained`"));

    private final String where;
    private final List<Key> keys;

    Section(String where, Key... keys) {
        this.where = where;
        this.keys = List.of(keys);
    }

    /** Where in the file it is, in Markdown. */
    public String where() {
        return where;
    }

    /** Its keys, in the order of the reference page. */
    public List<Key> keys() {
        return keys;
    }

    /** The names of its keys. */
    List<String> names() {
        return keys.stream().map(Key::name).toList();
    }

    /** The names of the keys of several. */
    static List<String> names(Section... sections) {
        return Arrays.stream(sections)
                .flatMap(section -> section.keys.stream())
                .map(Key::name)
                .toList();
    }

    /** The facts and numbers of the backend that steps await and note. */
    public static List<String> facts() {
        return FactText.words();
    }

    private static String count(long least, long most) {
        return least + " to " + most;
    }

    private static String words(Collection<String> words) {
        return words.stream().sorted().map(word -> "`" + word + "`").collect(Collectors.joining(", "));
    }

    private static String time(Duration duration) {
        return DurationText.format(duration);
    }

    /**
     * One key, in Markdown.
     *
     * @param name as written
     * @param value what it takes
     * @param absent what holds without it; empty where there is nothing to say
     * @param meaning one line
     */
    public record Key(String name, String value, String absent, String meaning) {
        private static final String REQUIRED = "required";

        private static Key of(String name, String value, String absent, String meaning) {
            return new Key(name, value, absent, meaning);
        }

        private static Key required(String name, String value, String meaning) {
            return new Key(name, value, REQUIRED, meaning);
        }

        private static Key kind(String kind) {
            return required("kind", "`" + kind + "`", "the kind of load");
        }

        private static Key timeout() {
            return of("timeout", "a duration", time(LoadReader.TIMEOUT), "after which a request has failed");
        }
    }

    /** The kinds of load. */
    static List<String> kinds() {
        return Stream.of(CLOSED, OPEN, SCRIPT, CLASSES, POOL)
                .map(section -> section.keys.get(0).value().replace("`", ""))
                .toList();
    }
}
