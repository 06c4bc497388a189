package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import keepalivelab.app.Home;
import org.junit.jupiter.api.Test;

class ToolVersionTest {
    @Test
    void theVersionIsThePoms() throws Exception {
        assertThat(Files.readString(Home.path().resolve("pom.xml")))
                .contains("<version>" + ToolVersion.VERSION + "</version>");
    }
}
