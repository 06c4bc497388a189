package keepalivelab.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteScanTest {
    private static final int ROUNDS = 20_000;

    @Test
    void wordsFindWhatSingleBytesFind() {
        Random random = new Random(7);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = new byte[random.nextInt(40)];
            // Few values, at the edges of the tests, so that hits and near misses are frequent.
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = new byte[] {'\n', 0x0b, 0x09, ' ', 0x1f, '!', 'a', -118, -128, -1}[random.nextInt(10)];
            }
            int from = random.nextInt(bytes.length + 1);
            int to = from + random.nextInt(bytes.length - from + 1);
            assertThat(ByteScan.lineFeed(bytes, from, to)).isEqualTo(lineFeedByBytes(bytes, from, to));
            assertThat(ByteScan.belowSpace(bytes, from, to)).isEqualTo(belowSpaceByBytes(bytes, from, to));
        }
    }

    private static int lineFeedByBytes(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private static int belowSpaceByBytes(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] >= 0 && bytes[i] < ' ') {
                return i;
            }
        }
        return to;
    }
}
