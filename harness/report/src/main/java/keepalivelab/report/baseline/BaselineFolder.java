package keepalivelab.report.baseline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;
import keepalivelab.report.AtomicFile;
import keepalivelab.report.JsonFault;
import keepalivelab.report.JsonForm;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The folder of baselines: {@code <folder>/<scenario>/<arm>.json}, each readable, in a stable order and with one count a
 * line, so that a change of it can be reviewed.
 *
 * @param folder of all of them; need not exist
 */
public record BaselineFolder(Path folder) {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.USE_LONG_FOR_INTS)
            .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .changeDefaultPropertyInclusion(
                    all -> all.withValueInclusion(com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL))
            .defaultPrettyPrinter(JsonForm.printer())
            .build();

    /**
     * A baseline and where it was read.
     *
     * @param file below the folder of all baselines, with {@code /}
     * @param baseline its content
     */
    public record Stored(String file, Baseline baseline) {}

    /**
     * The baseline that speaks for a proxy.
     *
     * @return empty for none
     * @throws InputException for a file that is no baseline, naming it, or for two that speak for the same proxy
     */
    public Optional<Stored> find(String scenario, String driver, @Nullable String variant, String version) {
        List<Stored> found = of(scenario).stream()
                .filter(stored -> stored.baseline().arm().includes(driver, variant, version))
                .toList();
        if (found.size() > 1) {
            throw new InputException(folder.resolve(found.get(0).file()) + " and "
                    + folder.resolve(found.get(1).file()) + " both speak for " + driver + " " + version);
        }
        return found.stream().findFirst();
    }

    /** Every baseline of a scenario, by name of file. */
    public List<Stored> of(String scenario) {
        Path ofScenario = folder.resolve(scenario);
        if (!Files.isDirectory(ofScenario)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(ofScenario)) {
            List<Stored> all = new ArrayList<>();
            files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .forEach(file -> all.add(new Stored(scenario + "/" + file.getFileName(), read(file))));
            return List.copyOf(all);
        } catch (IOException e) {
            throw new EnvironmentException("cannot read " + ofScenario + ": " + e.getMessage());
        }
    }

    private static Baseline read(Path file) {
        Baseline baseline;
        try {
            baseline = MAPPER.readValue(Files.readString(file), Baseline.class);
        } catch (JacksonException e) {
            throw new InputException(
                    file + ":" + e.getLocation().getLineNr() + ": not a baseline: " + JsonFault.text(e));
        } catch (IOException e) {
            throw new EnvironmentException("cannot read " + file + ": " + e.getMessage());
        }
        if (baseline == null || !baseline.schemaVersion().startsWith("1.")) {
            throw new InputException(file + ": not a baseline of form 1.x");
        }
        return baseline;
    }

    /**
     * Writes a baseline into its file, in place of an earlier one.
     *
     * @return the file
     */
    public Path write(Baseline baseline) {
        Path file = file(baseline);
        try {
            Files.createDirectories(folder.resolve(baseline.scenario()));
        } catch (IOException e) {
            throw AtomicFile.unwritable(file, e);
        }
        AtomicFile.write(file, text(baseline));
        return file;
    }

    /** Where a baseline stands. */
    public Path file(Baseline baseline) {
        return folder.resolve(baseline.scenario()).resolve(baseline.arm().fileName());
    }

    /** The content of a baseline's file. */
    static String text(Baseline baseline) {
        return MAPPER.writeValueAsString(baseline) + "\n";
    }
}
