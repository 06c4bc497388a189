//! The parameters of an experiment: `name=value`, each taken once.

use std::ops::RangeInclusive;

pub struct Parameters(Vec<(String, String)>);

impl Parameters {
    pub fn of(arguments: &[String]) -> Result<Parameters, String> {
        let pairs = arguments
            .iter()
            .map(|argument| match argument.split_once('=') {
                Some((name, value)) => Ok((name.to_string(), value.to_string())),
                None => Err(format!("'{argument}' is not name=value")),
            });
        pairs.collect::<Result<_, _>>().map(Parameters)
    }

    /// A whole number; `default` where it is not given.
    pub fn count(
        &mut self,
        name: &str,
        default: usize,
        valid: RangeInclusive<usize>,
    ) -> Result<usize, String> {
        let Some(text) = self.take(name) else {
            return Ok(default);
        };
        match text.parse() {
            Ok(count) if valid.contains(&count) => Ok(count),
            _ => Err(format!(
                "{name} '{text}' is not a whole number from {} to {}",
                valid.start(),
                valid.end()
            )),
        }
    }

    /// Whether the first of two words is given, or none of them.
    pub fn first(&mut self, name: &str, words: [&str; 2]) -> Result<bool, String> {
        match self.take(name) {
            Some(text) if text == words[1] => Ok(false),
            Some(text) if text != words[0] => Err(format!(
                "{name} '{text}' is neither {} nor {}",
                words[0], words[1]
            )),
            _ => Ok(true),
        }
    }

    pub fn none_left(&self) -> Result<(), String> {
        match self.0.first() {
            Some((name, _)) => Err(format!("unknown parameter, or one too many: '{name}'")),
            None => Ok(()),
        }
    }

    fn take(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(n, _)| n == name)?;
        Some(self.0.remove(at).1)
    }
}
