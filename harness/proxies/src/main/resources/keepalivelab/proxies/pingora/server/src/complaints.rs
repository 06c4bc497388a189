//! Warnings and errors of pingora, on standard error.

use log::{Level, LevelFilter, Log, Metadata, Record};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A listener whose loop was stopped before its accept loop fails to accept for ever and says so without a pause.
const MOST_ACCEPT_FAILURES: usize = 100;

struct StandardError;

static LOG: StandardError = StandardError;
static ACCEPT_FAILURES: AtomicUsize = AtomicUsize::new(0);

pub fn log_to_standard_error() {
    if log::set_logger(&LOG).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
}

impl Log for StandardError {
    fn enabled(&self, metadata: &Metadata) -> bool {
        metadata.level() <= Level::Warn
    }

    fn log(&self, record: &Record) {
        let text = record.args().to_string();
        if self.enabled(record.metadata()) && worth_writing(&text) {
            eprintln!("{} {} {}", record.level(), record.target(), text);
        }
    }

    fn flush(&self) {}
}

fn worth_writing(text: &str) -> bool {
    if !text.starts_with("Accept() failed") {
        return true;
    }
    let before = ACCEPT_FAILURES.fetch_add(1, Relaxed);
    if before == MOST_ACCEPT_FAILURES {
        eprintln!("WARN keepalive-lab further failures to accept are not written");
    }
    before < MOST_ACCEPT_FAILURES
}
