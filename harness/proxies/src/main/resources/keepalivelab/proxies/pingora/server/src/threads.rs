//! Names for the threads that serve. pingora calls all of them alike, so they get a number when they first do something of
//! ours. The thread that runs the accept loop comes first: it accepts before anybody can answer, so it is `worker-0`.

use async_trait::async_trait;
use http::HeaderValue;
use pingora_core::listeners::ConnectionFilter;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// What the service is called, and so each of its threads.
pub const SERVICE: &str = "worker";

static NEXT: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static NAME: String = format!("worker-{}", NEXT.fetch_add(1, Relaxed));
}

/// The name of the calling thread, as a body.
pub fn name() -> String {
    NAME.with(|name| format!("{name}\n"))
}

/// The name of the calling thread, as a header.
pub fn header() -> HeaderValue {
    NAME.with(|name| HeaderValue::from_str(name).unwrap_or(HeaderValue::from_static("")))
}

/// Lets every connection in; only gives the accepting thread its number.
#[derive(Debug)]
pub struct NamesTheAcceptor;

#[async_trait]
impl ConnectionFilter for NamesTheAcceptor {
    async fn should_accept(&self, _client: Option<&SocketAddr>) -> bool {
        NAME.with(|_| true)
    }
}
