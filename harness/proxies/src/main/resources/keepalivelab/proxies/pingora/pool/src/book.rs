//! A pool under experiment, and what becomes of each connection that is put into it.

use pingora_pool::{ConnectionMeta, ConnectionPool};
use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use tokio::sync::Notify;

/// Stands for a connection. The pool closes one by dropping it.
pub struct Connection {
    pub id: i32,
    gone: Arc<AtomicBool>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.gone.store(true, SeqCst);
    }
}

/// What one can learn of a connection after it was put.
pub struct Ticket {
    pub id: i32,
    gone: Arc<AtomicBool>,
    notice: Arc<Notify>,
}

impl Ticket {
    /// Whether the pool dropped it, or it was taken and dropped since.
    pub fn is_gone(&self) -> bool {
        self.gone.load(SeqCst)
    }

    /// Whether it got an eviction notice since this was last asked.
    pub fn new_notice(&self) -> bool {
        let mut nobody = Context::from_waker(Waker::noop());
        matches!(
            pin!(self.notice.notified()).poll(&mut nobody),
            Poll::Ready(())
        )
    }

    /// Whether that connection is the one this is about; ids can be used again.
    pub fn is_of(&self, connection: &Connection) -> bool {
        Arc::ptr_eq(&self.gone, &connection.gone)
    }
}

#[derive(Clone)]
pub struct Pool(Arc<ConnectionPool<Connection>>);

impl Pool {
    pub fn of_size(size: usize) -> Pool {
        Pool(Arc::new(ConnectionPool::new(size)))
    }

    pub fn put(&self, key: u64, id: i32) -> Ticket {
        let gone = Arc::new(AtomicBool::new(false));
        let connection = Connection {
            id,
            gone: gone.clone(),
        };
        let (notice, _taken) = self.0.put(&ConnectionMeta::new(key, id), connection);
        Ticket { id, gone, notice }
    }

    pub fn take(&self, key: u64) -> Option<Connection> {
        self.0.get(&key)
    }

    /// Takes until nothing more comes, under each key in turn.
    pub fn take_all(&self, keys: impl Iterator<Item = u64>) -> Vec<Connection> {
        keys.flat_map(|key| std::iter::from_fn(move || self.take(key)))
            .collect()
    }
}
