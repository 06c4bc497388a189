//! The experiments, with the parameters and figures of those on the pools of the harness itself. A connection that the pool
//! keeps although it gave notice of its eviction is an orphan: the pool's list does not know it any more.

use crate::book::{Connection, Pool, Ticket};
use crate::crew;
use crate::parameters::Parameters;
use std::collections::HashMap;
use std::fmt::{Display, Formatter};
use std::sync::mpsc::{channel, Sender};
use std::sync::Barrier;
use std::thread;

const KEY: u64 = 1;
const MOST: usize = 100_000;
const MOST_PUTS: usize = 1_000_000;
const MOST_THREADS: usize = 64;
const MOST_ROUNDS: usize = 100;

/// What an experiment counted.
pub struct Figures {
    counts: Vec<(&'static str, usize)>,
    details: Vec<(&'static str, String)>,
    deterministic: bool,
}

impl Display for Figures {
    fn fmt(&self, out: &mut Formatter<'_>) -> std::fmt::Result {
        for (name, count) in &self.counts {
            writeln!(out, "figure {name} {count}")?;
        }
        for (name, text) in &self.details {
            writeln!(out, "detail {name} {text}")?;
        }
        writeln!(
            out,
            "deterministic {}",
            if self.deterministic { "yes" } else { "no" }
        )
    }
}

pub fn run(experiment: &str, parameters: &mut Parameters) -> Result<Figures, String> {
    match experiment {
        "pool-order" => order(parameters),
        "pool-cap-per-thread" => cap_per_thread(parameters),
        "pool-stale-entry" => stale_entry(parameters),
        "pool-overfill" => overfill(parameters),
        _ => Err("there is no such experiment".to_string()),
    }
}

fn text(ids: &[i32]) -> String {
    ids.iter().map(i32::to_string).collect::<Vec<_>>().join(" ")
}

// Order

fn order(parameters: &mut Parameters) -> Result<Figures, String> {
    let puts = parameters.count("puts", 20, 1..=MOST)?;
    let rounds = parameters.count("rounds", 10, 1..=MOST_ROUNDS)?;
    parameters.none_left()?;
    let orders: Vec<Vec<i32>> = (0..rounds).map(|_| order_of(puts)).collect();
    let least = |figure: &dyn Fn(&Vec<i32>) -> usize| orders.iter().map(figure).min().unwrap_or(0);
    Ok(Figures {
        counts: vec![
            ("taken", least(&|order| order.len())),
            ("oldestFirst", least(&|order| run_length(order, 1, 1))),
            (
                "newestFirst",
                least(&|order| run_length(order, puts as i32, -1)),
            ),
        ],
        details: vec![(
            "lastOrder",
            orders.last().map_or(String::new(), |order| text(order)),
        )],
        deterministic: true,
    })
}

fn order_of(puts: usize) -> Vec<i32> {
    let pool = Pool::of_size(puts);
    let _tickets: Vec<Ticket> = (1..=puts as i32).map(|id| pool.put(KEY, id)).collect();
    pool.take_all(KEY..=KEY)
        .iter()
        .map(|connection| connection.id)
        .collect()
}

/// How far the order goes from `first` in steps of `step`.
fn run_length(order: &[i32], first: i32, step: i32) -> usize {
    order
        .iter()
        .enumerate()
        .take_while(|(at, id)| **id == first + *at as i32 * step)
        .count()
}

// Cap per thread

fn cap_per_thread(parameters: &mut Parameters) -> Result<Figures, String> {
    let size = parameters.count("size", 2, 0..=MOST)?;
    let threads = parameters.count("threads", 4, 1..=MOST_THREADS)?;
    let puts = parameters.count("puts", 2, 1..=MOST)?;
    let concurrent = parameters.first("threading", ["concurrent", "sequential"])?;
    parameters.none_left()?;
    let pool = Pool::of_size(size);
    let filled = pool.clone();
    let put_all = move |number: usize| -> Vec<Ticket> {
        (1..=puts)
            .map(|i| filled.put(KEY, (number * puts + i) as i32))
            .collect()
    };
    let tickets: Vec<Vec<Ticket>> = if concurrent {
        // Alive until the last has put: a thread that ends hands its list on to another.
        let all = Barrier::new(threads);
        let put_and_stay = move |number, ()| {
            let tickets = put_all(number);
            all.wait();
            tickets
        };
        crew::together(threads, |_| {}, put_and_stay)
    } else {
        crew::in_turn(threads, put_all)
    };
    let tickets: Vec<Ticket> = tickets.into_iter().flatten().collect();
    let dropped = gone(&tickets);
    let taken = pool.take_all(KEY..=KEY);
    Ok(Figures {
        counts: vec![
            ("left", tickets.len() - dropped),
            ("orphans", orphans(&tickets, &taken)),
            ("dropped", dropped),
        ],
        details: vec![],
        deterministic: !concurrent || threads == 1,
    })
}

fn gone(tickets: &[Ticket]) -> usize {
    tickets.iter().filter(|ticket| ticket.is_gone()).count()
}

/// Of what was left, that of which the pool had given notice. Ids must be unique.
fn orphans(tickets: &[Ticket], left: &[Connection]) -> usize {
    let by_id: HashMap<i32, &Ticket> = tickets.iter().map(|ticket| (ticket.id, ticket)).collect();
    left.iter()
        .filter(|connection| by_id[&connection.id].new_notice())
        .count()
}

// Stale entry

/// A thread that does one thing after the other.
struct ThreadA {
    tasks: Sender<Box<dyn FnOnce() + Send>>,
}

impl ThreadA {
    fn start() -> ThreadA {
        let (tasks, received) = channel::<Box<dyn FnOnce() + Send>>();
        thread::spawn(move || received.into_iter().for_each(|task| task()));
        ThreadA { tasks }
    }

    fn done<T: Send + 'static>(&self, task: impl FnOnce() -> T + Send + 'static) -> T {
        let (result, received) = channel();
        let send = move || drop(result.send(task()));
        self.tasks.send(Box::new(send)).expect("thread A has ended");
        received.recv().expect("thread A failed")
    }
}

fn stale_entry(parameters: &mut Parameters) -> Result<Figures, String> {
    parameters.none_left()?;
    let pool = Pool::of_size(1);
    let thread_a = ThreadA::start();
    let on_a = |task: fn(&Pool) -> Ticket| {
        let pool = pool.clone();
        thread_a.done(move || task(&pool))
    };
    let old7 = on_a(|pool| pool.put(KEY, 7));
    let first_taken = pool
        .take(KEY)
        .is_some_and(|connection| old7.is_of(&connection));
    let new7 = pool.put(KEY, 7);
    let last8 = on_a(|pool| pool.put(KEY, 8));
    let left = 2 - gone(std::slice::from_ref(&new7)) - gone(std::slice::from_ref(&last8));
    let (old_notice, new_notice) = (old7.new_notice(), new7.new_notice());
    let new_gone = new7.is_gone();
    let taken = {
        let pool = pool.clone();
        thread_a.done(move || pool.take_all(KEY..=KEY))
    };
    let left_is_a8 = left == 1 && taken.len() == 1 && last8.is_of(&taken[0]);
    Ok(Figures {
        counts: vec![
            ("left", left),
            ("leftIsA8", left_is_a8 as usize),
            ("firstTaken", first_taken as usize),
            ("noticeToOld7", old_notice as usize),
            ("noticeToNew7", new_notice as usize),
            ("new7Lost", (new_gone && !new_notice) as usize),
            (
                "staleEntries",
                stale_entries(&pool, &thread_a, &[&old7, &new7, &last8]),
            ),
        ],
        details: vec![(
            "leftIds",
            text(&taken.iter().map(|c| c.id).collect::<Vec<_>>()),
        )],
        deterministic: true,
    })
}

/// Records of connections that are in the pool no more. The crate does not show them, but each is evicted in its turn: both
/// threads put twice more, which turns everything older out of a list of one, and who gets a notice now had a record left.
fn stale_entries(pool: &Pool, thread_a: &ThreadA, earlier: &[&Ticket]) -> usize {
    let _probes = [pool.put(KEY, 101), pool.put(KEY, 102)];
    let on_a = pool.clone();
    let _probes_of_a = thread_a.done(move || [on_a.put(KEY, 103), on_a.put(KEY, 104)]);
    earlier.iter().filter(|ticket| ticket.new_notice()).count()
}

// Overfill

#[derive(Clone, Copy)]
struct Plan {
    size: usize,
    threads: usize,
    puts: usize,
    late_puts: usize,
    shared_key: bool,
    early: usize,
}

impl Plan {
    fn of(parameters: &mut Parameters) -> Result<Plan, String> {
        let plan = Plan {
            size: parameters.count("size", 16, 0..=MOST)?,
            threads: parameters.count("threads", 8, 1..=MOST_THREADS)?,
            puts: parameters.count("puts", 10_000, 1..=MOST_PUTS)?,
            late_puts: parameters.count("latePuts", 1_000, 0..=MOST_PUTS)?,
            shared_key: parameters.first("keys", ["shared", "per-thread"])?,
            early: parameters.first("earlyPut", ["yes", "no"])? as usize,
        };
        parameters.none_left()?;
        Ok(plan)
    }

