//! The figure of image patches shows axial RoPE and M-RoPE, and its readings are true.

use phasor_draw::{Ink, Mark, Point};
use phasor_encoding::{AxialRope, Frequencies, Pairing, SectionOrder};
use phasor_figures::{Drawing, Figure, FigureName, Grab, Handle, Key, Spec};

use crate::support::{numbers, spec};

const NAME: FigureName = FigureName::Patches;

/// Returns axis, angle and score of every pair.
fn rows(state: &str) -> Vec<Vec<f64>> {
    let table = Figure::new(NAME).table(&spec(state));
    (0..table.n_rows()).map(|row| table.row(row)).collect()
}

#[test]
fn rows_turn_one_half_of_the_pairs_and_columns_the_other() {
    // Two rows and five columns away, 4 + 4 components: angles 2, 0.02, 5, 0.05.
    let drawn = rows("dim=8&query-row=0&query-column=0&key-row=2&key-column=5");
    let expected = [[0.0, 2.0], [0.0, 0.02], [1.0, 5.0], [1.0, 0.05]];
    for (row, expected) in drawn.iter().zip(expected) {
        assert_eq!(row[0], expected[0]);
        assert!((row[1] - expected[1]).abs() < 1e-15);
        assert!((row[2] - expected[1].cos()).abs() < 1e-15);
    }
    assert_eq!(drawn.len(), 4);
}

#[test]
fn sections_are_those_of_qwen2_vl() {
    let drawn = rows("axes=mrope&base=1000000&dim=128&frame=3");
    let count = |axis: f64| drawn.iter().filter(|row| row[0] == axis).count();
    assert_eq!([0.0, 1.0, 2.0].map(count), [16, 24, 24]);
    // Time has the fastest pairs: pair 0 rotates by one radian per frame.
    assert_eq!(drawn[0][1], 3.0);
}

/// Returns the sections of a head, in the order time, rows, columns.
fn sections(state: &str) -> [usize; 3] {
    let drawn = rows(state);
    [0.0, 1.0, 2.0].map(|axis| drawn.iter().filter(|row| row[0] == axis).count())
}

/// Returns the last three numbers of the reading in an M-RoPE: what a frame, a row and a column take from the score.
fn steps(state: &str) -> [f64; 3] {
    let sentence = Figure::new(NAME).reading(&spec(state));
    let by = |step: &str| {
        let (_, rest) = sentence.split_once(&format!("one {step}")).unwrap();
        let number = rest.split("by ").nth(1).unwrap();
        let number = number
            .split([',', ' '])
            .next()
            .unwrap()
            .trim_end_matches('.');
        let (mantissa, power) = number
            .split_once("\u{a0}×\u{a0}10⁻")
            .unwrap_or((number, "⁰"));
        let digits: String = power
            .chars()
            .map(|digit| match digit {
                '⁰' => '0',
                '¹' => '1',
                '²' => '2',
                '³' => '3',
                '⁴' => '4',
                '⁵' => '5',
                '⁶' => '6',
                '⁷' => '7',
                '⁸' => '8',
                _ => '9',
            })
            .collect();
        mantissa.parse::<f64>().unwrap() * 10f64.powi(-digits.parse::<i32>().unwrap())
    };
    ["frame", "row", "column"].map(by)
}

const QWEN2: &str = "axes=mrope&base=1000000&dim=128";
const QWEN3: &str = "axes=interleaved&base=5000000&dim=128";

/// Returns how much lower equal vectors score at an offset than in the same place.
fn loss(rope: &AxialRope, offset: &[f64]) -> f64 {
    let (zero, ones) = (vec![0.0; offset.len()], vec![1.0; rope.head_dim()]);
    1.0 - rope.score((&zero, &ones), (offset, &ones)).unwrap() / rope.head_dim() as f64
}

#[test]
fn a_step_takes_from_the_score_what_the_core_says() {
    for (state, base, sections, order) in [
        (QWEN2, 1e6, [16, 24, 24], SectionOrder::Contiguous),
        (QWEN3, 5e6, [24, 20, 20], SectionOrder::Interleaved),
    ] {
        let frequencies = Frequencies::new(base, 128).unwrap();
        let rope = AxialRope::mrope(&frequencies, &sections, order, Pairing::Interleaved).unwrap();
        let offsets = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let expected = offsets.map(|offset| loss(&rope, &offset));
        for (step, expected) in steps(state).into_iter().zip(expected) {
            // A reading rounds to three digits at least.
            assert!(
                (step / expected - 1.0).abs() < 0.005,
                "{step}, not {expected}"
            );
        }
    }
}

#[test]
fn sections_give_time_most_and_columns_least_and_interleaving_evens_them_out() {
    let [frame, row, column] = steps(QWEN2);
    assert!(frame > 500.0 * row && row > 10_000.0 * column);
    let [frame, row, column] = steps(QWEN3);
    assert!(frame < 4.0 * column && row < 2.0 * column);
}

