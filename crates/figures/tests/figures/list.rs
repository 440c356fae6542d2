//! The list of figures: names, controls and presets.

use phasor_figures::{FigureName, Key, Spec, query};

#[test]
fn every_parameter_has_a_control() {
    let own = FigureName::ALL.iter().flat_map(|figure| figure.own_keys());
    for &key in Key::ALL {
        // The speed is a control of the clock; an integer has the control of the position.
        let is_own = own.clone().any(|one| *one == key);
        let is_shared = FigureName::SHARED_KEYS.contains(&key);
        let controls = usize::from(is_own) + usize::from(is_shared);
        let is_under_another_name = matches!(key, Key::Speed | Key::Value);
        assert_eq!(
            controls,
            usize::from(!is_under_another_name),
            "{}",
            key.name()
        );
    }
    // Figures on one page may share a control, but no figure has a control twice.
    for figure in FigureName::ALL {
        let controls: Vec<_> = figure
            .shared_keys()
            .iter()
            .chain(figure.own_keys())
            .collect();
        let is_twice = |place: usize| controls[..place].contains(&controls[place]);
        assert!(!(0..controls.len()).any(is_twice), "{}", figure.name());
    }
}

#[test]
fn labels_are_short_and_none_stands_for_two_parameters_beside_each_other() {
    let label = |key: Key| key.parameter().label;
    for figure in FigureName::ALL {
        let labels: Vec<&str> = figure.keys().map(label).collect();
        let is_twice = |place: usize| labels[..place].contains(&labels[place]);
        let name = figure.name();
        assert!(!(0..labels.len()).any(is_twice), "{name}: {labels:?}");
    }
    // In the Lab, these stand in one bar, for all figures.
    for shared in FigureName::SHARED_KEYS {
        let mut others = Key::ALL.iter().filter(|key| **key != shared);
        assert!(others.all(|key| label(*key) != label(shared)));
    }
    // A pair may be one of many that are drawn; of all else, there is one.
    let focused = Key::ALL.iter().map(|key| label(*key));
    let focused: Vec<&str> = focused.filter(|label| label.contains("in focus")).collect();
    assert_eq!(focused, ["pair in focus"]);
}

#[test]
fn presets_are_valid_and_change_something() {
    for figure in FigureName::ALL {
        assert!(!figure.presets().is_empty());
        for preset in figure.presets() {
            let mut spec = Spec::default();
            assert_eq!(
                query::apply(&mut spec, preset.query),
                [],
                "{}",
                preset.label
            );
            assert_ne!(spec, Spec::default(), "{}", preset.label);
        }
    }
}

#[test]
fn a_name_that_no_figure_has_is_told_in_one_sentence() {
    for wrong in ["x".repeat(10_000), "a\n\u{1b}[31m".to_owned()] {
        let sentence = FigureName::from_name(&wrong).unwrap_err().to_string();
        assert!(sentence.ends_with('.') && sentence.contains("sine-waves, binary-bits"));
        assert!(sentence.chars().count() < 1000 && !sentence.contains(char::is_control));
    }
}
