//! The figures about distance: their numbers match plain computations, and their readings are true.

use phasor_draw::{ColorMap, Layout, Mark, Point, Raster, Rect};
use phasor_encoding::{LearnedTable, Matrix};
use phasor_figures::{Figure, FigureName, Grab, Key, Spec};

use crate::mentions::assert_mentions;
use crate::support::{column, numbers, reading, spec, table, texts};

/// Returns the encoding of a position as articles define it, with sines and cosines alternately.
fn code(position: f64, dim: usize) -> Vec<f64> {
    let angle = |i: usize| position / 10_000f64.powf((2 * (i / 2)) as f64 / dim as f64);
    let component = |i: usize| {
        if i.is_multiple_of(2) {
            angle(i).sin()
        } else {
            angle(i).cos()
        }
    };
    (0..dim).map(component).collect()
}

fn cosine(left: &[f64], right: &[f64]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    dot(left, right) / (dot(left, left) * dot(right, right)).sqrt()
}

#[test]
fn the_distances_of_the_article_are_there() {
    let name = FigureName::DistanceScatter;
    for (preset, sentence) in name.presets().iter().zip(["0.02649", "0.09339", "0.4323"]) {
        let text = reading(name, preset.query);
        assert_mentions(&text, &["68", "cosine distance", sentence]);
        let legend = texts(name, preset.query);
        let largest = "largest in view: 0.6634 at 249";
        assert!(legend.iter().any(|text| text == largest), "{legend:?}");
        let values = column(&table(name, preset.query), "value");
        let first = code(1.0, 1024);
        for (position, value) in values.iter().enumerate() {
            let distance = 1.0 - cosine(&first, &code(position as f64, 1024));
            assert!((value - distance).abs() < 1e-12, "{position}");
        }
    }
}

#[test]
fn stalks_have_the_colours_of_a_row_of_the_heatmap_and_end_at_their_dots() {
    for (state, map) in [
        ("dim=8&position=20", ColorMap::Distance),
        ("position=20&measure=cosine-similarity", ColorMap::Diverging),
    ] {
        let spec = spec(state);
        let mut heatmap = Figure::new(FigureName::DistanceHeatmap);
        let raster = heatmap.draw(&spec, 688.0).rasters()[0].clone();
        let mut scatter = Figure::new(FigureName::DistanceScatter);
        let drawing = scatter.draw(&spec, 688.0);
        let panel = drawing.panels()[0];
        let stalks = drawing.marks().iter().filter_map(|mark| match mark {
            Mark::Box { rect, ink, .. } if rect.height > 0.0 || rect.width < 10.0 => {
                Some((rect, ink))
            }
            _ => None,
        });
        let stalks: Vec<_> = stalks.collect();
        let values = column(&table(FigureName::DistanceScatter, state), "value");
        assert_eq!(
            stalks.len() - 1,
            values.len(),
            "a stalk for each position, and the band"
        );
        for (place, ((rect, ink), value)) in stalks.into_iter().zip(values).enumerate() {
            assert_eq!(*ink, map.ink(raster.shades[place.abs_diff(20)]));
            let ends = [panel.y_px(0.0), panel.y_px(value)];
            let (top, foot) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            assert!((rect.y - top).abs() < 0.01 && (rect.bottom() - foot).abs() < 0.01);
            assert!((rect.center().x - panel.x_px(place as f64)).abs() < 0.01);
        }
    }
}

