//! No rule: the frequencies as they are.

use super::{Facts, Rule, Scaled, Scaling};
use crate::EncodingError;

/// No rule.
pub(super) struct Plain;

impl Rule for Plain {
    fn facts(&self) -> Facts {
        Facts::new(
            "default",
            "no rule",
            "Su et al. 2021, RoFormer, section 3.2.2 (arXiv:2104.09864)",
        )
    }

    fn apply(&self, base: f64, dim: usize, _: Option<usize>) -> Result<Scaled, EncodingError> {
        Scaled::unscaled(base, dim)
    }

    fn examples(_: usize) -> Vec<Scaling> {
        vec![Scaling::Default]
    }
}
