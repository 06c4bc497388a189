package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import keepalivelab.api.Knob;

/** The role of a server that answers by itself: what remains is the threading model. */
final class AnswerRole {
    private AnswerRole() {}

    /** A worker in this role, with what it needs to serve sockets that are watched elsewhere. */
    record Handler(Worker worker, AnswerServer server, SharedLink.Room room) {
        static Handler of(Worker worker) {
            return new Handler(
                    worker,
                    new AnswerServer(worker.loop().thread().getName(), worker.counters()),
                    new SharedLink.Room());
        }
    }

    static Front start(EmbeddedConfig config, Supplier<String> counts) throws IOException {
        if (config.value(Knob.WORKERS_MODEL).equals("stealing")) {
            return new StealingFront(config.listen(), config.workers(), counts);
        }
        List<Worker> workers = PinnedFront.workers(config.workers());
        Map<Worker, Handler> handlers = new HashMap<>();
        workers.forEach(worker -> handlers.put(worker, Handler.of(worker)));
        boolean watched = config.value(Knob.WORKERS_IO).equals("accepting-loop");
        return new PinnedFront(
                config,
                workers,
                (worker, channel) -> {
                    Handler handler = Objects.requireNonNull(handlers.get(worker));
                    if (watched && worker != workers.get(0)) {
                        WatchedLink.adopt(channel, workers.get(0), handler, counts);
                    } else {
                        AnswerLink.adopt(channel, worker, handler.server(), counts);
                    }
                },
                Map::of);
    }
}