#[test]
fn farther_stops_meaning_less_alike_where_it_should() {
    let name = FigureName::DistanceScatter;
    for (dim, turn) in [(64, 6), (128, 12), (256, 25), (512, 44), (1024, 69)] {
        let text = reading(name, &format!("dim={dim}&position=5&length=128"));
        assert_eq!(numbers(&text)[0], f64::from(turn - 1), "{text}");
    }
    // Out of view, the reading has the distance alone.
    let text = reading(name, "dim=1024&position=5&length=64");
    assert_eq!(numbers(&text), [0.09339], "{text}");
    for state in [
        "",
        "measure=dot",
        "dim=8&position=100",
        "position=127&measure=cosine-similarity",
    ] {
        let data = table(name, state);
        let (offsets, values) = (column(&data, "offset"), column(&data, "value"));
        let sign = if state.contains("dot") || state.contains("similarity") {
            -1.0
        } else {
            1.0
        };
        let is_setback = |place: usize| {
            let nearer = (0..128).filter(|&other| offsets[other].abs() < offsets[place].abs());
            nearer
                .into_iter()
                .any(|other| sign * values[other] > sign * values[place])
        };
        let setbacks: Vec<f64> = (0..128)
            .map(|place| f64::from(u8::from(is_setback(place))))
            .collect();
        assert_eq!(
            column(&data, "more like A than some nearer one"),
            setbacks,
            "{state}"
        );
    }
}

/// Reads the position table of the model without the code of the library.
fn positions() -> Vec<Vec<f64>> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../assets/words/positions.bin"
    );
    let bytes = std::fs::read(path).unwrap();
    let rows = (0..512).map(|row| {
        let scale = 8 + 4 * row;
        let scale = f64::from(f32::from_le_bytes(
            bytes[scale..scale + 4].try_into().unwrap(),
        ));
        let first = 8 + 4 * 512 + 384 * row;
        bytes[first..first + 384]
            .iter()
            .map(|&step| scale * f64::from(step as i8))
            .collect()
    });
    rows.collect()
}

#[test]
fn the_learned_table_is_that_of_the_model() {
    let (name, rows) = (FigureName::LearnedTable, positions());
    let text = reading(name, "table-view=numbers");
    assert!(text.contains("512 × 384 = 196,608 numbers"), "{text}");
    let data = table(name, "position=300");
    let (learned, computed) = (
        column(&data, "cosine of learned rows"),
        column(&data, "cosine of sinusoidal encodings"),
    );
    assert_eq!(learned.len(), 512);
    for (position, row) in rows.iter().enumerate() {
        assert!((learned[position] - cosine(&rows[300], row)).abs() < 1e-12);
        let sinusoidal = cosine(&code(300.0, 384), &code(position as f64, 384));
        assert!((computed[position] - sinusoidal).abs() < 1e-12);
    }
    let norms = column(&data, "norm of the learned row");
    assert!(
        (norms[0] - 2.36).abs() < 0.01 && norms[1..].iter().all(|norm| (0.39..0.98).contains(norm))
    );
    let at = |offset: usize| {
        let pairs = rows.iter().zip(rows.iter().skip(offset));
        pairs.map(|(a, b)| cosine(a, b)).sum::<f64>() / (512 - offset) as f64
    };
    // The claims of the rung: neighbours are alike, and the similarity comes in waves.
    assert!(
        (at(1) - 0.85).abs() < 0.005
            && (at(9) - 0.21).abs() < 0.005
            && (at(12) - 0.57).abs() < 0.005
    );
    let table = LearnedTable::new(Matrix::from_rows(rows.clone()).unwrap()).unwrap();
    let blocks = table.block_similarity(2);
    for (row, column) in [(0, 0), (3, 200), (200, 3), (255, 255)] {
        let pairs = (0..4).map(|i| cosine(&rows[2 * row + i / 2], &rows[2 * column + i % 2]));
        let mean = pairs.sum::<f64>() / 4.0;
        assert!((blocks.get(row, column).unwrap() - mean).abs() < 1e-12);
    }
}

