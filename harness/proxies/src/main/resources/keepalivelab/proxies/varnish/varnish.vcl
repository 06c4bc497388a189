# Varnish @version@, as a reverse proxy that keeps nothing. Its parameters are in the command.
vcl 4.1;
@import@

backend measured {
    .host = "@upstream-host@";
    .port = "@upstream-port@";
    @pool.max-total@
    @connect.timeout@
    @response.timeout@
}

sub vcl_recv {
    # Answered by Varnish itself: nothing reaches the backend.
    if (req.url == "/-ready") {
        return (synth(204));
    }
    @retry.rule@
    # Past the cache, else the second request for a path would never reach the backend.
    return (pass);
}

sub vcl_synth {
    if (req.url == "/-ready") {
        set resp.http.X-Lab-Ready = "@ready-mark@";
    }
}

sub vcl_backend_fetch {
    @connection@
}
