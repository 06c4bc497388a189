//! The routes that are ours in both roles: whether this very process is ready, and what it has counted.

use crate::counts::Counts;
use http::{Response, StatusCode};

pub const TEXT: &str = "text/plain";

/// The answer to a path of ours; `None` for any other path.
pub fn own(path: &str, mark: &str, counts: &Counts) -> Option<Response<Vec<u8>>> {
    match path {
        "/-ready" => Some(ready(mark)),
        "/-counters" => Some(with_body(counts.json().into_bytes())),
        _ => None,
    }
}

/// Carries the mark, so that another server that has taken the port is not mistaken for this one.
fn ready(mark: &str) -> Response<Vec<u8>> {
    let mut response = Response::new(Vec::new());
    *response.status_mut() = StatusCode::NO_CONTENT;
    if let Ok(value) = mark.parse() {
        response.headers_mut().insert("x-lab-mark", value);
    }
    response
}

pub fn with_body(body: Vec<u8>) -> Response<Vec<u8>> {
    let mut response = Response::new(body);
    let length = response.body().len();
    let headers = response.headers_mut();
    headers.insert(
        http::header::CONTENT_TYPE,
        http::HeaderValue::from_static(TEXT),
    );
    headers.insert(
        http::header::CONTENT_LENGTH,
        http::HeaderValue::from(length),
    );
    response
}

pub fn not_found() -> Response<Vec<u8>> {
    let mut response = with_body(Vec::new());
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}
