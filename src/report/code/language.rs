//! The languages and libraries of the programs.

/// The language, or the library of Python, that a program is written in.
///
/// ```
/// use phasor::report::code::Language;
///
/// let names = Language::ALL.map(Language::name);
/// assert_eq!(names, ["numpy", "torch", "jax", "rust"]);
/// assert_eq!(Language::Torch.label(), "Python, torch");
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

impl Language {
    /// Every language, in the order in which readers see them.
    pub const ALL: [Self; 4] = [Self::Numpy, Self::Torch, Self::Jax, Self::Rust];

    /// Returns the name for addresses and flags.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Numpy => "numpy",
            Self::Torch => "torch",
            Self::Jax => "jax",
            Self::Rust => "rust",
        }
    }

    /// Returns the name for readers.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Numpy => "Python, numpy",
            Self::Torch => "Python, torch",
            Self::Jax => "Python, JAX",
            Self::Rust => "Rust",
        }
    }

    /// Returns the ending of the name of a file, without the dot.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Self::Numpy | Self::Torch | Self::Jax => "py",
            Self::Rust => "rs",
        }
    }
}
