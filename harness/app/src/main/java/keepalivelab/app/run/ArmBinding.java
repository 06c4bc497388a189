package keepalivelab.app.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keepalivelab.api.Arm;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;
import keepalivelab.api.Installation;
import keepalivelab.api.NearestWord;
import keepalivelab.api.ProxyDriver;

/**
 * An arm and what was found for it.
 *
 * @param arm as the user wrote it
 * @param driver its driver
 * @param installation the proxy; empty where it is missing and may be skipped
 * @param missing why it is missing; empty text where it is not
 * @param label in tables; unique within a run
 */
public record ArmBinding(
        Arm arm, ProxyDriver driver, Optional<Installation> installation, String missing, String label) {

    /**
     * Finds every arm's proxy.
     *
     * @throws InputException for an unknown driver or variant
     * @throws EnvironmentException naming all proxies that are missing, unless they may be skipped
     */
    public static List<ArmBinding> bind(List<Arm> arms, boolean skipMissing) {
        List<ArmBinding> bindings = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        Map<String, Integer> labels = new HashMap<>();
        for (Arm arm : arms) {
            ArmBinding binding = bind(arm, labels);
            bindings.add(binding);
            if (!binding.missing.isEmpty()) {
                missing.add(binding.missing);
            }
        }
        if (!missing.isEmpty() && !skipMissing) {
            throw new EnvironmentException(String.join("; ", missing));
        }
        return List.copyOf(bindings);
    }

    /**
     * Refuses an arm whose driver or variant does not exist, without looking for its proxy.
     *
     * @throws InputException naming the nearest word
     */
    public static void checkWords(Arm arm) {
        ProxyDriver driver = ProxyDriver.of(arm.driver());
        arm.variant().ifPresent(variant -> checkVariant(driver, variant));
    }

    private static ArmBinding bind(Arm arm, Map<String, Integer> labels) {
        ProxyDriver driver = ProxyDriver.of(arm.driver());
        arm.variant().ifPresent(variant -> checkVariant(driver, variant));
        try {
            Installation installation = driver.locate(arm.variant(), arm.target());
            return new ArmBinding(arm, driver, Optional.of(installation), "", unique(label(arm, installation), labels));
        } catch (EnvironmentException e) {
            String label = arm.label(arm.target().orElse(""));
            return new ArmBinding(arm, driver, Optional.empty(), e.getMessage(), unique(label, labels));
        }
    }

    /** The embedded proxy has one version only, the harness's own: it would be noise in every row. */
    private static String label(Arm arm, Installation installation) {
        return arm.label(arm.driver().equals("embedded") ? "" : installation.version());
    }

    private static void checkVariant(ProxyDriver driver, String variant) {
        if (!driver.variants().contains(variant)) {
            throw new InputException("proxy '" + driver.id() + "' has no variant '" + variant + "'"
                    + (driver.variants().isEmpty() ? "" : NearestWord.hint(variant, driver.variants())));
        }
    }

    private static String unique(String label, Map<String, Integer> labels) {
        int count = labels.merge(label, 1, Integer::sum);
        return count == 1 ? label : label + "#" + count;
    }
}
