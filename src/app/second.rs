//! The second state in the address: what it does not share with the first.

use phasor_figures::{Key, Spec, query};
use phasor_params::ParameterError;
use phasor_params::query::{part_of, text_of};

/// The name of the second state, and what begins the names of its parameters.
const NAME: &str = "b";
const PREFIX: &str = "b.";

/// What stands for a second state that is equal to the first.
const SAME: &str = "same";

/// Returns the second state of an address whose first one is `first`, if there is a second, and the errors in it.
pub(super) fn parse(address: &str, first: &Spec) -> Option<(Spec, Vec<ParameterError>)> {
    let part = part_of(address, PREFIX);
    if part.is_empty() && text_of(address, NAME).is_none() {
        return None;
    }
    let mut second = first.clone();
    let mut errors = query::apply(&mut second, &part);
    errors.retain(|error| !matches!(error, ParameterError::UnknownName { .. }));
    Some((second, errors))
}

/// Returns what an address has to say of the second state.
pub(super) fn format(first: &Spec, second: &Spec) -> String {
    let keys: Vec<Key> = first
        .differences(second)
        .map(|key| written(second, key))
        .collect();
    if keys.is_empty() {
        return format!("{NAME}={SAME}");
    }
    let part = phasor_params::query::write(keys.into_iter().map(|key| (key, second.text(key))));
    let pairs: Vec<String> = part
        .split('&')
        .map(|pair| format!("{PREFIX}{pair}"))
        .collect();
    pairs.join("&")
}

/// Returns the parameter that brings `key` to its value in `spec`. An integer up to the largest position is the position.
fn written(spec: &Spec, key: Key) -> Key {
    match key {
        Key::Value if !spec.is_set(Key::Value) => Key::Position,
        _ => key,
    }
}

#[cfg(test)]
mod tests {
    use super::{format, parse};
    use phasor_figures::query;

    #[test]
    fn two_states_are_read_back() {
        let states = [
            ("", ""),
            ("base=500000", "base=500000&dim=128&offset=-3"),
            ("base=500000&sentence=the+dog", ""),
            ("value=9007199254740991", "position=20.5"),
            ("position=3", "value=9007199254740991&pairs=0,2-3"),
        ];
        for (first, second) in states.map(|(a, b)| (query::parse(a).0, query::parse(b).0)) {
            for (first, second) in [(&first, &second), (&second, &first)] {
                let address = format!("{}&{}", query::format(first), format(first, second));
                assert_eq!(query::parse(&address).0, *first, "{address}");
                let (read, errors) = parse(&address, first).unwrap();
                assert_eq!((&read, errors), (second, vec![]), "{address}");
            }
        }
    }

    #[test]
    fn an_address_without_a_second_state_has_none() {
        let first = query::parse("base=100").0;
        assert!(parse("base=100&utm_b.c=1&bits=9", &first).is_none());
        assert_eq!(format(&first, &first), "b=same");
        let (second, errors) = parse("b.dim=7&b.no-such=1&b.base=200", &first).unwrap();
        assert_eq!((second.base(), second.dim(), errors.len()), (200.0, 64, 1));
    }
}