#[test]
fn interleaved_pairs_go_to_time_row_and_column_in_turn() {
    let axes: Vec<f64> = rows(QWEN3).iter().map(|row| row[0]).collect();
    assert_eq!(sections(QWEN3), [24, 20, 20]);
    assert_eq!(axes[..6], [0.0, 1.0, 2.0, 0.0, 1.0, 2.0]);
    assert_eq!(axes[60..], [0.0; 4]);
}

#[test]
fn a_border_is_dragged_alone_and_every_pair_stays_in_a_section() {
    let state = spec(QWEN2);
    for width in [358.0, 760.0] {
        let mut figure = Figure::new(NAME);
        let handles = figure.draw(&state, width).handles().to_vec();
        let border = |key: Key| {
            let grab = Grab::Slide {
                x: Some(key),
                y: None,
            };
            *handles.iter().find(|handle| handle.grab == grab).unwrap()
        };
        for (key, to, expected) in [
            (Key::TimeEnd, 30.0, [30, 10, 24]),
            (Key::TimeEnd, -9.0, [0, 40, 24]),
            (Key::TimeEnd, 60.0, [40, 0, 24]),
            (Key::RowEnd, 50.2, [16, 34, 14]),
            (Key::RowEnd, 90.0, [16, 48, 0]),
        ] {
            let handle = border(key);
            let at = Point::new(handle.panel.x_px(to), handle.rect.center().y);
            let moved = phasor_figures::drag(&handle, &state, at, at);
            let counts = sections(&phasor_figures::query::format(&moved));
            assert_eq!(counts, expected, "{key:?} at {to}");
        }
    }
}

#[test]
fn other_heads_are_divided_in_proportion() {
    assert_eq!(sections("axes=mrope&dim=64"), [8, 12, 12]);
    for n_pairs in 1..=70 {
        for axes in ["mrope", "interleaved"] {
            let counts = sections(&format!("axes={axes}&dim={}", 2 * n_pairs));
            assert_eq!(counts.iter().sum::<usize>(), n_pairs, "{axes}");
        }
    }
}

#[test]
fn the_film_chooses_the_frame_and_goes_on_beyond_its_ends() {
    for (now, to, expected) in [(0.0, 3.1, 3.0), (0.0, -9.0, -4.0), (16.0, 10.0, 10.0)] {
        let state = spec(&format!("{QWEN2}&frame={now}"));
        let mut figure = Figure::new(NAME);
        let handles = figure.draw(&state, 358.0).handles().to_vec();
        let grab = Grab::Slide {
            x: Some(Key::Frame),
            y: None,
        };
        let film = handles.iter().find(|handle| handle.grab == grab).unwrap();
        let at = Point::new(film.panel.x_px(to), film.rect.center().y);
        assert_eq!(phasor_figures::drag(film, &state, at, at).frame(), expected);
    }
    let mut figure = Figure::new(NAME);
    let handles = figure.draw(&Spec::default(), 358.0).handles();
    assert!(handles.iter().all(|handle| !matches!(
        handle.grab,
        Grab::Slide {
            x: Some(Key::Frame),
            ..
        }
    )));
}

/// Returns the topmost handle at a place of the image.
fn handle_at(drawing: &Drawing, (row, column): (f64, f64)) -> Handle {
    let panel = drawing.handles()[0].panel;
    let at = Point::new(panel.x_px(column), panel.y_px(row));
    *drawing.handle_at(at).unwrap()
}

#[test]
fn q_goes_to_the_pointer_k_is_held_by_its_flag_and_arrows_move_q() {
    let state = Spec::default();
    let mut figure = Figure::new(NAME);
    let drawing = figure.draw(&state, 760.0);
    let image = handle_at(drawing, (0.9, 6.2));
    let to = |row: f64, column: f64| {
        let at = Point::new(image.panel.x_px(column), image.panel.y_px(row));
        phasor_figures::drag(&image, &state, at, at)
    };
    assert_eq!(to(0.9, 6.2).query_patch(), (1.0, 6.0));
    assert_eq!(to(0.9, 6.2).key_patch(), state.key_patch());
    // From patch to patch it glides.
    let (row, column) = to(2.4, 9.0).query_patch();
    assert!(row > 2.0 && row < 2.5);
    assert_eq!(column, 7.0);
    let flag = drawing
        .bubbles()
        .iter()
        .find(|bubble| bubble.ink == Ink::Key)
        .unwrap();
    let flag = *drawing.handle_at(flag.center).unwrap();
    let at = Point::new(image.panel.x_px(3.0), image.panel.y_px(7.0));
    let moved = phasor_figures::drag(&flag, &state, at, at);
    assert_eq!(
        (moved.key_patch(), moved.query_patch()),
        ((7.0, 3.0), (2.0, 2.0))
    );
    let mut moved = state.clone();
    NAME.arrow(&mut moved, 1.0, -1.0);
    assert_eq!(moved.query_patch(), (1.0, 3.0));
}