#[test]
fn past_its_end_the_table_has_nothing_and_the_sinusoid_goes_on() {
    let name = FigureName::LearnedTable;
    assert_mentions(&reading(name, "position=511"), &["511", "510", "268"]);
    for position in [512, 520, 639, 640, 10_000_000] {
        let state = format!("position={position}");
        let text = reading(name, &state);
        assert_eq!(numbers(&text), [f64::from(position), 511.0], "{text}");
        let data = table(name, &state);
        assert!(
            data.columns()
                .iter()
                .all(|column| !column.name().contains("learned"))
        );
        let own = code(f64::from(position), 384);
        for (other, value) in column(&data, "cosine of sinusoidal encodings")
            .iter()
            .enumerate()
        {
            assert!((value - cosine(&own, &code(other as f64, 384))).abs() < 1e-7);
        }
    }
}

#[test]
fn the_position_is_dragged_past_the_end_of_the_table() {
    let mut figure = Figure::new(FigureName::LearnedTable);
    let before = Spec::default();
    let handles = figure.draw(&before, 760.0).handles().to_vec();
    assert_eq!(handles.len(), 3);
    for handle in handles {
        let from = Point::new(handle.rect.x, handle.rect.y);
        let (x, y) = (handle.panel.x_px(520.0), handle.panel.y_px(520.0));
        let to = match handle.grab {
            Grab::Slide { x: Some(_), .. } => Point::new(x, from.y),
            _ => Point::new(from.x, y),
        };
        assert_eq!(
            phasor_figures::drag(&handle, &before, from, to).position(),
            520.0
        );
        let far = phasor_figures::drag(&handle, &before, from, Point::new(9e3, 9e3));
        assert_eq!(far.position(), 640.0);
    }
}

#[test]
fn decay_is_shown_as_it_is() {
    let name = FigureName::ScoreDecay;
    let data = table(name, "dim=128&length=1024&peak=900");
    assert_eq!(column(&data, "offset")[..3], [0.0, 4.0, 8.0]);
    let at = |name: &str, offset: usize| column(&data, name)[offset / 4];
    let text = reading(name, "dim=128&length=1024&offset=-10&peak=900");
    assert_mentions(&text, &["10", "0.669", "900", "17.95", "1"]);
    for (offset, mean) in [(100, 0.47724148), (1000, 0.15902700)] {
        assert!((at("equal", offset) - mean).abs() < 1e-8);
    }
    for (offset, bound) in [(0, 32.5), (100, 10.227330)] {
        assert!((at("bound", offset) - bound).abs() < 1e-6);
    }
    // The chosen pair scores most at its peak, and little far before it.
    assert!((at("chosen", 900) - 1.0).abs() < 1e-12 && at("chosen", 0) < 0.2);
    // The spread of random vectors is 1 / sqrt(128) at every offset.
    let spread = column(&data, "random spread");
    let part = |range: std::ops::Range<usize>| spread[range].iter().sum::<f64>() / 64.0;
    for mean in [part(0..64), part(192..256)] {
        assert!((mean / 128f64.sqrt().recip() - 1.0).abs() < 0.2, "{mean}");
    }
    let mean = column(&data, "random mean").iter().sum::<f64>() / 256.0;
    assert!(mean.abs() < 0.01, "{mean}");
}

#[test]
fn vectors_that_are_shown_alone_are_described_alone() {
    let name = FigureName::ScoreDecay;
    let state =
        |vectors: &str| format!("vectors={vectors}&dim=128&length=4096&offset=1000&peak=3000");
    let has_peak = |vectors: &str| {
        let mut figure = Figure::new(name);
        let drawing = figure.draw(&spec(&state(vectors)), 760.0);
        let slide = Grab::Slide {
            x: Some(Key::Peak),
            y: None,
        };
        drawing.handles().iter().any(|handle| handle.grab == slide)
    };
    let equal = reading(name, &state("equal"));
    assert_mentions(&equal, &["1,000", "0.159", "1", "0", "1,707"]);
    let data = texts(name, &state("equal"));
    assert!(data.contains(&"first below 0 at 1,707".to_owned()));
    assert!(!has_peak("equal") && !has_peak("random") && has_peak("chosen") && has_peak("all"));
    let random = reading(name, &state("random"));
    // The spread far apart is as large as that at the same position.
    let [_, far, _, near, _] = numbers(&random)[..] else {
        panic!("{random}");
    };
    assert!((far - near).abs() < 0.03, "{random}");
    let chosen = reading(name, &state("chosen"));
    assert_mentions(&chosen, &["1", "3,000", "1,000", "0.029"]);
}

