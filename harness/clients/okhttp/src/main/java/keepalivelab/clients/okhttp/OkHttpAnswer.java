package keepalivelab.clients.okhttp;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import keepalivelab.api.client.UpstreamAnswer;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Response;

/** The answer to come of a call. */
final class OkHttpAnswer extends CompletableFuture<UpstreamAnswer> implements Callback {
    private final Call call;

    OkHttpAnswer(Call call) {
        this.call = call;
    }

    @Override
    public void onFailure(Call failed, IOException why) {
        completeExceptionally(why);
    }

    @Override
    public void onResponse(Call answered, Response response) {
        try (response) {
            complete(OkHttpUpstream.answer(response));
        } catch (IOException | RuntimeException e) {
            completeExceptionally(e);
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        call.cancel();
        return super.cancel(mayInterruptIfRunning);
    }
}
