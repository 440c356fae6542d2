//! Sliders and arrow keys over every range: those of the table, and those that a slider spans for
//! the current page, dimension and counter.

use phasor_figures::{Key, Spec, query};
use phasor_params::Range;
use phasor_text::Scale;
use proptest::prelude::*;
use proptest::sample::select;

fn ranges() -> impl Iterator<Item = (&'static str, Range)> {
    Key::ALL
        .iter()
        .filter_map(|key| Some((key.name(), key.parameter().range()?)))
}

fn numeric() -> Vec<Key> {
    Key::ALL
        .iter()
        .copied()
        .filter(|key| key.parameter().range().is_some())
        .collect()
}

/// Returns specs whose sliders span very different pages.
fn specs() -> impl Strategy<Value = Spec> {
    let numbers = (
        0.0..=10_000_000.0f64,
        2..=4096usize,
        1..=512usize,
        1..=53u32,
    );
    numbers.prop_map(|(position, length, n_pairs, bits)| {
        let mut spec = Spec::default();
        spec.set_nearest(Key::Position, position);
        spec.set_nearest(Key::Length, length as f64);
        spec.set_nearest(Key::Dim, 2.0 * n_pairs as f64);
        spec.set_nearest(Key::Bits, f64::from(bits));
        spec
    })
}

/// Returns any accepted number, not only one that a slider gives.
fn accepted(range: Range, t: f64) -> f64 {
    range.nearest(range.min + t * t * t * (range.max - range.min))
}

proptest! {
    #[test]
    fn a_slider_spans_what_the_table_accepts(
        spec in specs(), key in select(numeric()), low in 0.0..=1.0f64, high in 0.0..=1.0f64,
    ) {
        let (range, table) = (spec.slider_range(key).unwrap(), key.parameter().range().unwrap());
        prop_assert!(table.min <= range.min && range.min <= range.max && range.max <= table.max);
        prop_assert_eq!((range.at_fraction(0.0), range.at_fraction(1.0)), (range.min, range.max));
        let (at_low, at_high) = (range.at_fraction(low.min(high)), range.at_fraction(low.max(high)));
        prop_assert!(table.contains(at_low) && table.contains(at_high) && at_low <= at_high);
        // A pointer past an end counts as at that end.
        prop_assert_eq!((range.at_fraction(-0.3), range.at_fraction(1.3)), (range.min, range.max));
    }

    #[test]
    fn fraction_keeps_the_order_and_comes_back(
        key in select(numeric()), a in 0.0..=1.0f64, b in 0.0..=1.0f64,
    ) {
        let range = key.parameter().range().unwrap();
        let (a, b) = (accepted(range, a.min(b)), accepted(range, a.max(b)));
        prop_assert!((0.0..=1.0).contains(&range.fraction(a)));
        prop_assert!(range.fraction(a) <= range.fraction(b));
        let back = range.at_fraction(range.fraction(a));
        // A slider gives three digits or a whole number. Rounding to a multiple moves it by up to
        // half of the multiple, and a snap by less than a hundredth of the slider.
        let digits = match range.scale {
            Scale::Linear => 0.5,
            Scale::Log => 0.005 * a,
        };
        let is_drawn = range.snaps.contains(&back)
            && (range.fraction(back) - range.fraction(a)).abs() < 0.01;
        let allowed = digits + range.multiple_of / 2.0 + 1e-9 * a.abs();
        prop_assert!(is_drawn || (back - a).abs() <= allowed, "{a} came back as {back}");
    }

    #[test]
    fn a_key_press_moves_from_anywhere_and_over_no_snap(
        key in select(numeric()), t in 0.0..=1.0f64, up: bool, is_large: bool,
    ) {
        let range = key.parameter().range().unwrap();
        let now = accepted(range, t);
        let then = range.stepped(now, up, is_large);
        prop_assert!(range.contains(then), "{then}");
        let end = if up { range.max } else { range.min };
        prop_assert!(now == end || (then > now) == up && then != now, "{now} to {then}");
        let between = |snap: &&f64| now.min(then) < **snap && **snap < now.max(then);
        prop_assert_eq!(range.snaps.iter().find(between), None, "{} to {}", now, then);
    }

    #[test]
    fn reset_touches_what_it_is_told_to(spec in specs(), key in select(numeric())) {
        let mut reset = spec.clone();
        reset.reset(&[key]);
        if key != Key::Value {
            prop_assert_eq!(reset.text(key), Spec::default().text(key));
        }
        // The integer is the whole part of the position, so the two change together.
        let linked = |row: Key| key == Key::Position && row == Key::Value;
        for &row in Key::ALL.iter().filter(|row| **row != key && !linked(**row)) {
            prop_assert_eq!(reset.text(row), spec.text(row), "{}", row.name());
        }
    }
}

