package keepalivelab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicInteger;
import keepalivelab.load.LoadPlan.RequestShape;
import keepalivelab.wire.EventLoop;
import org.junit.jupiter.api.Test;

class StartGateTest {
    @Test
    void theGateOpensOnceWhenTheLastOneIsThere() {
        AtomicInteger opened = new AtomicInteger();
        StartGate gate = new StartGate(3, opened::incrementAndGet);
        gate.settled();
        gate.settled();
        assertThat(opened).hasValue(0);
        gate.settled();
        gate.settled();
        assertThat(opened).hasValue(1);
    }

    @Test
    void aRequestThatIsHeldBackIsNotWrittenBeforeItsRelease() {
        AtomicInteger settled = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        ClientConnection.Owner owner = new ClientConnection.Owner() {
            @Override
            public void ended(ClientConnection connection, long atNanos) {
                ended.incrementAndGet();
            }

            @Override
            public void settled() {
                settled.incrementAndGet();
            }
        };
        try (TinyServer server = TinyServer.healthy();
                EventLoop loop = EventLoop.start("gate", EventLoop.Precision.COARSE)) {
            LoadJob job = Plans.job(Plans.barrier(2, 2), server.address());
            Session session = new Session(job, RequestLog.withoutGaps(2));
            Worker worker = new Worker(loop, session, new Recorder(false), Plans.PATIENT.toNanos());
            RequestTemplate shape = new RequestTemplate(RequestShape.GET, job);
            ClientConnection held = loop.call(() -> {
                ClientConnection dialled = ClientConnection.dial(worker, owner, shape);
                dialled.hold(0, shape, loop.nanos());
                return dialled;
            });
            await().until(() -> settled.get() == 1);
            loop.call(() -> {
                ClientConnection.dial(worker, owner, shape).send(1, shape, loop.nanos());
                return 0;
            });
            await().until(() -> ended.get() == 1);
            assertThat(server.heads()).singleElement().asString().contains("t0-1");
            loop.call(() -> {
                held.release();
                return 0;
            });
            await().until(() -> ended.get() == 2);
            assertThat(server.heads()).hasSize(2);
        }
    }
}