#[test]
fn the_bound_is_one_and_says_less_than_the_lengths() {
    let name = FigureName::ScoreDecay;
    for state in [
        "dim=128&length=4096",
        "dim=64&length=4096",
        "dim=64&length=4096&base=500000",
    ] {
        let data = table(name, state);
        let (bound, equal) = (column(&data, "bound"), column(&data, "equal"));
        for (bound, equal) in bound.iter().zip(equal) {
            assert!(equal.abs() <= *bound && *bound > 1.0);
        }
    }
    // With two pairs, the bound limits scores, and the reading must say so.
    let says = |offset: usize| reading(name, &format!("dim=4&length=400&offset={offset}"));
    let bounds = column(&table(name, "dim=4&length=200"), "bound");
    let low = bounds.iter().position(|bound| *bound < 0.9).unwrap();
    // A bound that excludes nothing stands beside the largest score, 1.
    let last = |sentence: &str| *numbers(sentence).last().unwrap();
    assert!((last(&says(low)) - bounds[low]).abs() < 1e-3);
    assert_eq!(last(&says(0)), 1.0);
    // One pair never fades, and its bound is 1 up to rounding.
    assert_eq!(last(&reading(name, "dim=2&offset=7")), 1.0);
}

#[test]
fn the_peak_goes_where_it_is_dragged() {
    let mut figure = Figure::new(FigureName::ScoreDecay);
    let before = Spec::default();
    let handles = figure.draw(&before, 760.0).handles().to_vec();
    let slides = |key: Key| Grab::Slide {
        x: Some(key),
        y: None,
    };
    for key in [Key::Peak, Key::Offset] {
        let handle = handles
            .iter()
            .rfind(|handle| handle.grab == slides(key))
            .unwrap();
        let from = Point::new(handle.rect.x + 12.0, handle.rect.y + 20.0);
        let to = Point::new(handle.panel.x_px(100.3), from.y);
        assert_eq!(
            phasor_figures::drag(handle, &before, from, to).number(key),
            Some(100.0)
        );
    }
    let mut spec = spec("offset=-7&peak=9");
    FigureName::ScoreDecay.arrow(&mut spec, -1.0, -1.0);
    assert_eq!((spec.offset(), spec.peak()), (6.0, 10));
}

#[test]
fn any_matrix_is_shown_by_means_over_pixels() {
    let shades: Vec<f32> = (0..6).map(|shade| shade as f32 / 8.0).collect();
    let raster = Raster {
        rect: Rect::new(0.0, 0.0, 10.0, 10.0),
        map: ColorMap::Sequential,
        layout: Layout::Rows(3),
        shades: shades.clone().into(),
        row: 0.0,
        column: 0.0,
        span: 2.0,
    };
    let sampled = |size: usize| {
        let mut pixels = Vec::new();
        raster.sample(size, |shade| shade, &mut Vec::new(), &mut pixels);
        pixels
    };
    // A cell of whole pixels keeps its shade.
    for (place, shade) in sampled(12).into_iter().enumerate() {
        let (y, x) = (place / 12, place % 12);
        assert!((shade - shades[y / 6 * 3 + x / 4]).abs() < 1e-6);
    }
    // Each pixel covers one row and one and a half columns.
    let two = sampled(2);
    let mean = (shades[0] + 0.5 * shades[1]) / 1.5;
    assert!((two[0] - mean).abs() < 1e-6);
    let all = shades.iter().sum::<f32>() / 6.0;
    assert!((sampled(1)[0] - all).abs() < 1e-6);
}
