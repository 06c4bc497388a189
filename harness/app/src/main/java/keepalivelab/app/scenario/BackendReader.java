package keepalivelab.app.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the {@code backend} section: {@code behaviour: keep}, or {@code behaviours: [announce, idle-fin(300ms)]}. */
final class BackendReader {
    private final Vocabulary vocabulary;
    private final Problems problems;

    BackendReader(Vocabulary vocabulary, Problems problems) {
        this.vocabulary = vocabulary;
        this.problems = problems;
    }

    List<String> read(YamlNode.Mapping section) {
        Fields fields = new Fields(section, "backend", problems).only(Section.BACKEND);
        if (fields.has("behaviour") && fields.has("behaviours")) {
            problems.add(
                    fields.line("behaviours"), "key 'backend.behaviours' stands beside 'behaviour'; keep one of them");
        }
        List<YamlNode> nodes = new ArrayList<>(fields.items("behaviours"));
        fields.scalar("behaviour").ifPresent(nodes::add);
        return nodes.stream().flatMap(node -> behaviour(node).stream()).toList();
    }

    private Optional<String> behaviour(YamlNode node) {
        if (!(node instanceof YamlNode.Scalar scalar)) {
            problems.add(node.line(), "key 'backend.behaviours': expected a list of texts, found " + node.shape());
            return Optional.empty();
        }
        problems.check(scalar.line(), "", () -> vocabulary.behaviour().accept(scalar.text()));
        return Optional.of(scalar.text());
    }
}
