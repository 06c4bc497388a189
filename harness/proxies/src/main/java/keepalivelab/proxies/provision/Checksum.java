package keepalivelab.proxies.provision;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** Holds what was fetched to what the recipe says. */
final class Checksum {
    private Checksum() {}

    /**
     * The one file that a package client has put into the scratch folder.
     *
     * @throws keepalivelab.api.EnvironmentException if there is none, or its SHA-256 is not that of the field
     *     {@code sha256}
     */
    static Path onlyFile(Workshop shop) throws IOException {
        try (Stream<Path> files = Files.list(shop.scratch())) {
            List<Path> all = files.filter(Files::isRegularFile).toList();
            if (all.size() != 1) {
                throw shop.cannot("the package client fetched " + all.size() + " files, expected one");
            }
            check(
                    shop,
                    all.get(0).getFileName().toString(),
                    sha256(all.get(0)),
                    shop.recipe().field("sha256"));
            return all.get(0);
        }
    }

    /** Refuses a sum that is not the one that is expected. */
    static void check(Workshop shop, String what, String sum, String expected) {
        if (!sum.equals(expected)) {
            throw shop.cannot(what + " has SHA-256 " + sum + ", expected " + expected
                    + "; the package index offers another file under that name");
        }
    }

    /** 64 hex digits. */
    static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                DigestInputStream digest = new DigestInputStream(in, MessageDigest.getInstance("SHA-256"))) {
            digest.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digest.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
