//! Drawings in any state and at any width: all numbers are finite and agree with the encodings, all texts are large enough
//! to read, and nothing remains of other states.

use phasor_draw::{Mark, Point, Table};
use phasor_encoding::{Binary, Frequencies, Measure, Order, Sinusoidal};
use phasor_figures::{Drawing, Figure, FigureName, Key, Spec, query};
use phasor_params::Accepts;
use phasor_params::choice::Choice as _;
use proptest::prelude::*;
use proptest::sample::select;

use crate::mentions::assert_mentions;
use crate::support::{column, table};

/// The smallest font size, CSS pixels.
const SMALLEST: f32 = 10.0;
/// How far marks may reach over the left and right edge: half a flag, or half a letter of a dial.
const MARGIN: f32 = 12.0;

/// Returns any state, with the ends of ranges more often than by chance.
fn specs() -> impl Strategy<Value = Spec> {
    let settings: Vec<_> = Key::ALL
        .iter()
        .filter_map(|&key| {
            let texts: BoxedStrategy<String> = match key.parameter().accepts {
                Accepts::Number(range) => {
                    let inside = (0.0..=1.0f64).prop_map(move |t| range.at_fraction(t).to_string());
                    let ends = select(vec![range.min.to_string(), range.max.to_string()]);
                    prop_oneof![2 => inside, 1 => ends].boxed()
                }
                Accepts::Choice(words) => select(
                    words
                        .iter()
                        .map(|word| word.name.to_owned())
                        .collect::<Vec<_>>(),
                )
                .boxed(),
                Accepts::Text(_) if key == Key::Sentence => select(
                    [
                        "the dog",
                        "only he told her that",
                        "dog dog dog dog dog dog dog dog dog yesterday",
                    ]
                    .map(str::to_owned)
                    .to_vec(),
                )
                .boxed(),
                Accepts::Text(_) if key == Key::Layout => select(
                    [
                        "pad*3 The capital <past> of France is",
                        "look <image 3x3> | <video 2x1x1> a",
                        "pad*4",
                        "a*19 pad",
                    ]
                    .map(str::to_owned)
                    .to_vec(),
                )
                .boxed(),
                Accepts::Text(_) => select(
                    ["auto", "0", "0-15", "511", "0,1,30-31"]
                        .map(str::to_owned)
                        .to_vec(),
                )
                .boxed(),
            };
            // A long matrix is as wide as a short one, but takes longer.
            (key.name() != "length")
                .then(|| prop::option::of(texts).prop_map(move |text| (key, text)))
        })
        .collect();
    (settings, 2..=600u32).prop_map(|(settings, length)| {
        let mut spec = query::parse(&format!("length={length}")).0;
        for (key, text) in settings {
            if let Some(text) = text {
                spec.set(key, &text).unwrap();
            }
        }
        spec
    })
}

fn is_finite(point: Point) -> bool {
    point.x.is_finite() && point.y.is_finite()
}

/// Returns the corners of a mark; for a text, the point that it is set at.
fn corners(drawing: &Drawing, mark: &Mark) -> Vec<Point> {
    match *mark {
        Mark::Line { ref points, .. } | Mark::Shape { ref points, .. } => {
            drawing.points(points).to_vec()
        }
        Mark::Box { rect, .. } => vec![
            Point::new(rect.x, rect.y),
            Point::new(rect.right(), rect.bottom()),
        ],
        Mark::Disc { center, radius, .. } | Mark::Ring { center, radius, .. } => {
            let Point { x, y } = center;
            vec![
                Point::new(x - radius, y - radius),
                Point::new(x + radius, y + radius),
            ]
        }
        Mark::Text { at, .. } => vec![at],
    }
}

