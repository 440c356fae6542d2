//! What the judge says of position ids.

use std::fmt;

/// What position ids are.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum IdVerdict {
    /// Those of the model.
    Right,
    /// Those of a known mistake, or of several that give the same ids, which changes no offset of two tokens that see each
    /// other. The names of the mistakes, the likeliest first.
    Harmless(Vec<String>),
    /// Those of a known mistake, or of several that give the same ids. The names of the mistakes, the likeliest first; two
    /// that only together explain the ids are one name, such as `padding-counted and past-reset`.
    Mistake(Vec<String>),
    /// No known mistake explains them.
    Unexplained,
}

/// The verdict on position ids. Its `Display` is one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdJudgement {
    /// The verdict.
    pub verdict: IdVerdict,
    sentence: String,
}

impl IdJudgement {
    pub(super) fn new(verdict: IdVerdict, sentences: &[String]) -> Self {
        let sentence = sentences.join(" ");
        Self { verdict, sentence }
    }

    /// Returns whether the model computes what it should with these ids.
    #[must_use]
    pub fn is_right(&self) -> bool {
        matches!(self.verdict, IdVerdict::Right | IdVerdict::Harmless(_))
    }
}

impl fmt::Display for IdJudgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}
