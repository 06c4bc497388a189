//! Threads that do the same thing to one pool, numbered from 0.

use std::hint::spin_loop;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Barrier};
use std::thread;

/// Turns of a thread that spins until others run too: a millisecond or so.
const SPINS: usize = 20_000;

/// One thread after the other, each ended before the next begins.
pub fn in_turn<T: Send + 'static>(
    threads: usize,
    task: impl Fn(usize) -> T + Send + Sync + 'static,
) -> Vec<T> {
    let task = Arc::new(task);
    let alone = |number| {
        let task = task.clone();
        joined(thread::spawn(move || task(number)))
    };
    (0..threads).map(alone).collect()
}

/// All at once: only when every thread has done `before` does any do `task`, which gets what `before` gave.
pub fn together<B: Send + 'static, T: Send + 'static>(
    threads: usize,
    before: impl Fn(usize) -> B + Send + Sync + 'static,
    task: impl Fn(usize, B) -> T + Send + Sync + 'static,
) -> Vec<T> {
    let start = Arc::new(Start::of(threads));
    let work = Arc::new((before, task));
    let crew: Vec<_> = (0..threads)
        .map(|number| {
            let (start, work) = (start.clone(), work.clone());
            thread::spawn(move || {
                let ready = work.0(number);
                start.wait();
                work.1(number, ready)
            })
        })
        .collect();
    crew.into_iter().map(joined).collect()
}

pub fn joined<T>(thread: thread::JoinHandle<T>) -> T {
    thread.join().expect("a thread of the experiment failed")
}

struct Start {
    ready: Barrier,
    running: AtomicUsize,
    runnable_at_once: usize,
}

impl Start {
    fn of(threads: usize) -> Start {
        let cores = thread::available_parallelism().map_or(1, |n| n.get());
        Start {
            ready: Barrier::new(threads),
            running: AtomicUsize::new(0),
            runnable_at_once: threads.min(cores),
        }
    }

    /// Then spins until as many threads are awake as there are cores: threads woken one by one hardly overlap in a task of a
    /// microsecond. No condition of the experiment, so it gives up after a while.
    fn wait(&self) {
        self.ready.wait();
        self.running.fetch_add(1, SeqCst);
        for _ in 0..SPINS {
            if self.running.load(SeqCst) >= self.runnable_at_once {
                break;
            }
            spin_loop();
        }
    }
}