#[test]
fn patches_glide_when_a_preset_moves_them() {
    let (from, to) = (Spec::default(), spec("query-row=5&frame=2"));
    let between = from.on_the_way(&to, 0.5);
    assert_eq!((between.query_patch(), between.frame()), ((3.5, 2.0), 1.0));
}

/// How much of the picture shows through on every patch, row by row, and the texts of the scale.
fn lights(state: &str) -> (Vec<f32>, Vec<String>) {
    let mut figure = Figure::new(NAME);
    let drawing = figure.draw(&spec(state), 760.0);
    let image = drawing.handles()[0].rect;
    let cell = image.width / 8.0;
    let patches = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Box {
            rect,
            ink: Ink::Surface,
            alpha,
        } if (rect.width - cell).abs() < 1e-3 && (rect.height - cell).abs() < 1e-3 => {
            Some(1.0 - alpha)
        }
        _ => None,
    });
    let texts = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Text { text, at, .. } if at.y < 20.0 => Some(drawing.text_of(text).to_owned()),
        _ => None,
    });
    (patches.collect(), texts.collect())
}

#[test]
fn q_is_brightest_and_each_scheme_shows_its_fall() {
    let at = |lights: &[f32], row: usize, column: usize| lights[8 * row + column];
    for state in ["", QWEN2, QWEN3] {
        let (lights, _) = lights(state);
        assert_eq!((lights.len(), at(&lights, 2, 2)), (64, 1.0), "{state}");
        assert!(at(&lights, 2, 2) > at(&lights, 2, 3) && at(&lights, 2, 3) > at(&lights, 2, 5));
        assert!(at(&lights, 2, 2) > at(&lights, 3, 2) && at(&lights, 3, 2) > at(&lights, 5, 2));
    }
    // In sections, the whole row of q is brighter than any other row.
    let (lights, _) = lights(QWEN2);
    let of_row = lights[16..24].iter().copied().fold(1.0, f32::min);
    let others = (0..64)
        .filter(|patch| patch / 8 != 2)
        .map(|patch| lights[patch]);
    assert!(others.fold(0.0, f32::max) < of_row - 0.2);
}

#[test]
fn a_later_frame_is_dimmer_on_the_same_scale() {
    for (state, expected) in [(QWEN2, ["10⁻¹⁰", "1"]), (QWEN3, ["0", "0.212"])] {
        let (now, scale) = lights(state);
        assert_eq!([&scale[1], &scale[2]], expected, "{state}");
        for frame in [-16, -1, 1, 5, 16] {
            let (later, same) = lights(&format!("{state}&frame={frame}"));
            assert_eq!(same[..3], scale[..3]);
            assert!(
                now.iter().zip(&later).all(|(now, later)| later < now),
                "frame {frame}"
            );
        }
    }
}

/// Returns the two numbers of the reading of axial RoPE: the losses of a row, and of k.
fn axial(state: &str) -> (f64, f64) {
    let sentence = Figure::new(NAME).reading(&spec(state));
    match numbers(&sentence)[..] {
        [row, key] => (row, key),
        _ => panic!("{sentence}"),
    }
}

#[test]
fn presets_do_what_they_are_called() {
    let query = |label: &str| {
        let mut presets = NAME.presets().iter();
        presets.find(|preset| preset.label == label).unwrap().query
    };
    let (row, key) = axial("");
    assert_eq!(axial(query("same offset, same score")), (row, key));
    assert_ne!(axial("key-row=7").1, key);
    let (deeper, _) = axial(query("small base: a deeper fall"));
    assert!(deeper > 1.5 * row);
    assert_eq!(sections(query("M-RoPE as in Qwen2-VL")), [16, 24, 24]);
    assert_eq!(sections(query("interleaved as in Qwen3-VL")), [24, 20, 20]);
    assert_eq!(spec(query("the next frame")).frame(), 1.0);
    // In axial RoPE, k's loss is the mean over its pairs.
    let cosines: Vec<f64> = rows("").iter().map(|row| row[2]).collect();
    let mean = cosines.iter().sum::<f64>() / cosines.len() as f64;
    assert!((1.0 - mean - key).abs() < 6e-5);
}

const ALL: &str = "axes=all&base=1000000&dim=128";

