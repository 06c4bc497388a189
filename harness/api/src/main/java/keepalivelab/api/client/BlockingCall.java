package keepalivelab.api.client;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** The answer to come of a call that blocks a thread of its own: for client libraries without asynchronous calls. */
public final class BlockingCall extends CompletableFuture<UpstreamAnswer> {
    private final Runnable abort;

    private BlockingCall(Runnable abort) {
        this.abort = abort;
    }

    /**
     * Makes a call.
     *
     * @param call the library's call; its exception becomes the future's
     * @param abort ends the call from another thread, for {@link #cancel}
     */
    public static BlockingCall make(Executor blocking, Callable<UpstreamAnswer> call, Runnable abort) {
        BlockingCall future = new BlockingCall(abort);
        blocking.execute(() -> future.run(call));
        return future;
    }

    private void run(Callable<UpstreamAnswer> call) {
        try {
            complete(call.call());
        } catch (Throwable e) {
            // Errors too: whoever waits for the answer must hear of a library that is broken.
            completeExceptionally(e);
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        if (cancelled) {
            abort.run();
        }
        return cancelled;
    }
}
