package keepalivelab.app.reference;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import keepalivelab.api.CapabilitySheet;
import keepalivelab.api.Installation;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyDriver;
import keepalivelab.proxies.provision.Provisioner;
import keepalivelab.proxies.provision.Recipe;

/**
 * What the pages tell of proxies. A proxy that has recipes is told of in each of their versions, none of which need be on the
 * machine; versions that are all alike stand together.
 *
 * @param subjects in the order of the drivers
 */
record ProxySubjects(List<Subject> subjects) {
    /**
     * Versions of one proxy that do the same.
     *
     * @param name as {@code --proxy} takes it
     * @param title one line: what it is
     * @param versions newest first; empty where none is to be told
     * @param forwards whether it stands between clients and a backend
     * @param sheet what it does by its nature
     * @param knobs what its driver makes of each knob; one that is absent is unsupported
     */
    record Subject(
            String name,
            String title,
            List<String> versions,
            boolean forwards,
            CapabilitySheet sheet,
            Map<Knob, KnobStatus> knobs) {
        /** The name, and the versions where the same name stands for several. */
        String label() {
            return versions.isEmpty() ? name : name + " " + String.join(", ", versions);
        }

        KnobStatus status(Knob knob) {
            return knobs.getOrDefault(knob, KnobStatus.UNSUPPORTED);
        }
    }

    /** What is told apart. */
    private record Nature(CapabilitySheet sheet, Map<Knob, KnobStatus> knobs) {}

    static ProxySubjects of(List<ProxyDriver> drivers) {
        // The folder is only where it would install.
        Provisioner provisioner = Provisioner.in(Path.of("proxies"));
        return new ProxySubjects(drivers.stream()
                .flatMap(driver -> subjects(driver, provisioner.known(driver.id())))
                .toList());
    }

    private static Stream<Subject> subjects(ProxyDriver driver, List<Recipe> recipes) {
        if (recipes.isEmpty()) {
            List<Installation> parts = driver.installations();
            return parts.isEmpty()
                    ? Stream.of(subject(driver, new Installation(driver.id(), "", "", "")))
                    : parts.stream().map(part -> subject(driver, part));
        }
        Map<Nature, List<String>> alike = new LinkedHashMap<>();
        for (Recipe recipe : recipes) {
            Installation declared = new Installation(driver.id(), recipe.shownVersion(), "", "");
            Nature nature = new Nature(driver.sheet(declared), driver.capabilities(declared));
            alike.merge(
                    nature,
                    List.of(recipe.shownVersion()),
                    (some, more) -> Stream.concat(some.stream(), more.stream()).toList());
        }
        return alike.entrySet().stream()
                .map(entry -> new Subject(
                        driver.id(),
                        driver.title(),
                        entry.getValue().stream().filter(v -> !v.isEmpty()).collect(Collectors.toList()),
                        driver.forwards(),
                        entry.getKey().sheet(),
                        entry.getKey().knobs()));
    }

    /** A part of this tool: its version is that of the tool, or of a library that comes with it. */
    private static Subject subject(ProxyDriver driver, Installation part) {
        boolean library = part.location().startsWith(driver.id() + ":");
        return new Subject(
                library ? part.location() : driver.id(),
                library ? part.origin() : driver.title(),
                List.of(),
                driver.forwards(),
                driver.sheet(part),
                driver.capabilities(part));
    }

    /** Those that can stand between clients and a backend, the libraries among them apart. */
    List<Subject> forwarding(boolean libraries) {
        return subjects.stream()
                .filter(Subject::forwards)
                .filter(subject -> subject.name().contains(":") == libraries)
                .toList();
    }
}
