package keepalivelab.app.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keepalivelab.api.CapabilitySheet;
import keepalivelab.api.DurationText;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.Installation;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyDriver;
import keepalivelab.proxies.provision.Provisioner;
import keepalivelab.proxies.provision.Recipe;

/**
 * What {@code run-scenario proxies show} prints.
 *
 * @param driver of the proxy
 * @param provisioner knows the versions that can be had
 */
record ProxySheet(ProxyDriver driver, Provisioner provisioner) {
    /**
     * The sheet of one version; one that is not here but can be had is shown as well.
     *
     * @param variant where the driver's variant decides which proxy it is; empty for its default
     * @param target version, path or address; empty for the first that is here, or else the newest that can be had
     * @throws EnvironmentException if there is nothing to show
     */
    List<String> lines(Optional<String> variant, Optional<String> target) {
        Installation installation = installation(variant, target);
        List<String> lines = new ArrayList<>();
        lines.add(driver.title());
        lines.add(headline(installation));
        if (!driver.variants().isEmpty()) {
            lines.add("variants: " + String.join(", ", driver.variants()));
        }
        lines.add("");
        lines.addAll(nature(driver.sheet(installation)));
        lines.add("");
        lines.addAll(knobs(driver.capabilities(installation)));
        return lines;
    }

    private Installation installation(Optional<String> variant, Optional<String> target) {
        try {
            return driver.locate(variant, target);
        } catch (EnvironmentException e) {
            return provisioner.available(driver.id()).stream()
                    .filter(recipe ->
                            recipe.isNamedBy(target) && !recipe.shownVersion().isEmpty())
                    .findFirst()
                    .map(recipe -> new Installation(driver.id(), recipe.version(), "", notHere(recipe)))
                    .orElseThrow(() -> e);
        }
    }

    private static String notHere(Recipe recipe) {
        return "not installed: " + recipe.command();
    }

    private static String headline(Installation installation) {
        String where = installation.location().isEmpty() ? installation.origin() : installation.location();
        return installation.version().isEmpty() ? where : "version " + installation.version() + ", " + where;
    }

    private static List<String> nature(CapabilitySheet sheet) {
        List<String> lines = new ArrayList<>();
        lines.add("one pool of upstream connections for: " + sheet.poolScope());
        lines.add("smallest step of its idle timeout: " + step(sheet.smallestTimerStep()));
        lines.add("a request that needs one connection too many "
                + sheet.whenFull().words());
        lines.add("sent once more: " + sheet.retryRule());
        sheet.remarks().forEach(remark -> lines.add("note: " + remark));
        return lines;
    }

    private static String step(Duration step) {
        return step.isZero() ? "it has none" : DurationText.format(step);
    }

    private static List<String> knobs(Map<Knob, KnobStatus> capabilities) {
        List<String> lines = new ArrayList<>();
        for (Knob knob : Knob.values()) {
            KnobStatus status = capabilities.getOrDefault(knob, KnobStatus.UNSUPPORTED);
            lines.add(String.format("  %-26s %-11s %s", knob.key(), status.key(), knob.meaning()));
        }
        return lines;
    }
}
