package keepalivelab.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the proxy's own log said in the cell.
 *
 * @param earlyCloses lines that mean "the upstream closed before it answered"; null where this proxy logs no such line
 * @param alerts lines of the severity alert, emergency or panic; empty for none
 */
public record ProxyLog(
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Long earlyCloses, List<String> alerts) {
    public ProxyLog {
        alerts = List.copyOf(alerts);
    }
}
