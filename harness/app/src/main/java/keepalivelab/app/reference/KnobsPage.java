package keepalivelab.app.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobStatus;
import keepalivelab.app.reference.ProxySubjects.Subject;

/** Every knob, and what each driver makes of it. */
final class KnobsPage {
    private KnobsPage() {}

    static String text(ProxySubjects subjects) {
        return Markdown.page("Knobs")
                .paragraph(
                        "A knob is one setting of a proxy in the neutral vocabulary. A scenario sets it under `proxy:`, an arm"
                                + " as `nginx,pool.max-idle=4`. Any knob may be `native`: the driver writes nothing and the proxy's own"
                                + " default holds. A limit may be `none`.")
                .table(
                        List.of("knob", "values", "`embedded` without it", "meaning"),
                        Arrays.stream(Knob.values()).map(KnobsPage::row).toList())
                .heading("What each driver makes of it")
                .paragraph(
                        "**A** applied: written with the same meaning · **E** emulated: reached by another means, with a"
                                + " difference that the run states · – unsupported: an error, unless the scenario marks the knob"
                                + " optional; a value that the proxy cannot express exactly is refused in the same way. The numbers"
                                + " stand for the versions below.")
                .table(header(subjects.forwarding(false)), matrix(subjects.forwarding(false)))
                .items(legend(subjects.forwarding(false)))
                .heading("What each client library makes of it")
                .table(header(subjects.forwarding(true)), matrix(subjects.forwarding(true)))
                .toString();
    }

    private static List<String> row(Knob knob) {
        return List.of(
                Markdown.code(knob.key()),
                knob.form().describe(),
                Markdown.code(knob.embeddedDefault()),
                knob.meaning());
    }

    private static List<String> header(List<Subject> subjects) {
        List<String> header = new ArrayList<>(List.of("knob"));
        subjects.forEach(subject -> header.add(column(subject, subjects)));
        return header;
    }

    /** The name, with a number where several columns have it. */
    private static String column(Subject subject, List<Subject> all) {
        List<Subject> same =
                all.stream().filter(s -> s.name().equals(subject.name())).toList();
        String name = subject.name().substring(subject.name().indexOf(':') + 1);
        return same.size() == 1 ? name : name + " (" + (same.indexOf(subject) + 1) + ")";
    }

    private static List<String> legend(List<Subject> subjects) {
        return subjects.stream()
                .filter(subject -> column(subject, subjects).endsWith(")"))
                .map(subject -> column(subject, subjects) + ": " + String.join(", ", subject.versions()))
                .toList();
    }

    private static List<List<String>> matrix(List<Subject> subjects) {
        return Arrays.stream(Knob.values())
                .map(knob -> Stream.concat(
                                Stream.of(Markdown.code(knob.key())),
                                subjects.stream().map(subject -> letter(subject.status(knob))))
                        .toList())
                .toList();
    }

    private static String letter(KnobStatus status) {
        return switch (status) {
            case APPLIED -> "A";
            case EMULATED -> "E";
            case UNSUPPORTED -> "–";
            case NATIVE -> "native";
        };
    }
}