/// Returns what the core's three ways of sharing out a head of 128 components lose at an offset in time, rows and columns.
fn losses_of_all(base: f64, [time, row, column]: [f64; 3]) -> [f64; 3] {
    let frequencies = Frequencies::new(base, 128).unwrap();
    let axial = AxialRope::axial(base, &[64, 64], Pairing::HalfSplit).unwrap();
    let mrope = |sections: [usize; 3], order| {
        let rope = AxialRope::mrope(&frequencies, &sections, order, Pairing::HalfSplit).unwrap();
        loss(&rope, &[time, row, column])
    };
    [
        loss(&axial, &[row, column]),
        mrope([16, 24, 24], SectionOrder::Contiguous),
        mrope([24, 20, 20], SectionOrder::Interleaved),
    ]
}

#[test]
fn side_by_side_all_patches_lose_what_the_core_says() {
    for frame in [0.0, 3.0] {
        let drawn = rows(&format!("{ALL}&frame={frame}"));
        assert_eq!(drawn.len(), 64);
        for (patch, row) in drawn.iter().enumerate() {
            let offset = [frame, (patch / 8) as f64 - 2.0, (patch % 8) as f64 - 2.0];
            for (drawn, expected) in row.iter().zip(losses_of_all(1e6, offset)) {
                assert!((drawn - expected).abs() < 1e-13, "patch {patch}");
            }
        }
    }
}

#[test]
fn side_by_side_sections_hardly_count_a_column() {
    let sentence = Figure::new(NAME).reading(&spec(ALL));
    assert!(sentence.contains("columns count least"), "{sentence}");
    let [axial, sections, interleaved] = losses_of_all(1e6, [0.0, 0.0, 1.0]);
    assert!((sections / 7.05e-10 - 1.0).abs() < 1e-3);
    assert!(interleaved > 6e6 * sections && axial > 2.0 * interleaved);
    for number in ["7.05\u{a0}×\u{a0}10⁻¹⁰", "0.00441", "0.01274"] {
        assert!(sentence.contains(number), "{sentence}");
    }
}

/// The colours of a board fall from q's patch on, as far as it can be seen, and a press above it leads to its way.
#[test]
fn side_by_side_every_board_shows_its_fall_and_leads_to_its_way() {
    for width in [340.0, 760.0, 1100.0] {
        let mut figure = Figure::new(NAME);
        let drawing = figure.draw(&spec(ALL), width);
        let moves_query = |handle: &&Handle| {
            let x = Some(Key::QueryColumn);
            matches!(handle.grab, Grab::Slide { x: key, .. } if key == x)
                && handle.rect.width > 60.0
        };
        let boards = drawing.handles().iter().filter(moves_query);
        assert_eq!(boards.clone().count(), 3);
        for board in boards {
            let shades = drawing.marks().iter().filter_map(|mark| match mark {
                Mark::Box {
                    rect,
                    ink: Ink::Sequential(shade),
                    ..
                } if board.rect.contains(rect.center()) => Some(*shade),
                _ => None,
            });
            let shades: Vec<f32> = shades.collect();
            let at = |row: usize, column: usize| shades[8 * row + column];
            assert_eq!(shades.len(), 64);
            assert!(at(2, 2) > at(3, 2) + 0.03 && at(3, 2) > at(7, 2) + 0.1);
            assert!(at(2, 2) > at(2, 3) + 0.03 && at(2, 3) > at(2, 7) + 0.1);
        }
        let ways = drawing
            .handles()
            .iter()
            .filter_map(|handle| match handle.grab {
                Grab::Set(Key::Axes, place) => Some(place),
                _ => None,
            });
        assert_eq!(ways.collect::<Vec<f64>>(), [0.0, 1.0, 2.0]);
    }
}

/// On the way from all boards to one, the board grows from its place to that of the image, and back.
#[test]
fn a_board_grows_into_the_image() {
    for (width, word) in [(340.0, "mrope"), (760.0, "axial"), (760.0, "interleaved")] {
        let (all, one) = (spec(ALL), spec(&format!("{ALL}&axes={word}")));
        assert!(all.secs_to(&one) > 0.5 && !all.jumps_to(&one));
        let mut figure = Figure::new(NAME);
        let mut largest = |state: &Spec| {
            let drawing = figure.draw(state, width);
            let cells = drawing.marks().iter().filter_map(|mark| match mark {
                Mark::Box {
                    rect,
                    ink: Ink::Sequential(_),
                    ..
                } if (rect.width - rect.height).abs() < 1e-3 => Some(rect.width),
                _ => None,
            });
            cells.fold(0.0, f32::max)
        };
        let sizes = [0.01, 0.3, 0.6, 0.99].map(|part| largest(&all.on_the_way(&one, part)));
        assert!(sizes.is_sorted_by(|one, other| one <= other), "{sizes:?}");
        assert!(sizes[3] > 1.5 * largest(&all) && largest(&one) == 0.0);
        let back = largest(&one.on_the_way(&all, 0.4));
        assert!((back - sizes[2]).abs() < 1e-3);
    }
}
