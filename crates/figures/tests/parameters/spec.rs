//! Text from outside becomes a valid spec or one sentence; a spec becomes text and back.

use phasor_figures::{Key, Spec, query};
use phasor_params::Accepts;
use phasor_text::number::grouped;
use phasor_text::parse::number;
use proptest::prelude::*;
use proptest::sample::select;

/// Returns a number that the table accepts, as text; for other kinds, any text that is not a
/// number.
fn accepted(key: Key) -> BoxedStrategy<String> {
    match key.parameter().accepts {
        Accepts::Number(range) => (0.0..=1.0f64)
            .prop_map(move |t| {
                range
                    .nearest(range.min + t * (range.max - range.min))
                    .to_string()
            })
            .boxed(),
        Accepts::Choice(words) => {
            let names: Vec<String> = words.iter().map(|word| word.name.to_owned()).collect();
            select(names).boxed()
        }
        Accepts::Text(_) if key == Key::Sentence => {
            proptest::collection::vec(select(vec!["dog", "the", "only", "told"]), 2..=10)
                .prop_map(|words| words.join(" "))
                .boxed()
        }
        Accepts::Text(_) if key == Key::Layout => select(vec![
            "pad*3 The capital <past> of France is".to_owned(),
            "<image 2x3> a | dog".to_owned(),
            "<video 2x2x2 0.5s> <system 2> pad".to_owned(),
        ])
        .boxed(),
        Accepts::Text(_) => prop_oneof![
            Just("auto".to_owned()),
            proptest::collection::vec(0..512usize, 1..16).prop_map(|pairs| {
                let texts: Vec<String> = pairs.iter().map(usize::to_string).collect();
                texts.join(",")
            }),
        ]
        .boxed(),
    }
}

fn specs() -> impl Strategy<Value = Spec> {
    let settings: Vec<_> = Key::ALL
        .iter()
        .map(|&key| proptest::option::of(accepted(key)).prop_map(move |text| (key, text)))
        .collect();
    settings.prop_map(|settings| {
        let mut spec = Spec::default();
        for (key, text) in settings {
            if let Some(text) = text {
                spec.set(key, &text).unwrap();
            }
        }
        spec
    })
}

fn is_valid(spec: &Spec) -> bool {
    Key::ALL
        .iter()
        .all(|&key| match (key.parameter().range(), spec.number(key)) {
            (Some(range), Some(number)) => range.contains(number),
            _ => true,
        })
}

