//! The numbers that a program starts with.

/// A number that the program starts with.
pub(super) enum Value {
    Whole(usize),
    Number(f64),
    List(Vec<f64>),
}

/// A number with its name.
pub(super) type Constant = (&'static str, Value);
