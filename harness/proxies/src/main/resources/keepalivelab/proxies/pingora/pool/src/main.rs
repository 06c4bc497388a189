//! Pool experiments on the published crate pingora-pool: puts connections that are only numbers, takes them, and prints what
//! came of it. One run is one process: the crate hands the place of an ended thread on to the next, so a second experiment in
//! the same process would not start from nothing.

mod book;
mod crew;
mod experiments;
mod parameters;

use parameters::Parameters;
use std::process::exit;

const USAGE: &str = "usage: keepalive-lab-pingora-pool --version | EXPERIMENT [NAME=VALUE...]";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        Some((first, _)) if first == "--version" => {
            println!("keepalive-lab-pingora-pool {}", env!("CARGO_PKG_VERSION"))
        }
        Some((experiment, rest)) => run(experiment, rest),
        None => refuse(USAGE),
    }
}

fn run(experiment: &str, arguments: &[String]) {
    let mut parameters = Parameters::of(arguments).unwrap_or_else(|e| refuse(&e));
    match experiments::run(experiment, &mut parameters) {
        Ok(figures) => print!("{figures}"),
        Err(message) => refuse(&format!("experiment {experiment}: {message}")),
    }
}

fn refuse(message: &str) -> ! {
    eprintln!("{message}");
    exit(2)
}
