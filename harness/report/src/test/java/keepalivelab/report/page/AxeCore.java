package keepalivelab.report.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The accessibility rules of axe-core, fetched once into the build's folder by npm: no part of what we ship. */
final class AxeCore {
    private static final String VERSION = "4.14.1";
    private static final String SHA512 = "1477dafa598d8d065f273d6af302aa203c02e83131707b7fa648cd41bd3d6b73"
            + "4f8c22a0dab86ee6a6f64b8afbe804b214d36db85a2826965edfb3a0b9d546b5";
    private static final Path FOLDER = Path.of("target", "axe-core");
    private static final Path PACKAGE = FOLDER.resolve("axe-core-" + VERSION + ".tgz");

    private AxeCore() {}

    /** Its script; empty where npm is not there or cannot fetch it. */
    static Optional<String> script() throws IOException, InterruptedException {
        if (!Files.exists(PACKAGE)) {
            Files.createDirectories(FOLDER);
            run("npm", "pack", "axe-core@" + VERSION, "--pack-destination", FOLDER.toString(), "--fetch-retries=1");
        }
        if (!Files.exists(PACKAGE)) {
            return Optional.empty();
        }
        if (!sha512(PACKAGE).equals(SHA512)) {
            throw new IllegalStateException(PACKAGE + " is not the package that was pinned");
        }
        run("tar", "-xzf", PACKAGE.toString(), "-C", FOLDER.toString(), "package/axe.min.js");
        return Optional.of(Files.readString(FOLDER.resolve("package").resolve("axe.min.js")));
    }

    private static void run(String... command) throws IOException, InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(FOLDER.resolve(command[0] + ".log").toFile())
                    .start();
            if (!process.waitFor(2, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
        } catch (IOException notInstalled) {
            Files.writeString(FOLDER.resolve(command[0] + ".log"), notInstalled.toString(), StandardCharsets.UTF_8);
        }
    }

    private static String sha512(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-512").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
