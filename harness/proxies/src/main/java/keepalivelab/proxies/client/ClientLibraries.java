package keepalivelab.proxies.client;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.client.UpstreamClientFactory;

/**
 * The client libraries that are here: on the class path, or as jars in the folder that the system property
 * {@value #FOLDER_PROPERTY} names. The launcher keeps them in a folder, so that no other command and no other arm has to look
 * through their jars.
 */
final class ClientLibraries {
    static final String FOLDER_PROPERTY = "keepalivelab.clients";

    private ClientLibraries() {}

    /** The folder of jars; empty text where they are on the class path. */
    static String folder() {
        return System.getProperty(FOLDER_PROPERTY, "");
    }

    static List<UpstreamClientFactory> all() {
        return UpstreamClientFactory.all(Holder.LOADER);
    }

    static UpstreamClientFactory of(String id) {
        return UpstreamClientFactory.of(id, Holder.LOADER);
    }

    /** Made at the first question, and kept: the factories' classes are loaded by it. */
    private static final class Holder {
        static final ClassLoader LOADER = loader();

        private static ClassLoader loader() {
            ClassLoader own = ClientLibraries.class.getClassLoader();
            return folder().isEmpty() ? own : new URLClassLoader(jars(Path.of(folder())), own);
        }

        private static URL[] jars(Path folder) {
            try (Stream<Path> files = Files.list(folder)) {
                return files.filter(file -> file.toString().endsWith(".jar"))
                        .sorted()
                        .map(Holder::url)
                        .toArray(URL[]::new);
            } catch (IOException e) {
                throw new EnvironmentException("cannot read the client libraries in " + folder + ": " + e);
            }
        }

        private static URL url(Path jar) {
            try {
                return jar.toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalStateException(jar + " has no URL", e);
            }
        }
    }
}
