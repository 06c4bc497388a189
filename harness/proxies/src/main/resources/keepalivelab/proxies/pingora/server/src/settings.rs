//! The settings: lines of `key value`, `#` for comments.

use std::net::SocketAddr;
use std::str::FromStr;
use std::time::Duration;

/// What the server is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Role {
    /// A reverse proxy to that address.
    Http(SocketAddr),
    /// Answers by itself.
    Answer,
}

/// What one server does; what is `None` is pingora's own default.
#[derive(Clone, Debug)]
pub struct Settings {
    pub role: Role,
    pub listen: String,
    /// Names this process in the answer of the ready route.
    pub mark: String,
    pub threads: Option<usize>,
    pub work_stealing: Option<bool>,
    pub pool_size: Option<usize>,
    /// Times in which all of its attempts may fail, the first included.
    pub attempts: Option<usize>,
    pub idle_timeout: Option<Duration>,
    pub connect_timeout: Option<Duration>,
    pub read_timeout: Option<Duration>,
    /// Whether requests go upstream as HTTP/1.0.
    pub upstream_http10: bool,
    /// Whether the upstream is told to close after each response.
    pub upstream_close: bool,
}

impl Settings {
    /// Reads them; an error begins with the number of the line.
    pub fn parse(text: &str) -> Result<Settings, String> {
        let mut lines = Lines::of(text)?;
        let upstream = lines.required("upstream")?;
        let role = match lines.word("role", &["http", "answer"])?.as_deref() {
            Some("answer") => Role::Answer,
            _ => Role::Http(upstream),
        };
        let pool_off = lines.word("pool", &["yes", "no"])?.as_deref() == Some("no");
        let close = lines
            .word("upstream-connection", &["none", "close"])?
            .as_deref()
            == Some("close");
        let settings = Settings {
            role,
            listen: lines.required::<SocketAddr>("listen")?.to_string(),
            mark: lines.required("mark")?,
            threads: lines.optional("threads")?,
            work_stealing: lines
                .word("work-stealing", &["yes", "no"])?
                .map(|w| w == "yes"),
            pool_size: lines.optional("pool-size")?,
            attempts: lines.optional("attempts")?,
            idle_timeout: lines.milliseconds("idle-timeout-ms")?,
            connect_timeout: lines.milliseconds("connect-timeout-ms")?,
            read_timeout: lines.milliseconds("read-timeout-ms")?,
            upstream_http10: lines.word("upstream-http", &["1.1", "1.0"])?.as_deref()
                == Some("1.0"),
            upstream_close: close || pool_off,
        };
        lines.none_left()?;
        Ok(settings)
    }
}

/// What was not asked for yet: number of the line, key, value.
struct Lines(Vec<(usize, String, String)>);

impl Lines {
    fn of(text: &str) -> Result<Lines, String> {
        let mut lines = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (key, value) = line
                .split_once(' ')
                .ok_or(format!("{}: '{line}' is not 'key value'", at + 1))?;
            lines.push((at + 1, key.to_string(), value.trim().to_string()));
        }
        Ok(Lines(lines))
    }

    fn take(&mut self, key: &str) -> Option<(usize, String)> {
        let at = self.0.iter().position(|(_, k, _)| k == key)?;
        let (line, _, value) = self.0.remove(at);
        Some((line, value))
    }

    fn optional<T: FromStr>(&mut self, key: &str) -> Result<Option<T>, String> {
        match self.take(key) {
            None => Ok(None),
            Some((line, value)) => match value.parse() {
                Ok(parsed) => Ok(Some(parsed)),
                Err(_) => Err(format!("{line}: {key}: '{value}' is not valid")),
            },
        }
    }

    fn required<T: FromStr>(&mut self, key: &str) -> Result<T, String> {
        self.optional(key)?.ok_or(format!("1: '{key}' is missing"))
    }

    fn milliseconds(&mut self, key: &str) -> Result<Option<Duration>, String> {
        Ok(self.optional(key)?.map(Duration::from_millis))
    }

    fn word(&mut self, key: &str, words: &[&str]) -> Result<Option<String>, String> {
        match self.take(key) {
            Some((line, value)) if !words.contains(&value.as_str()) => Err(format!(
                "{line}: {key}: '{value}' is none of {}",
                words.join(", ")
            )),
            found => Ok(found.map(|(_, value)| value)),
        }
    }

    fn none_left(&self) -> Result<(), String> {
        match self.0.first() {
            Some((line, key, _)) => Err(format!("{line}: unknown key, or one too many: '{key}'")),
            None => Ok(()),
        }
    }
}
