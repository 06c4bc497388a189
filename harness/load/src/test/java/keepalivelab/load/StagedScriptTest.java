package keepalivelab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import keepalivelab.api.Outcome;
import keepalivelab.load.LoadPlan.Action;
import keepalivelab.load.LoadPlan.Answer;
import keepalivelab.load.LoadPlan.Fact;
import keepalivelab.load.LoadPlan.RequestShape;
import keepalivelab.load.LoadPlan.Script;
import keepalivelab.load.LoadPlan.Step;
import org.junit.jupiter.api.Test;

/** Scripts that act on backend and proxy, repeat themselves and let answers wait. */
class StagedScriptTest {
    private static final Step ALL_ANSWERED =
            new Step.Await(new Fact(Fact.What.UNANSWERED, Fact.Comparison.EQUAL, 0), Plans.PATIENT);

    @Test
    void aRepeatedBlockIsPlayedRoundByRound() {
        List<Action> done = new CopyOnWriteArrayList<>();
        Step inner = new Step.Repeat(2, List.of(send("/b", Answer.AWAITED)));
        Step block = new Step.Repeat(3, List.of(send("/a", Answer.AWAITED), act(Action.CLOSE_IDLE), inner));
        Script script = script(block, send("/end", Answer.AWAITED));
        try (TinyServer server = TinyServer.healthy()) {
            LoadResult result = run(server, script, done::add);
            assertThat(server.heads().stream().map(head -> head.split(" ", 3)[1]))
                    .containsExactlyElementsOf(Stream.concat(
                                    Collections.nCopies(3, List.of("/a", "/b", "/b")).stream()
                                            .flatMap(List::stream),
                                    Stream.of("/end"))
                            .toList());
            assertThat(result.accounting().count(Outcome.OK)).isEqualTo(10);
            assertThat(script.planned()).isEqualTo(10);
            assertThat(done).hasSize(3);
        }
    }

    @Test
    void whatFollowsALaterAnswerIsDoneBeforeIt() {
        CountDownLatch paused = new CountDownLatch(1);
        try (TinyServer server = TinyServer.start(talk -> {
            talk.readRequest();
            await(paused);
            talk.answer("200 OK", "");
        })) {
            LoadResult result = run(
                    server,
                    script(send("/", Answer.LATER), act(Action.PAUSE_PROXY), ALL_ANSWERED, send("/", Answer.AWAITED)),
                    action -> {
                        paused.countDown();
                        return true;
                    });
            assertThat(result.accounting().count(Outcome.OK)).isEqualTo(2);
        }
    }

    @Test
    void aStageThatCannotEndsTheScript() {
        try (TinyServer server = TinyServer.healthy()) {
            LoadResult result = run(
                    server,
                    script(send("/", Answer.AWAITED), act(Action.PAUSE_PROXY), send("/", Answer.AWAITED)),
                    action -> false);
            assertThat(result.accounting().count(Outcome.OK)).isEqualTo(1);
            assertThat(result.accounting().neverSent()).isEqualTo(1);
        }
    }

    @Test
    void aStageThatFailsReachesTheCaller() {
        try (TinyServer server = TinyServer.healthy()) {
            assertThatThrownBy(() -> run(server, script(send("/", Answer.AWAITED), act(Action.END_IDLE)), action -> {
                        throw new IllegalArgumentException("no such stage");
                    }))
                    .hasMessageContaining("no such stage");
        }
    }

    private static LoadResult run(TinyServer server, Script script, Stage stage) {
        return new LoadGenerator(Plans.job(script, server.address()), FactSource.NONE, stage, 1).run();
    }

    private static Script script(Step... steps) {
        return new Script(List.of(steps), Plans.PATIENT);
    }

    private static Step act(Action action) {
        return new Step.Act(action);
    }

    private static Step send(String path, Answer answer) {
        return new Step.Send(new RequestShape("GET", path, 0, List.of()), Optional.of("c"), answer);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
