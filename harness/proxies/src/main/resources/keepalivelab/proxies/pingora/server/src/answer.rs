//! The server without an upstream: `/` at once, `/tid` with the name of the thread, `/spin?us=n` after n microseconds of work
//! on that thread. Every answer names its thread in a header.

use crate::counts::{add, Counts};
use crate::routes;
use crate::settings::Settings;
use crate::threads;
use async_trait::async_trait;
use http::Response;
use pingora_core::apps::http_app::ServeHttp;
use pingora_core::protocols::http::ServerSession;
use pingora_core::services::listening::Service;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Longest work that is done on request.
const MAX_SPIN_MICROS: u64 = 1_000_000;

pub struct Answers {
    mark: String,
    counts: Counts,
}

pub fn service(settings: Settings) -> Service<Answers> {
    let answers = Answers {
        mark: settings.mark,
        counts: Counts::default(),
    };
    let mut service = Service::new(threads::SERVICE.to_string(), answers);
    service.set_connection_filter(Arc::new(threads::NamesTheAcceptor));
    service.add_tcp(&settings.listen);
    service
}

#[async_trait]
impl ServeHttp for Answers {
    async fn response(&self, session: &mut ServerSession) -> Response<Vec<u8>> {
        let uri = &session.req_header().uri;
        let own = routes::own(uri.path(), &self.mark, &self.counts);
        let mut response = own.unwrap_or_else(|| self.answer(uri));
        response
            .headers_mut()
            .insert("x-lab-thread", threads::header());
        response
    }
}

impl Answers {
    fn answer(&self, uri: &http::Uri) -> Response<Vec<u8>> {
        add(&self.counts.requests);
        match uri.path() {
            "/" => ok(),
            "/tid" => routes::with_body(threads::name().into_bytes()),
            "/spin" => match micros(uri.query()) {
                Some(micros) => {
                    work(Duration::from_micros(micros));
                    ok()
                }
                None => routes::not_found(),
            },
            _ => routes::not_found(),
        }
    }
}

fn ok() -> Response<Vec<u8>> {
    routes::with_body(b"ok\n".to_vec())
}

fn micros(query: Option<&str>) -> Option<u64> {
    let micros = query?.strip_prefix("us=")?.parse().ok()?;
    (micros <= MAX_SPIN_MICROS).then_some(micros)
}

/// Keeps the thread busy, as a request with real work would.
fn work(time: Duration) {
    let start = Instant::now();
    while start.elapsed() < time {
        std::hint::spin_loop();
    }
}
