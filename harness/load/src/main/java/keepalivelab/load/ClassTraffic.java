package keepalivelab.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import keepalivelab.load.LoadPlan.Classes;
import keepalivelab.wire.LoopTimer;

/**
 * Connection classes, round after round: first the connections that a certain thread shall serve, then the others in the
 * order of the classes, then all send at once until the time is over or their requests are sent. One loop carries it out.
 */
final class ClassTraffic implements Traffic {
    /** Ends a round's sending. */
    private final class TimeEnd extends LoopTimer {
        @Override
        protected void fire(long dueNanos, long actualNanos) {
            timeOver = true;
            members.forEach(ClassMember::timeOver);
        }
    }

    private final Worker worker;
    private final Classes plan;
    private final List<RequestTemplate> templates = new ArrayList<>();
    private final SplittableRandom random;
    private final TimeEnd timeEnd = new TimeEnd();
    private final List<ClassShare> shares = new ArrayList<>();
    private final List<ClassMember> members = new ArrayList<>();
    private final List<ClassRound> rounds = new ArrayList<>();
    private volatile Optional<String> unplaced = Optional.empty();
    private boolean timeOver;
    private int placing;
    private int opening;
    private int running;
    private int sentBefore;
    private int placingRequests;
    private long goNanos;
    private long lastEndedNanos;

    ClassTraffic(Worker worker, Classes plan) {
        this.worker = worker;
        this.plan = plan;
        this.random = new SplittableRandom(worker.session().job().seed());
        // Here, so that a bad header is found before anything starts.
        plan.classes()
                .forEach(c -> templates.add(
                        new RequestTemplate(c.request(), worker.session().job())));
    }

    /** The rounds that ended; to be read when the loop has ended. */
    List<ClassRound> rounds() {
        return List.copyOf(rounds);
    }

    /** Why no connection was found that the wanted thread serves; empty if all were found. */
    Optional<String> unplaced() {
        return unplaced;
    }

    @Override
    public void start() {
        shares.clear();
        members.clear();
        timeOver = false;
        sentBefore = worker.session().sent();
        for (int i = 0; i < templates.size(); i++) {
            ClassShare share = new ClassShare(plan.classes().get(i), templates.get(i));
            shares.add(share);
            for (int m = 0; m < share.plan().connections(); m++) {
                members.add(new ClassMember(this, share, m, random.split()));
            }
        }
        long now = worker.loop().nanos();
        List<ClassMember> placed =
                members.stream().filter(m -> m.wanted().isPresent()).toList();
        placing = placed.size();
        placed.forEach(member -> member.place(now));
        if (placed.isEmpty()) {
            openOthers();
        }
    }

    Worker worker() {
        return worker;
    }

    int takeRequest() {
        return worker.session().takeRequest();
    }

    boolean isTimeOver() {
        return timeOver;
    }

    /** A request has its outcome. */
    void lastEnded(long atNanos) {
        lastEndedNanos = atNanos;
    }

    /** A member has the connection that it looked for. */
    void placed() {
        placing--;
        if (placing == 0) {
            worker.loop().execute(this::openOthers);
        }
    }

    /** A member will never have the connection that it looks for: the job ends. */
    void cannotPlace(ClassMember member) {
        unplaced = Optional.of("no connection was found for " + member);
        worker.session().stop();
    }

    /** The connection of a member is there, or never will be. */
    void opened() {
        opening--;
        if (opening == 0) {
            worker.loop().execute(this::go);
        }
    }

    /** A member sends no more. */
    void memberOver() {
        running--;
        if (running == 0) {
            worker.loop().execute(this::roundOver);
        }
    }

    private void openOthers() {
        placingRequests = worker.session().sent() - sentBefore;
        running = members.size();
        List<ClassMember> others =
                members.stream().filter(ClassMember::opensAhead).toList();
        opening = others.size();
        long now = worker.loop().nanos();
        others.forEach(member -> member.open(now));
        if (others.isEmpty()) {
            go();
        }
    }

    private void go() {
        goNanos = worker.loop().nanos();
        lastEndedNanos = goNanos;
        plan.time().ifPresent(time -> worker.loop().arm(timeEnd, goNanos + time.toNanos()));
        members.forEach(member -> member.go(goNanos));
    }

    private void roundOver() {
        worker.loop().disarm(timeEnd);
        rounds.add(new ClassRound(
                shares.stream().map(share -> share.result(worker.recorder())).toList(),
                members.stream().map(ClassMember::result).toList(),
                placingRequests,
                Duration.ofNanos(lastEndedNanos - goNanos)));
        if (rounds.size() == plan.rounds() || worker.session().stopped()) {
            worker.session().stop();
        } else {
            start();
        }
    }
}
