package keepalivelab.app.reference;

import java.util.List;
import keepalivelab.backend.rule.BehaviourFactory;
import keepalivelab.backend.rule.Behaviours;

/** Every named behaviour of the counting backend. */
final class BehavioursPage {
    private BehavioursPage() {}

    static String text() {
        return Markdown.page("Behaviours of the backend")
                .paragraph("Written in a scenario as `backend: {behaviour: idle-fin(300ms)}`, in Java as"
                        + " `CountingBackend.builder().behave(\"idle-fin(300ms)\")`; several at once with `+` between them, or as a"
                        + " list under `behaviours`. `t` is a duration with its unit, `k` counts exchanges of one connection"
                        + " from 0. Brackets mark what may be left out.")
                .table(
                        List.of("behaviour", "what happens", "for example"),
                        Behaviours.all().stream().map(BehavioursPage::row).toList())
                .toString();
    }

    private static List<String> row(BehaviourFactory behaviour) {
        return List.of(
                Markdown.code(behaviour.form()),
                behaviour.meaning(),
                Markdown.codes(behaviour.examples().toArray(String[]::new)));
    }
}
