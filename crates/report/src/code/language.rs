//! The languages and libraries of the programs.

use phasor_params::choice::{Choice, Word, word};

/// The language, or the library of Python, that a program is written in.
///
/// ```
/// use phasor_params::choice::Choice;
/// use phasor_report::code::Language;
///
/// assert_eq!(Language::from_name("torch"), Some(Language::Torch));
/// assert_eq!(Language::Torch.word().label, "Python, torch");
/// assert_eq!(Language::Torch.ending(), "py");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// Python with numpy.
    #[default]
    Numpy,
    /// Python with torch.
    Torch,
    /// Python with JAX.
    Jax,
    /// Rust with its standard library alone.
    Rust,
}

impl Choice for Language {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::Numpy, word("numpy", "Python, numpy")),
        (Self::Torch, word("torch", "Python, torch")),
        (Self::Jax, word("jax", "Python, JAX")),
        (Self::Rust, word("rust", "Rust")),
    ];
}

impl Language {
    /// Returns the ending of the name of a file, without the dot.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Self::Numpy | Self::Torch | Self::Jax => "py",
            Self::Rust => "rs",
        }
    }
}