proptest! {
    #[test]
    fn a_spec_is_read_back_from_its_query(spec in specs()) {
        let (read, errors) = query::parse(&query::format(&spec));
        prop_assert!(errors.is_empty(), "{errors:?}");
        prop_assert_eq!(read, spec);
    }

    #[test]
    fn no_query_panics_or_makes_an_invalid_spec(text in ".{0,200}") {
        let (spec, errors) = query::parse(&text);
        prop_assert!(is_valid(&spec));
        for error in errors {
            is_a_sentence(&error.to_string())?;
        }
    }

    #[test]
    fn hostile_values_are_refused_or_valid(
        key in select(Key::ALL),
        text in prop_oneof![
            ".{0,60}",
            "[-+]?[0-9]{0,30}\\.?[0-9]{0,30}(e[-+]?[0-9]{1,4})?",
            select(vec!["NaN", "inf", "-inf", "1e999", "-0", "0x10", " ", "", "1_000", "1,5", "١"])
                .prop_map(str::to_owned),
        ],
    ) {
        let mut spec = Spec::default();
        match spec.set(key, &text) {
            Ok(()) => prop_assert!(is_valid(&spec)),
            Err(error) => {
                prop_assert_eq!(&spec, &Spec::default());
                is_a_sentence(&error.to_string())?;
            }
        }
    }

    #[test]
    fn numbers_are_read_as_the_standard_library_reads_them(text in "[0-9]{1,7}\\.[0-9]{0,20}") {
        let mut spec = Spec::default();
        if spec.set(Key::Position, &text).is_ok() {
            prop_assert_eq!(spec.position(), text.parse::<f64>().unwrap());
        }
    }

    #[test]
    fn numbers_are_read_as_they_are_shown(value in -1e12..1e12f64, whole: i32) {
        for value in [value, f64::from(whole)] {
            prop_assert_eq!(number(&grouped(value)), Some(value));
        }
    }

    #[test]
    fn a_slider_gives_accepted_numbers_in_order(key in select(Key::ALL), a in 0.0..=1.0f64, b in 0.0..=1.0f64) {
        let Some(range) = key.parameter().range() else { return Ok(()) };
        let (low, high) = (range.at_fraction(a.min(b)), range.at_fraction(a.max(b)));
        prop_assert!(range.contains(low) && range.contains(high));
        prop_assert!(low <= high, "{low} and {high}");
        // Its place on the slider is where it was taken from, apart from snapping and rounding.
        let slip = (range.fraction(range.at_fraction(a)) - a).abs();
        let coarse = range.max - range.min < 1000.0 || range.multiple_of > 0.0;
        prop_assert!(slip < 0.01 || coarse, "{slip}");
    }

    #[test]
    fn a_key_press_moves_and_stays_accepted(
        key in select(Key::ALL), t in 0.0..=1.0f64, up: bool, is_large: bool,
    ) {
        let Some(range) = key.parameter().range() else { return Ok(()) };
        let now = range.at_fraction(t);
        let then = range.stepped(now, up, is_large);
        prop_assert!(range.contains(then));
        let is_at_end = now == if up { range.max } else { range.min };
        prop_assert!(is_at_end || if up { then > now } else { then < now }, "{now} to {then}");
    }

    #[test]
    fn playing_stays_on_the_page(spec in specs(), by in 0.0..30.0f64) {
        let mut moved = spec.clone();
        moved.advance(by);
        let range = spec.slider_range(Key::Position).unwrap();
        prop_assert!(moved.position() >= range.min && moved.position() < range.max + 1.0);
        prop_assert_eq!(moved.start(), spec.start());
        // The number has few digits.
        let decimals = moved.text(Key::Position);
        let decimals = decimals.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        prop_assert!(decimals <= 4, "{}", moved.position());
    }
}

fn is_a_sentence(text: &str) -> Result<(), TestCaseError> {
    prop_assert!(text.ends_with('.'), "{text}");
    prop_assert!(text.chars().count() < 320, "{text}");
    prop_assert!(!text.chars().any(char::is_control), "{text:?}");
    Ok(())
}

#[test]
fn the_table_is_complete() {
    for &key in Key::ALL {
        let same_name = Key::ALL.iter().filter(|other| other.name() == key.name());
        assert_eq!(same_name.count(), 1, "{}", key.name());
        assert_eq!(Key::from_name(key.name()), Some(key));
        assert!(
            key.parameter().help.ends_with('.') && !key.parameter().label.is_empty(),
            "{}",
            key.name()
        );
        let default = Spec::default().text(key);
        Spec::default().set(key, &default).unwrap();
    }
}

#[test]
fn both_ends_are_accepted_and_nothing_beyond() {
    for &key in Key::ALL {
        let Some(range) = key.parameter().range() else {
            continue;
        };
        let step = if range.multiple_of == 0.0 {
            0.5
        } else {
            range.multiple_of
        };
        for (end, beyond) in [(range.min, range.min - step), (range.max, range.max + step)] {
            let mut spec = Spec::default();
            spec.set(key, &end.to_string()).unwrap();
            let error = spec.set(key, &beyond.to_string()).unwrap_err().to_string();
            assert!(error.contains(&key.parameter().accepted()), "{error}");
            assert!(error.contains(key.name()), "{error}");
        }
        if range.multiple_of > 0.0 {
            let between = range.min + range.multiple_of / 2.0;
            assert!(Spec::default().set(key, &between.to_string()).is_err());
        }
        for snap in range.snaps {
            assert_eq!(
                range.at_fraction(range.fraction(*snap)),
                *snap,
                "{}",
                key.name()
            );
        }
    }
}

#[test]
fn reset_leads_back_to_the_default() {
    let (mut spec, _) = query::parse("base=2&dim=4&value=9007199254740991&pairs=1&measure=dot");
    spec.reset(Key::ALL);
    assert_eq!(spec, Spec::default());
}

#[test]
fn the_last_page_of_positions_is_whole() {
    let (spec, _) = query::parse("position=10000000&length=128");
    let range = spec.slider_range(Key::Position).unwrap();
    assert_eq!((range.min, range.max), (9_999_873.0, 10_000_000.0));
}

