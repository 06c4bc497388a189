package keepalivelab.app.run;

import java.util.ArrayList;
import java.util.List;
import keepalivelab.api.Arm;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.Rendering;
import keepalivelab.app.scenario.CellPlan;
import keepalivelab.load.LoadPlan;

/**
 * What a reader must know about how a cell ran on its arm, where that differs from what the scenario says.
 *
 * @param arm the arm as its user wrote it
 * @param cell what the scenario says
 * @param load its load
 * @param rendering what the arm made of it
 */
record ArmRemarks(Arm arm, CellPlan cell, LoadPlan load, Rendering rendering) {
    /** Every remark, the driver's own first. */
    List<String> all() {
        List<String> remarks = new ArrayList<>(rendering.notes());
        arm.knobs().forEach((knob, value) -> remarks.add("the arm sets " + knob.key() + "=" + value));
        cell.overridden().forEach((axis, value) -> remarks.add("the arm sets " + axis + " = " + value));
        notApplied(remarks);
        lowerBarrier(remarks);
        return remarks;
    }

    /** Only an address that somebody else configured gets here: any other arm without such a knob does not run. */
    private void notApplied(List<String> remarks) {
        rendering.knobs().forEach((knob, status) -> {
            if (status == KnobStatus.UNSUPPORTED && !cell.knobs().optional().contains(knob)) {
                remarks.add(setting(knob) + " is asked for and was not applied: what needs it is not judged");
            }
        });
    }

    private String setting(Knob knob) {
        return knob.key() + "=" + cell.knobs().text(knob).orElse("");
    }

    private void lowerBarrier(List<String> remarks) {
        if (load instanceof LoadPlan.ClosedLoop loop && loop.start() == LoadPlan.Start.BARRIER) {
            int requests = barrier(loop, rendering);
            if (requests < Math.min(loop.clients(), loop.requests())) {
                remarks.add("start barrier: as many requests in flight at once as this configuration allows upstream"
                        + " connections, which is fewer than there are clients");
            }
        }
    }

    /** As many as there are clients; fewer where the proxy lets no more through at once, as the others wait inside it. */
    static int barrier(LoadPlan.ClosedLoop loop, Rendering rendering) {
        int all = Math.min(loop.clients(), loop.requests());
        return (int) Math.min(all, rendering.upstreamLimit().orElse(all));
    }
}
