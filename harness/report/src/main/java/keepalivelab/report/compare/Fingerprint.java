package keepalivelab.report.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import keepalivelab.report.Environment;
import keepalivelab.report.RunResult;

/**
 * What must be the same for the times of two runs to be comparable: machine, kernel, Java, generator and load. Proxies and
 * their configurations are no part of it: they are what is compared.
 *
 * @param fields name → value; a field that a run does not have is absent
 */
record Fingerprint(Map<String, String> fields) {
    Fingerprint {
        fields = new LinkedHashMap<>(fields);
    }

    static Fingerprint of(RunResult result) {
        Environment environment = result.environment();
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("cpuModel", environment.cpuModel());
        fields.put("cores", Integer.toString(environment.cores()));
        fields.put("kernel", environment.kernel());
        fields.put("jdk", environment.jdk());
        for (String name : Environment.OF_FINGERPRINT) {
            String value = environment.details().get(name);
            if (value != null) {
                fields.put(name, value);
            }
        }
        fields.put("version", result.tool().version());
        fields.put("scenario", result.scenario().id());
        fields.put("scenario text", result.scenario().sha256());
        result.scenario().params().forEach((name, value) -> fields.put("params." + name, value.toString()));
        return new Fingerprint(fields);
    }

    /** What differs, one text each; empty for the same. */
    List<String> differences(Fingerprint other) {
        TreeSet<String> names = new TreeSet<>(fields.keySet());
        names.addAll(other.fields.keySet());
        List<String> differences = new ArrayList<>();
        for (String name : names) {
            String here = fields.getOrDefault(name, "unknown");
            String there = other.fields.getOrDefault(name, "unknown");
            if (!Objects.equals(here, there)) {
                differences.add(name + ": " + here + " against " + there);
            }
        }
        return differences;
    }
}
