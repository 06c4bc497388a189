//! What the server counts by itself. The routes `/-ready` and `/-counters` are not in it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

#[derive(Default)]
pub struct Counts {
    /// Requests forwarded or answered, each once whatever was retried.
    pub requests: AtomicU64,
    /// Attempts that went to a new upstream connection.
    pub dials: AtomicU64,
    /// Upstream connections that could not be opened.
    pub dial_failures: AtomicU64,
    /// Attempts that went to a connection from the pool.
    pub reuses: AtomicU64,
    /// Attempts beyond the first of a request.
    pub retries: AtomicU64,
}

pub fn add(counter: &AtomicU64) {
    counter.fetch_add(1, Relaxed);
}

impl Counts {
    pub fn json(&self) -> String {
        let values = [
            ("requests", &self.requests),
            ("dials", &self.dials),
            ("dial_failures", &self.dial_failures),
            ("reuses", &self.reuses),
            ("retries", &self.retries),
        ];
        let members: Vec<String> = values
            .iter()
            .map(|(name, value)| format!("\"{name}\": {}", value.load(Relaxed)))
            .collect();
        format!("{{{}}}\n", members.join(", "))
    }
}
