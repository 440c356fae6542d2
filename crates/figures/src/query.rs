//! A spec as a URL query: short names, no defaults, nothing that a reader cannot type.

use crate::{Key, Spec};
use phasor_params::{ParameterError, query};

/// Reads a query such as `base=500000&dim=128`, with or without the leading `?`.
///
/// Parameters with an error keep their defaults, and the errors are returned as the second value;
/// the first value is always valid. If a name appears twice, the last one counts. At most
/// [`MOST_PAIRS`](query::MOST_PAIRS) pairs are read.
///
/// ```
/// let (spec, errors) = phasor_figures::query::parse("?base=500000&dim=7");
/// assert_eq!(spec.base(), 500_000.0);
/// let sentence = "The number of components (`dim`) must be an even number from 2 to 1,024, not `7`.";
/// assert_eq!(errors[0].to_string(), sentence);
/// ```
#[must_use]
pub fn parse(query: &str) -> (Spec, Vec<ParameterError>) {
    let mut spec = Spec::default();
    let errors = apply(&mut spec, query);
    (spec, errors)
}

/// Returns whether a query names any parameter, even with an error in its value.
///
/// ```
/// use phasor_figures::query::sets_any;
///
/// assert!(sets_any("utm_source=news&base=much") && !sets_any("fbclid=a1"));
/// ```
#[must_use]
pub fn sets_any(query: &str) -> bool {
    let mut is_any = false;
    drop(query::read(query, |_: Key, _| {
        is_any = true;
        Ok(())
    }));
    is_any
}

/// Sets the parameters in a query such as `base=500000&dim=128`; the rest of `spec` is unchanged.
pub fn apply(spec: &mut Spec, query: &str) -> Vec<ParameterError> {
    query::read(query, |key, text| spec.set(key, text))
}

/// Writes the parameters that differ from the default, in the order of the table. [`parse`] reads
/// them back to an equal spec.
#[must_use]
pub fn format(spec: &Spec) -> String {
    format_some(spec, Key::ALL)
}

/// Writes only those of `keys` that differ from the default.
#[must_use]
pub fn format_some(spec: &Spec, keys: &[Key]) -> String {
    let set = Key::ALL.iter().filter(|key| spec.is_set(**key));
    let wanted = set.filter(|key| keys.contains(key));
    query::write(wanted.map(|&key| (key, spec.text(key))))
}
