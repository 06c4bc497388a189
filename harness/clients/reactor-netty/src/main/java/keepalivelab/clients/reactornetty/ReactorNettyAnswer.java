package keepalivelab.clients.reactornetty;

import io.netty.channel.EventLoop;
import java.util.concurrent.CompletableFuture;
import keepalivelab.api.client.UpstreamAnswer;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/**
 * The answer to come of a request. It is handed on after the event that brought its last byte: within that event Reactor Netty
 * tells of the answer first and gives the connection back to the pool then, so that whoever asks again at once would find it
 * busy.
 */
final class ReactorNettyAnswer extends CompletableFuture<UpstreamAnswer> {
    private volatile @Nullable EventLoop loop;
    private volatile @Nullable Disposable subscription;

    /** The request goes out on a connection of that loop. */
    void carriedBy(EventLoop connectionLoop) {
        loop = connectionLoop;
    }

    /** Sends the request. */
    void await(Mono<UpstreamAnswer> answer) {
        subscription = answer.subscribe(
                arrived -> afterThis(() -> complete(arrived)), error -> afterThis(() -> completeExceptionally(error)));
    }

    private void afterThis(Runnable task) {
        EventLoop connectionLoop = loop;
        if (connectionLoop == null) {
            task.run();
        } else {
            connectionLoop.execute(task);
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        Disposable sent = subscription;
        if (sent != null) {
            sent.dispose();
        }
        return super.cancel(mayInterruptIfRunning);
    }
}
