package keepalivelab.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutcomeTest {
    @Test
    void everyFinalStatusHasItsClass() {
        assertThat(Outcome.ofStatus(204)).isEqualTo(Outcome.OK);
        assertThat(Outcome.ofStatus(304)).isEqualTo(Outcome.STATUS_3XX);
        assertThat(Outcome.ofStatus(404)).isEqualTo(Outcome.STATUS_4XX);
        assertThat(Outcome.ofStatus(502)).isEqualTo(Outcome.STATUS_5XX);
    }

    @Test
    void aStatusThatEndsNoRequestIsMalformed() {
        assertThat(Outcome.ofStatus(100)).isEqualTo(Outcome.MALFORMED);
        assertThat(Outcome.ofStatus(600)).isEqualTo(Outcome.MALFORMED);
    }
}