/// Returns the number of key presses from one end to the other.
fn presses(name: &str, range: Range, up: bool, is_large: bool) -> usize {
    const MOST: usize = 10_000;
    let (start, end) = if up {
        (range.min, range.max)
    } else {
        (range.max, range.min)
    };
    let mut steps = vec![start];
    while steps.last() != Some(&end) {
        let now = *steps.last().unwrap();
        steps.push(range.stepped(now, up, is_large));
        assert!(
            steps.len() < MOST,
            "{name} does not reach {end}, it is at {now}"
        );
    }
    for snap in range.snaps {
        assert!(steps.contains(snap), "{name} jumps over {snap}");
    }
    steps.len() - 1
}

#[test]
fn key_presses_lead_from_end_to_end() {
    for (name, range) in ranges() {
        for up in [true, false] {
            let large = presses(name, range, up, true);
            assert!(large <= 40, "{name} takes {large} large presses");
            let is_walkable = range.scale == Scale::Log || range.max - range.min < 10_000.0;
            if is_walkable {
                assert!(presses(name, range, up, false) >= large);
            }
        }
    }
}

#[test]
fn sliders_span_the_page_the_pairs_and_the_counter() {
    let (spec, _) = query::parse("length=100&position=250&dim=12&bits=5");
    let ends = |key: Key| spec.slider_range(key).map(|range| (range.min, range.max));
    assert_eq!(ends(Key::Position), Some((200.0, 299.0)));
    assert_eq!(ends(Key::Offset), Some((-99.0, 99.0)));
    assert_eq!(ends(Key::FarOffset), Some((-99.0, 99.0)));
    assert_eq!(ends(Key::Pair), Some((0.0, 5.0)));
    assert_eq!(ends(Key::Value), Some((0.0, 31.0)));
    assert_eq!(ends(Key::Base), Some((2.0, 10_000_000.0)));
    assert_eq!(ends(Key::Order), None);
}

#[test]
fn large_presses_double_and_halve_on_a_logarithmic_slider() {
    let speed = Key::Speed.parameter().range().unwrap();
    assert_eq!(
        (
            speed.stepped(4.0, true, true),
            speed.stepped(4.0, false, true)
        ),
        (8.0, 2.0)
    );
    let pair = Key::Pair.parameter().range().unwrap();
    assert_eq!(
        (
            pair.stepped(100.0, true, true),
            pair.stepped(100.0, false, true)
        ),
        (151.0, 49.0)
    );
}

#[test]
fn a_share_is_set_in_hundredths() {
    for key in [Key::PartialRotaryFactor, Key::Corners, Key::Shuffle] {
        let share = key.parameter().range().unwrap();
        assert_eq!(share.at_fraction(0.2341), 0.23, "{key:?}");
        assert_eq!(share.stepped(0.57, true, false), 0.58, "{key:?}");
        assert_eq!(share.stepped(0.7, false, true), 0.6, "{key:?}");
    }
}

#[test]
fn the_first_step_from_a_fraction_goes_to_the_next_whole_number() {
    for (from, by, to) in [
        (20.5, 1.0, 21.0),
        (20.5, -1.0, 20.0),
        (20.0, -1.0, 19.0),
        (20.5, 0.0, 20.5),
        (0.0, -1.0, 0.0),
    ] {
        let mut spec = Spec::default();
        spec.set_number(Key::Position, from).unwrap();
        spec.step(by);
        assert_eq!(spec.position(), to, "{from} by {by}");
    }
    let mut spec = Spec::default();
    spec.set_number(Key::Offset, -1.5).unwrap();
    spec.step_key(Key::Offset, -1.0);
    assert_eq!(spec.offset(), -2.0);
}

#[test]
fn a_large_integer_gives_way_to_a_position_and_comes_back_by_reset() {
    let (mut spec, _) = query::parse("position=5&value=9007199254740991");
    assert_eq!(
        (spec.value(), spec.position()),
        (9_007_199_254_740_991, 5.0)
    );
    spec.reset(&[Key::Value]);
    assert_eq!((spec.value(), spec.position()), (5, 5.0));
    spec.set_number(Key::Value, 9_007_199_254_740_991.0)
        .unwrap();
    spec.set_number(Key::Position, 7.0).unwrap();
    assert_eq!(spec.value(), 7);
}

#[test]
fn tokens_are_whole_where_a_hand_lets_go_and_stay_on_their_page() {
    let mut spec = Spec::default();
    for (key, let_go, whole) in [
        (Key::Position, 40.2655, 40.0),
        (Key::Position, 127.9, 127.0),
        (Key::Offset, -3.5, -4.0),
        (Key::FarOffset, 59.5, 60.0),
        // Not a number of tokens.
        (Key::Base, 10_000.5, 10_000.5),
    ] {
        spec.set_number(key, let_go).unwrap();
        spec.round(key);
        assert_eq!(spec.number(key), Some(whole), "{key:?}");
    }
    // Outside the range of the slider, a position stays in place.
    spec.set_number(Key::Offset, 500.0).unwrap();
    spec.round(Key::Offset);
    assert_eq!(spec.offset(), 500.0);
}
