//! How a command ended.

/// How a command ended, as a shell reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// It did what it should.
    Success,
    /// A file cannot be written, `check` has findings, `judge` finds a mistake, or the file of a model has errors.
    Failed,
    /// The input is wrong, and nothing was written.
    WrongInput,
}

impl Status {
    /// Returns the exit status.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Failed => 1,
            Self::WrongInput => 2,
        }
    }
}
