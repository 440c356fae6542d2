//! The languages and libraries of the programs.

use phasor_params::choice;

choice! {
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
    pub enum Language {
        /// Python with numpy.
        Numpy "numpy" "Python, numpy",
        /// Python with torch.
        Torch "torch" "Python, torch",
        /// Python with JAX.
        Jax "jax" "Python, JAX",
        /// Rust with its standard library alone.
        Rust "rust" "Rust",
    }
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
