//! Flags of a command line, as `--x value` or `--x=value`.

/// The flags of a command, in its order.
#[derive(Debug)]
pub(super) struct Flags(Vec<(String, Option<String>)>);

impl Flags {
    /// Reads the flags among the words. Names have hyphens in place of underscores, up to the first
    /// full stop. No command has as many as the largest number.
    pub(super) fn of(words: impl Iterator<Item = String>) -> Self {
        const MOST: usize = 10_000;
        let mut flags = Vec::new();
        for word in words {
            // The dash of a list in YAML, or the sign of a continued line.
            if matches!(word.as_str(), "-" | "\\" | "") {
                continue;
            }
            if let Some(flag) = word.strip_prefix("--") {
                let (name, value) = match flag.split_once('=') {
                    Some((name, value)) => (name, Some(value.to_owned())),
                    None => (flag.trim_end_matches([':', ',']), None),
                };
                if flags.len() == MOST {
                    break;
                }
                flags.push((hyphenated(name), value));
            } else if let Some((_, value @ None)) = flags.last_mut() {
                *value = Some(word);
            }
        }
        Self(flags)
    }

    /// Returns whether a flag is there.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(flag, _)| flag == name)
    }

    /// Returns the value of a flag; of the last one if it is repeated.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        let mut flags = self.0.iter().rev();
        let (_, value) = flags.find(|(flag, _)| flag == name)?;
        value.as_deref()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let flags = self.0.iter();
        flags.map(|(name, value)| (name.as_str(), value.as_deref()))
    }
}

fn hyphenated(name: &str) -> String {
    match name.split_once('.') {
        Some((first, rest)) => format!("{}.{rest}", first.replace('_', "-")),
        None => name.replace('_', "-"),
    }
}
