//! A server around pingora for measurements: a reverse proxy, or a server that answers by itself. What it does is pingora's
//! own behaviour; what is ours are the settings, the routes `/-ready` and `/-counters`, and the log on standard error.

mod answer;
mod complaints;
mod counts;
mod forward;
mod routes;
mod settings;
mod threads;

use pingora_core::server::configuration::ServerConf;
use pingora_core::server::Server;
use settings::{Role, Settings};
use std::process::exit;

const USAGE: &str = "usage: keepalive-lab-pingora --version | --check FILE | --run FILE";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["--version"] => println!("keepalive-lab-pingora {}", env!("CARGO_PKG_VERSION")),
        ["--check", file] => drop(read(file)),
        ["--run", file] => run(read(file)),
        _ => refuse(USAGE),
    }
}

fn read(file: &str) -> Settings {
    let text = std::fs::read_to_string(file).unwrap_or_else(|e| refuse(&format!("{file}: {e}")));
    Settings::parse(&text).unwrap_or_else(|e| refuse(&format!("{file}:{e}")))
}

fn refuse(message: &str) -> ! {
    eprintln!("{message}");
    exit(2)
}

fn run(settings: Settings) -> ! {
    complaints::log_to_standard_error();
    let mut server = Server::new_with_opt_and_conf(None, configuration(&settings));
    server.bootstrap();
    match settings.role {
        Role::Http(upstream) => {
            let service = forward::service(&server.configuration, settings, upstream);
            server.add_service(service);
        }
        Role::Answer => {
            server.add_service(answer::service(settings));
        }
    }
    server.run_forever()
}

/// What is not set stays pingora's own. Both graces are 0: a stop shall not take minutes, nor leave idle upstream
/// connections open meanwhile.
fn configuration(settings: &Settings) -> ServerConf {
    let mut conf = ServerConf {
        grace_period_seconds: Some(0),
        graceful_shutdown_timeout_seconds: Some(0),
        ..ServerConf::default()
    };
    if let Some(threads) = settings.threads {
        conf.threads = threads;
    }
    if let Some(work_stealing) = settings.work_stealing {
        conf.work_stealing = work_stealing;
    }
    if let Some(pool_size) = settings.pool_size {
        conf.upstream_keepalive_pool_size = pool_size;
    }
    if let Some(attempts) = settings.attempts {
        // The name notwithstanding it counts attempts: 1 is no retry, and 0 would never send anything.
        conf.max_retries = attempts;
    }
    conf
}
