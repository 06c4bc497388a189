package keepalivelab.wire;

import static keepalivelab.wire.BlockedThread.waitFor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import keepalivelab.api.Ticker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EventLoopTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private EventLoop loop;

    @BeforeEach
    void start() {
        loop = EventLoop.start("loop-test", EventLoop.Precision.COARSE);
    }

    @AfterEach
    void end() {
        loop.close();
    }

    private Listener listener(Recorded handler) throws IOException {
        return Listener.open(loop, ANY_PORT, 50, (channel, at) -> adopt(channel, handler));
    }

    private void adopt(SocketChannel channel, Recorded handler) {
        try {
            Connection.adopt(loop, channel, handler);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void tasksOfOneThreadRunInOrder() {
        List<Integer> seen = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            int number = i;
            loop.execute(() -> seen.add(number));
        }
        assertThat(loop.call(() -> List.copyOf(seen))).hasSize(1000).isSorted();
    }

    @Test
    void callsFromManyThreadsAllReturnTheirOwnResult() {
        List<CompletableFuture<Boolean>> callers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = i;
            callers.add(CompletableFuture.supplyAsync(() -> {
                boolean right = true;
                for (int round = 0; round < 2000; round++) {
                    int wanted = round * 4 + number;
                    right &= loop.call(() -> wanted) == wanted;
                }
                return right;
            }));
        }
        assertThat(callers).allSatisfy(caller -> assertThat(caller.join()).isTrue());
    }

    @Test
    void aCallOnTheLoopsOwnThreadRunsAtOnce() {
        assertThat(loop.call(() -> loop.call(() -> loop.inLoop()))).isTrue();
        assertThat(loop.inLoop()).isFalse();
    }

    @Test
    void aFailingCallFailsItsCallerAndNotTheLoop() {
        IOException cause = new IOException("no");
        assertThatThrownBy(() -> loop.call(() -> {
                    throw cause;
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasCause(cause);
        assertThat(loop.call(() -> 1)).isEqualTo(1);
        assertThat(loop.failure()).isNull();
    }

    @Test
    void aTaskThatThrowsEndsTheLoopAndFailsWhoeverWaits() throws IOException {
        Recorded handler = new Recorded();
        Listener listener = listener(handler);
        Peer peer = Peer.connectedTo(listener.address());
        IllegalStateException defect = new IllegalStateException("defect");
        CountDownLatch queued = new CountDownLatch(1);
        loop.execute(() -> {
            waitFor(queued);
            throw defect;
        });
        CompletableFuture<Integer> waiting = CompletableFuture.supplyAsync(() -> loop.call(() -> 1));
        queued.countDown();

        // Whether it came before or after the end of the loop, it must not wait for ever.
        assertThatThrownBy(waiting::join).hasRootCause(defect);
        assertThat(loop.failure()).isSameAs(defect);
        assertThatThrownBy(() -> loop.call(() -> 2)).hasRootCause(defect);
        assertThat(peer.end()).containsAnyOf("FIN", "RST");
        listener.close();
        bindAgain(listener.address()).close();
    }

    @Test
    void aLoopThatDiesInMidBatchStillResetsWhatWasToBeReset() throws IOException {
        try (ServerSocket server = Peer.listen()) {
            Connection connection = loop.call(() -> Connection.dial(loop, Peer.address(server), new Recorded()));
            Peer peer = Peer.acceptedBy(server);
            loop.execute(() -> {
                connection.reset();
                throw new IllegalStateException("defect");
            });
            assertThat(peer.end()).isEqualTo("RST");
        }
    }

    @Test
    void anEndedLoopFailsItsCallersAndIgnoresTasks() {
        loop.close();
        AtomicBoolean ran = new AtomicBoolean();
        loop.execute(() -> ran.set(true));
        assertThatThrownBy(() -> loop.call(() -> 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("loop-test");
        loop.close();
        assertThat(ran).isFalse();
        assertThat(loop.failure()).isNull();
    }

    @Test
    void closeEndsEverySocketAndFreesThePortAtOnce() throws IOException {
        Recorded handler = new Recorded();
        Listener listener = listener(handler);
        Peer first = Peer.connectedTo(listener.address());
        Peer second = Peer.connectedTo(listener.address());
        first.write("x");
        await().until(() -> handler.told().contains("bytes x"));

        loop.close();

        bindAgain(listener.address()).close();
        assertThat(first.end()).isEqualTo("FIN");
        assertThat(second.end()).containsAnyOf("FIN", "RST");
        listener.close();
    }

    @Test
    void aClosedListenerHasFreedItsPort() throws IOException {
        for (int round = 0; round < 300; round++) {
            Listener listener = listener(new Recorded());
            listener.close();
            bindAgain(listener.address()).close();
            listener.close();
        }
    }

    private static ServerSocket bindAgain(InetSocketAddress address) throws IOException {
        ServerSocket again = new ServerSocket();
        again.setReuseAddress(true);
        again.bind(address);
        return again;
    }

    @Test
    void aListenerMayBeClosedByItsAcceptor() throws IOException {
        CompletableFuture<Listener> own = new CompletableFuture<>();
        Recorded handler = new Recorded();
        Listener listener = Listener.open(loop, ANY_PORT, 50, (channel, at) -> {
            own.join().close();
            adopt(channel, handler);
        });
        Peer first = Peer.connectedTo(listener.address());
        Peer second = Peer.connectedTo(listener.address());
        own.complete(listener);

        assertThat(second.end()).isEqualTo("RST");
        first.write("lives on");
        await().until(() -> handler.told().contains("bytes lives on"));
        assertThat(loop.failure()).isNull();
    }

    @Test
    void aWakeUpIsNotLostToTheSelectOfAHardClose() throws Exception {
        try (ServerSocket server = Peer.listen()) {
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch secondIsQueued = new CountDownLatch(1);
            CountDownLatch secondRan = new CountDownLatch(1);
            loop.execute(() -> {
                begun.countDown();
                waitFor(secondIsQueued);
                try {
                    Connection.dial(loop, Peer.address(server), new Recorded()).reset();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            begun.await();
            loop.execute(secondRan::countDown);
            secondIsQueued.countDown();
            secondRan.await();
            await().until(() -> loop.thread().getState() == Thread.State.RUNNABLE);
            CompletableFuture<Integer> third = CompletableFuture.supplyAsync(() -> loop.call(() -> 3));
            await().until(third::isDone);
        }
    }

    @Test
    void aTaskThatQueuesItselfDoesNotStarveSocketsAndTimers() throws IOException {
        Recorded handler = new Recorded();
        Listener listener = listener(handler);
        AtomicBoolean served = new AtomicBoolean();
        Runnable again = new Runnable() {
            @Override
            public void run() {
                if (!served.get()) {
                    loop.execute(this);
                }
            }
        };
        loop.execute(again);
        try (Peer peer = Peer.connectedTo(listener.address())) {
            peer.write("x");
            await().until(() -> handler.told().contains("bytes x"));
        }
        served.set(true);
    }

    @Test
    void aScheduleThatCannotBeKeptDoesNotStarveSockets() throws IOException {
        Recorded handler = new Recorded();
        Listener listener = listener(handler);
        AtomicBoolean served = new AtomicBoolean();
        LoopTimer overdue = new LoopTimer() {
            @Override
            protected void fire(long dueNanos, long actualNanos) {
                if (!served.get()) {
                    // Each firing takes longer than the step to the next one.
                    loop.arm(this, dueNanos + 1);
                }
            }
        };
        loop.execute(() -> loop.arm(overdue, loop.nanos()));
        try (Peer peer = Peer.connectedTo(listener.address())) {
            peer.write("x");
            await().until(() -> handler.told().contains("bytes x"));
        }
        served.set(true);
    }

    @Test
    void anEndlessBodyDoesNotStarveTasks() throws IOException {
        AtomicBoolean enough = new AtomicBoolean();
        byte[] part = new byte[100];
        Recorded handler = new Recorded((event, connection) -> {
            if (event.equals(Recorded.DRAINED) && !enough.get()) {
                connection.put(part);
            } else if (event.equals(Recorded.CONNECTED)) {
                connection.put(part);
            }
        });
        try (ServerSocket server = Peer.listen()) {
            Connection connection = loop.call(() -> Connection.dial(loop, Peer.address(server), handler));
            Peer peer = Peer.acceptedBy(server);
            CompletableFuture<String> reading = CompletableFuture.supplyAsync(() -> {
                try {
                    return peer.end();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            await().until(() -> handler.events().contains(Recorded.DRAINED));
            loop.call(() -> {
                enough.set(true);
                connection.close();
                return 0;
            });
            assertThat(reading.join()).isEqualTo("FIN");
        }
    }

    @ParameterizedTest
    @EnumSource
    void timersFireInOrderAndNeverEarly(EventLoop.Precision precision) {
        try (EventLoop own = EventLoop.start("timers", precision)) {
            List<Long> dues = Collections.synchronizedList(new ArrayList<>());
            List<Long> errors = Collections.synchronizedList(new ArrayList<>());
            Random random = new Random(3);
            List<Long> armed = own.call(() -> {
                List<Long> all = new ArrayList<>();
                for (int i = 0; i < 60; i++) {
                    LoopTimer timer = new LoopTimer() {
                        @Override
                        protected void fire(long dueNanos, long actualNanos) {
                            dues.add(dueNanos);
                            errors.add(actualNanos - dueNanos);
                        }
                    };
                    long due = own.nanos() + random.nextInt(30_000_000);
                    own.arm(timer, due);
                    all.add(due);
                }
                return all;
            });
            await().until(() -> errors.size() == armed.size());
            Collections.sort(armed);
            assertThat(dues).containsExactlyElementsOf(armed);
            assertThat(errors).allMatch(error -> error >= 0);
        }
    }

    @Test
    void aDisarmedTimerDoesNotFireAndAMovedOneFiresOnceAtItsNewTime() {
        List<String> fired = Collections.synchronizedList(new ArrayList<>());
        LoopTimer disarmed = named("disarmed", fired);
        LoopTimer moved = named("moved", fired);
        LoopTimer last = named("last", fired);
        loop.call(() -> {
            long now = loop.nanos();
            loop.arm(disarmed, now + 1_000_000);
            loop.arm(moved, now + 1_000_000);
            loop.arm(last, now + 8_000_000);
            loop.arm(moved, now + 4_000_000);
            loop.disarm(disarmed);
            return 0;
        });
        await().until(() -> fired.contains("last"));
        assertThat(fired).containsExactly("moved", "last");
        assertThat(moved.armed()).isFalse();
    }

    private static LoopTimer named(String name, List<String> fired) {
        return new LoopTimer() {
            @Override
            protected void fire(long dueNanos, long actualNanos) {
                fired.add(name);
            }
        };
    }

    @Test
    void theBatchBeginsAfterTheBytesCameAndBeforeTheyAreRead() throws IOException {
        AtomicLong batch = new AtomicLong();
        AtomicLong read = new AtomicLong();
        Recorded handler = new Recorded((event, connection) -> {
            if (event.startsWith(Recorded.BYTES)) {
                batch.set(loop.batchStartNanos());
                read.set(connection.readAtNanos());
            }
        });
        try (Peer peer = Peer.connectedTo(listener(handler).address())) {
            peer.write("1");
            await().until(() -> handler.told().size() == 1);
            loop.call(() -> 0);
            long sent = Ticker.SYSTEM.nanos();
            peer.write("2");
            await().until(() -> handler.told().size() == 2);
            assertThat(batch.get() - sent).isPositive();
            assertThat(read.get() - batch.get()).isNotNegative();
        }
    }

    @Test
    void theLoopsThreadHasTheFinestTimerSlack() {
        Path self = Path.of("/proc/thread-self");
        assumeThat(Files.isSymbolicLink(self)).isTrue();
        String slack = loop.call(() -> {
            String id = String.valueOf(Files.readSymbolicLink(self).getFileName());
            return Files.readString(Path.of("/proc", id, "timerslack_ns")).strip();
        });
        assertThat(slack).isEqualTo("1");
    }
}