    /// The late phase has the shared key, or one after all the threads' keys.
    fn key(&self, thread: usize) -> u64 {
        if self.shared_key {
            KEY
        } else {
            KEY + thread as u64
        }
    }

    fn put(&self, pool: &Pool, thread: usize, from: usize, to: usize) -> Vec<Ticket> {
        (from..to)
            .map(|i| pool.put(self.key(thread), (1 + thread * self.puts + i) as i32))
            .collect()
    }
}

fn overfill(parameters: &mut Parameters) -> Result<Figures, String> {
    let plan = Plan::of(parameters)?;
    let pool = Pool::of_size(plan.size);
    let (early, rest) = (pool.clone(), pool.clone());
    let mut tickets: Vec<Ticket> = crew::together(
        plan.threads,
        move |thread| plan.put(&early, thread, 0, plan.early),
        move |thread, mut first| {
            first.extend(plan.put(&rest, thread, plan.early, plan.puts));
            first
        },
    )
    .into_iter()
    .flatten()
    .collect();
    let first_phase = tickets.len();
    let left_before_late = first_phase - gone(&tickets);
    tickets.extend(plan.put(&pool, plan.threads, 0, plan.late_puts));
    let dropped = gone(&tickets);
    let left = tickets.len() - dropped;
    let late_left = plan.late_puts - gone(&tickets[first_phase..]);
    let taken = pool.take_all(KEY..=plan.key(plan.threads));
    Ok(Figures {
        counts: vec![
            ("left", left),
            ("fromFirstPhase", left - late_left),
            ("orphans", orphans(&tickets, &taken)),
            ("leftBeforeLate", left_before_late),
            ("aboveSize", left.saturating_sub(plan.size)),
            ("dropped", dropped),
        ],
        details: vec![],
        deterministic: plan.threads == 1,
    })
}
