package keepalivelab.app.run;

import java.util.OptionalDouble;
import keepalivelab.report.CellDraft;

/**
 * What was around a load: the proxy's threads, and how busy others kept the machine.
 *
 * @param idle threads before the load
 * @param loaded threads after it
 * @param othersCpu cores that other processes kept busy meanwhile; empty where unknown
 */
record Surroundings(ThreadCensus idle, ThreadCensus loaded, OptionalDouble othersCpu) {
    /** From here on times tell of the others, too. */
    private static final double DISTURBING = 0.3;

    void addTo(CellDraft draft) {
        ThreadCensus.addTo(draft, idle, loaded);
        // Unknown counts as quiet: only what is seen excuses anything.
        draft.figure("othersCpu", othersCpu.orElse(0));
        if (othersCpu.orElse(0) > DISTURBING) {
            draft.note("other processes kept more than " + DISTURBING
                    + " cores busy meanwhile (others cpu): times are not those of a quiet machine, and rules that need one"
                    + " are not judged");
        }
    }
}