fn says_nothing_finite(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.any(|word| ["nan", "inf", "infinity"].contains(&word.to_lowercase().as_str()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_state_is_drawn_inside_the_frame(
        name in select(FigureName::ALL.to_vec()), spec in specs(),
        width in select(vec![240.0f32, 340.0, 559.0, 560.0, 760.0, 1200.0]),
    ) {
        let sentence = query::format(&spec);
        let mut figure = Figure::new(name);
        let drawing = figure.draw(&spec, width);
        let (across, down) = drawing.size();
        prop_assert!(across == width && down > 100.0 && down.is_finite());
        for mark in drawing.marks() {
            for point in corners(drawing, mark) {
                let inside = (-MARGIN..=across + MARGIN).contains(&point.x)
                    && (-2.0..=down + 2.0).contains(&point.y);
                prop_assert!(is_finite(point) && inside, "{sentence}: {mark:?} at {point:?} of {across} x {down}");
            }
            if let Mark::Text { text, size, .. } = mark {
                let text = drawing.text_of(text);
                prop_assert!(*size >= SMALLEST, "{text} is {size} px");
                prop_assert!(!text.is_empty() && !says_nothing_finite(text), "{sentence}: {text}");
            }
        }
        for raster in drawing.rasters() {
            let n_cells = raster.shades.len() as f64;
            prop_assert!(raster.shades.iter().all(|shade| (-1e-6..=1.0 + 1e-6).contains(shade)), "{sentence}");
            prop_assert!(raster.row >= 0.0 && raster.row + raster.span <= n_cells + 1e-9);
            prop_assert!(raster.column >= 0.0 && raster.column + raster.span <= n_cells + 1e-9);
        }
    }

    #[test]
    fn readings_tables_and_probes_hold_numbers(
        name in select(FigureName::ALL.to_vec()), spec in specs(), x in 0.0..760.0f32, y in 0.0..900.0f32,
    ) {
        let mut figure = Figure::new(name);
        let reading = figure.reading(&spec);
        prop_assert!(reading.ends_with('.') && !says_nothing_finite(&reading), "{reading}");
        let table: Table = figure.table(&spec);
        prop_assert!(table.n_rows() > 0 && !table.title().is_empty());
        for row in 0..table.n_rows() {
            let numbers = table.row(row);
            prop_assert!(numbers.len() == table.columns().len() && numbers.iter().all(|x| x.is_finite()));
        }
        figure.draw(&spec, 760.0);
        if let Some(sentence) = figure.probe(&spec, Point::new(x, y)) {
            // Some evidence on the scoreboard is a fact without a number.
            let is_numeric = sentence.contains(char::is_numeric) || name.name() == "scoreboard";
            prop_assert!(is_numeric && !says_nothing_finite(&sentence), "{sentence}");
        }
    }

    #[test]
    fn a_pointer_may_be_over_an_older_drawing(
        name in select(FigureName::ALL.to_vec()), before in specs(), after in specs(),
        width in select(vec![340.0f32, 760.0]),
    ) {
        let mut figure = Figure::new(name);
        let handles = figure.draw(&before, width).handles().to_vec();
        let some = handles.iter().step_by(1 + handles.len() / 32).map(|handle| handle.rect);
        let ends = some.flat_map(|rect| [
            Point::new(rect.x, rect.y),
            Point::new(rect.right(), rect.bottom()),
        ]);
        for end in ends {
            for spec in [&before, &after] {
                let sentence = figure.probe(spec, end);
                prop_assert!(sentence.is_none_or(|sentence| !says_nothing_finite(&sentence)));
            }
        }
    }

    #[test]
    fn a_used_figure_draws_what_a_new_one_draws(
        name in select(FigureName::ALL.to_vec()), states in prop::collection::vec(specs(), 2..4),
    ) {
        let mut used = Figure::new(name);
        for spec in &states {
            let mut new = Figure::new(name);
            prop_assert_eq!(used.reading(spec), new.reading(spec));
            let again = used.draw(spec, 500.0).clone();
            prop_assert_eq!(&again, new.draw(spec, 500.0));
            prop_assert_eq!(&again, used.draw(spec, 500.0));
            let (table, fresh) = (used.table(spec), new.table(spec));
            prop_assert!((0..table.n_rows()).all(|row| table.row(row) == fresh.row(row)));
        }
    }
}

#[test]
fn the_tables_of_the_figures_are_the_encodings() {
    let (spec, _) = query::parse("dim=8&base=300&position=7&offset=3&far-offset=-2&value=7");
    let frequencies = Frequencies::new(300.0, 8).unwrap();
    let encoding = Sinusoidal::new(frequencies.clone(), Order::Concatenated);
    let waves = Figure::new(FigureName::SineWaves).table(&spec);
    for (letter, position) in [("a", 7.0), ("b", 10.0), ("c", 5.0)] {
        let code = encoding.encode(position);
        assert_eq!(column(&waves, &format!("sin_{letter}")), code[..4]);
        assert_eq!(column(&waves, &format!("cos_{letter}")), code[4..]);
    }
    let bits = Figure::new(FigureName::BinaryBits).table(&spec);
    assert_eq!(
        column(&bits, "bit"),
        [1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    );
    assert_eq!(column(&bits, "flips")[..4], [7.0, 3.0, 1.0, 0.0]);
    let heatmap = Figure::new(FigureName::DistanceHeatmap).table(&spec);
    assert_eq!(column(&heatmap, "offset")[6..9], [-1.0, 0.0, 1.0]);
    let distance = Measure::CosineDistance.at(&frequencies, 1.0);
    for value in [column(&heatmap, "value")[6], column(&heatmap, "value")[8]] {
        assert!((value - distance).abs() < 1e-14);
    }
}

#[test]
fn the_readings_say_the_numbers() {
    let reading = |name: FigureName, text: &str| Figure::new(name).reading(&query::parse(text).0);
    let heatmap = reading(
        FigureName::DistanceHeatmap,
        "dim=1024&length=256&position=1&offset=1",
    );
    assert_mentions(&heatmap, &["1", "1", "2", "cosine distance", "0.02649"]);
    let bits = reading(FigureName::BinaryBits, "position=252");
    assert_mentions(&bits, &["252", "11111100", "8"]);
    let over = reading(FigureName::BinaryBits, "position=1000&bits=8");
    let digits = Binary::new(8).unwrap().digits(1000);
    assert_mentions(&over, &["1,000", "10", "8", &digits]);
    // A published example: 10 and 20 degrees, and both 30 degrees farther.
    let presets = FigureName::RotationAngles.presets();
    for (preset, degrees) in presets.iter().zip([10.0, 40.0]) {
        let sentence = reading(FigureName::RotationAngles, preset.query);
        assert_mentions(&sentence, &["0.4520"]);
        let angles = table(FigureName::RotationAngles, preset.query);
        let angle = column(&angles, "angle")[0].to_degrees();
        assert!((angle - degrees).abs() < 1e-9, "{angle}");
    }
    let waves = reading(
        FigureName::SineWaves,
        "dim=1024&position=1&offset=1&far-offset=29",
    );
    assert_mentions(&waves, &["B", "0.974", "C", "0.568"]);
}

#[test]
fn every_word_of_a_measure_is_drawn_with_its_name() {
    for (_, word) in Measure::WORDS {
        let mut figure = Figure::new(FigureName::DistanceHeatmap);
        let (spec, _) = query::parse(&format!("measure={}", word.name));
        assert!(figure.reading(&spec).contains(word.label));
        let drawing = figure.draw(&spec, 760.0);
        let names = drawing
            .panels()
            .iter()
            .filter(|panel| panel.y.label == word.label);
        assert_eq!(names.count(), 1, "{}", word.name);
    }
}

/// A control without effect would suggest that its parameter does not matter.
#[test]
fn a_figure_names_the_shared_parameters_that_change_it() {
    for name in FigureName::ALL {
        let labels = |text: &str| {
            let (spec, errors) = query::parse(text);
            assert_eq!(errors, []);
            let mut figure = Figure::new(name);
            figure.finish(&spec);
            let reading = figure.reading(&spec);
            format!("{reading}{:?}", figure.draw(&spec, 760.0))
        };
        let changes = ["base=500", "dim=32", "position=33", "offset=9", "length=64"];
        for (key, query) in FigureName::SHARED_KEYS.into_iter().zip(changes) {
            assert!(query.starts_with(key.name()));
            let is_changed = labels(query) != labels("");
            let is_named = name.shared_keys().contains(&key);
            let is_offered = is_named && !name.is_idle(&Spec::default(), key);
            assert_eq!(is_changed, is_offered, "{query} in {}", name.name());
        }
    }
}

#[test]
fn every_bit_is_a_wave_in_the_opening_state_and_in_every_preset() {
    let name = FigureName::BinaryBits;
    let is_flat = |spec: &Spec, width| {
        let mut figure = Figure::new(name);
        let drawing = figure.draw(spec, width);
        let mut texts = drawing.marks().iter().filter_map(|mark| match mark {
            Mark::Text { text, .. } => Some(drawing.text_of(text)),
            _ => None,
        });
        texts.any(|text| text.starts_with("too fast"))
    };
    let queries = name.presets().iter().map(|preset| preset.query);
    for state in queries.chain([""]) {
        let (spec, _) = query::parse(state);
        for width in [340.0, 760.0] {
            assert!(!is_flat(&spec, width), "{state} at {width}");
        }
    }
    // With too many periods for a wave, the lane has a note.
    let (spec, _) = query::parse("length=4096");
    assert!(is_flat(&spec, 340.0));
}
