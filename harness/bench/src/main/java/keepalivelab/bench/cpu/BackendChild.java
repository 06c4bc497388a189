package keepalivelab.bench.cpu;

import java.io.IOException;
import keepalivelab.backend.CountingBackend;

/** Our counting backend in a process of its own; says its port and lives until its input ends. */
final class BackendChild {
    private BackendChild() {}

    public static void main(String[] args) throws IOException {
        try (CountingBackend backend =
                CountingBackend.builder().runToken("bench").start()) {
            System.out.println(backend.port());
            while (System.in.read() >= 0) {
                Thread.onSpinWait();
            }
        }
    }
}
