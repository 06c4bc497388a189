package keepalivelab.app.reference;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import keepalivelab.api.CapabilitySheet;
import keepalivelab.api.DurationText;
import keepalivelab.api.EarlyClose;
import keepalivelab.app.reference.ProxySubjects.Subject;

/** What each proxy does by its nature. */
final class ProxiesPage {
    private ProxiesPage() {}

    static String text(ProxySubjects subjects) {
        Markdown page = Markdown.page("Proxies, and what each does by its nature")
                .paragraph(
                        "Whatever the [knobs](knobs.md) say. The versions are those that `run-scenario proxies install` knows;"
                                + " a newer one is driven as the newest of them. `run-scenario proxies show NAME` tells the same of the"
                                + " version on your machine.");
        for (Subject subject : subjects.subjects()) {
            page.heading(Markdown.code(subject.name())
                            + (subject.versions().isEmpty() ? "" : " " + String.join(", ", subject.versions())))
                    .paragraph(subject.title() + ".")
                    .items(facts(subject.sheet()));
        }
        return page.toString();
    }

    private static List<String> facts(CapabilitySheet sheet) {
        List<String> facts = new ArrayList<>();
        facts.add("One pool of upstream connections for: " + sheet.poolScope());
        facts.add("Smallest step of its idle timeout: " + step(sheet.smallestTimerStep()));
        facts.add("A request that needs one connection too many "
                + sheet.whenFull().words());
        facts.add("Sent once more: " + sheet.retryRule());
        sheet.earlyClose().ifPresent(early -> facts.add("Otherwise the client gets: " + answer(early)));
        facts.addAll(sheet.remarks());
        return facts;
    }

    private static String step(Duration step) {
        return step.isZero() ? "it has none, or none is known" : DurationText.format(step);
    }

    private static String answer(EarlyClose early) {
        return early.onFirstRequest().equals(early.onLaterRequest())
                ? Markdown.code(early.onFirstRequest())
                : Markdown.code(early.onFirstRequest()) + " for the first request of its connection, "
                        + Markdown.code(early.onLaterRequest()) + " for a later one";
    }
}
