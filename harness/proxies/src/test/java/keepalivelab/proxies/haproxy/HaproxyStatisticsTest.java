package keepalivelab.proxies.haproxy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HaproxyStatisticsTest {
    private static final String ANSWER = """
        HTTP/1.1 200 OK
        content-type: text/plain

        # pxname,svname,stot,econ,connect,reuse,
        measured,FRONTEND,9,,,,
        upstream,backend,12,1,8,4,
        upstream,BACKEND,12,1,8,4,
        """;

    @Test
    void theServersLineIsReadByTheNamesOfTheHeader() {
        assertThat(HaproxyStatistics.of(ANSWER))
                .containsEntry("stot", 12L)
                .containsEntry("econ", 1L)
                .containsEntry("connect", 8L)
                .containsEntry("reuse", 4L)
                .hasSize(4);
    }

    @Test
    void anythingElseHasNoCounters() {
        assertThat(HaproxyStatistics.of("")).isEmpty();
        assertThat(HaproxyStatistics.of("HTTP/1.1 503 Service Unavailable\r\n\r\n"))
                .isEmpty();
        assertThat(HaproxyStatistics.of(ANSWER.replace("upstream,backend,", "upstream,other,")))
                .isEmpty();
    }
}
