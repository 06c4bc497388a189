package keepalivelab.proxies.provision;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;
import keepalivelab.api.NearestWord;
import keepalivelab.proxies.process.DottedVersion;

/**
 * Finds the recipe that a user means.
 *
 * @param recipes all there are, newest first for each name
 * @param system whether one that changes the system may be meant
 */
record RecipeChoice(List<Recipe> recipes, SystemChange system) {
    /** See {@link Provisioner#recipe}. */
    Recipe of(String name, Optional<String> version) {
        List<Recipe> named =
                recipes.stream().filter(recipe -> recipe.name().equals(name)).toList();
        if (named.isEmpty()) {
            throw unknown(name);
        }
        version.filter(word -> !DottedVersion.matches(word)).ifPresent(word -> {
            throw noVersion(name, word, named);
        });
        List<Recipe> meant = named.stream()
                .filter(recipe -> version.map(recipe::mayBe).orElse(true))
                .toList();
        if (meant.isEmpty()) {
            throw noVersion(name, version.orElse(""), named);
        }
        return best(meant, version);
    }

    private Recipe best(List<Recipe> meant, Optional<String> version) {
        List<Recipe> fitting =
                meant.stream().filter(recipe -> recipe.misfit().isEmpty()).toList();
        if (fitting.isEmpty()) {
            Recipe first = meant.get(0);
            throw new EnvironmentException("cannot install " + first + ": "
                    + first.misfit().orElse("") + "; name a binary: " + first.name() + "@/path/to/" + first.name());
        }
        if (system == SystemChange.ALLOWED) {
            Optional<Recipe> ofSystem =
                    fitting.stream().filter(Recipe::ofSystem).findFirst();
            return ofSystem.orElseGet(() -> own(fitting, version));
        }
        return own(fitting, version);
    }

    private static Recipe own(List<Recipe> fitting, Optional<String> version) {
        return fitting.stream()
                .filter(recipe -> recipe.ofSystem()
                        ? SystemKind.program(recipe).isPresent()
                        : version.isPresent() || recipe.byDefault())
                .findFirst()
                .orElseThrow(() -> needsMoreWords(fitting.get(0)));
    }

    private static EnvironmentException needsMoreWords(Recipe recipe) {
        String how = recipe.ofSystem()
                ? "add --system (as root, or with sudo)"
                : "say so with its version: run-scenario proxies install " + recipe;
        return new EnvironmentException("cannot install " + recipe.name() + ": it is to be had from " + recipe.source()
                + ", for which you have to ask; " + how);
    }

    private InputException unknown(String name) {
        List<String> names = recipes.stream().map(Recipe::name).distinct().toList();
        return new InputException("no proxy '" + name + "' can be installed" + NearestWord.hint(name, names));
    }

    private static InputException noVersion(String name, String version, List<Recipe> named) {
        List<String> versions = named.stream()
                .map(Recipe::shownVersion)
                .filter(known -> !known.isEmpty())
                .collect(Collectors.toList());
        return new InputException("no " + name + " " + version + " can be installed"
                + (versions.isEmpty()
                        ? ""
                        : NearestWord.hint(version, versions) + "; valid: " + String.join(", ", versions)));
    }
}