#[test]
fn steps_go_to_whole_positions_and_large_integers() {
    let (mut spec, _) = query::parse("position=20.5");
    spec.step(1.0);
    assert_eq!(spec.position(), 21.0);
    spec.set(Key::Value, "9007199254740990").unwrap();
    spec.step(1.0);
    assert_eq!(spec.value(), 9_007_199_254_740_991);
    spec.step(1.0);
    assert_eq!(spec.value(), 9_007_199_254_740_991);
}

#[test]
fn every_default_is_accepted_and_is_not_written() {
    for &key in Key::ALL {
        let mut spec = Spec::default();
        spec.set(key, &Spec::default().text(key)).unwrap();
        assert_eq!(query::format(&spec), "");
    }
}

#[test]
fn on_the_way_magnitudes_are_between_both_states_and_indices_have_arrived() {
    let (from, _) = query::parse("base=100&dim=8&length=32&position=4&pair=1");
    let (to, _) = query::parse("base=10000&dim=32&length=128&position=8&pair=3");
    let half = from.on_the_way(&to, 0.5);
    let text = |key: Key| half.text(key);
    let keys = [Key::Base, Key::Dim, Key::Length, Key::Position, Key::Pair];
    assert_eq!(keys.map(text), ["1000", "16", "64", "6", "3"]);
    assert!(from.jumps_to(&to));
}

#[test]
fn components_glide_with_a_part_of_the_last_pair() {
    let (from, _) = query::parse("base=100&dim=8");
    let (to, _) = query::parse("base=10000&dim=32");
    let is_progression = |spec: &Spec, base: f64| {
        let components = spec.components();
        assert_eq!(spec.n_pairs(), (components / 2.0).ceil() as usize);
        let missing = spec.n_pairs() as f64 - components / 2.0;
        assert!((1.0 - missing - spec.last_pair()).abs() < 1e-9);
        for (pair_idx, inv_freq) in spec.frequencies().inv_freq().iter().enumerate() {
            let expected = base.powf(-2.0 * pair_idx as f64 / components);
            assert!((inv_freq / expected - 1.0).abs() < 1e-9, "{components}");
        }
    };
    let mut before = 8.0;
    for step in 1..100 {
        let part = f64::from(step) / 100.0;
        let between = from.on_the_way(&to, part);
        assert!((between.components() / (8.0 * 4f64.powf(part)) - 1.0).abs() < 1e-9);
        assert!(between.components() > before);
        before = between.components();
        is_progression(&between, 10f64.powf(2.0 + 2.0 * part));
        // A glide that begins on the way of another one begins with what is drawn.
        let turned = between.on_the_way(&from, 0.0);
        assert!((turned.components() - between.components()).abs() < 1e-5);
        is_progression(&turned, 10f64.powf(2.0 + 2.0 * part));
    }
    for rested in [from.on_the_way(&to, 1.0), to] {
        assert_eq!((rested.components(), rested.last_pair()), (32.0, 1.0));
    }
}

#[test]
fn a_position_on_another_page_jumps() {
    let (from, _) = query::parse("position=20&length=64");
    let (to, _) = query::parse("position=1000&length=64");
    assert_eq!(from.on_the_way(&to, 0.5).position(), 1000.0);
    assert!(from.jumps_to(&to));
    let (near, _) = query::parse("position=40&length=64");
    assert_eq!(from.on_the_way(&near, 0.5).position(), 30.0);
    assert!(!from.jumps_to(&near));
}

proptest! {
    #[test]
    fn both_ends_of_the_way_are_exact(
        key in select(Key::ALL.to_vec()),
        (one, other) in select(Key::ALL.to_vec()).prop_flat_map(|key| {
            let text = move || accepted(key).prop_map(move |text| (key, text));
            (text(), text())
        }),
    ) {
        let mut from = Spec::default();
        let mut to = Spec::default();
        from.set(one.0, &one.1).unwrap();
        to.set(other.0, &other.1).unwrap();
        prop_assert_eq!(from.on_the_way(&to, 1.0), to.clone());
        if !from.jumps_to(&to) {
            let start = from.on_the_way(&to, 0.0);
            prop_assert_eq!(start.text(key), from.text(key));
        }
    }
}
