//! Pointers and arrow keys: every handle dragged anywhere, clicks, the page that a drag stays on, and the parameters that
//! must not change.

use phasor_draw::{Mark, Point};
use phasor_figures::positions::token_positions::TokenAction;
use phasor_figures::{
    Drawing, Figure, FigureName, Grab, Handle, Key, Moves, Spec, is_under, query, slide, zoom_about,
};
use proptest::prelude::*;
use proptest::sample::select;

use crate::support::spec;

fn specs() -> impl Strategy<Value = Spec> {
    let numbers = (
        0..=10_000_000u32,
        -200..=200i32,
        -200..=200i32,
        2..=1024u32,
        1..=64u32,
        1.0..8.0f64,
    );
    numbers.prop_map(|(position, offset, far_offset, length, n_pairs, zoom)| {
        let dim = 2 * n_pairs;
        spec(&format!(
            "position={position}&offset={offset}&far-offset={far_offset}&length={length}&dim={dim}&zoom={zoom}"
        ))
    })
}

fn middle(handle: &Handle) -> Point {
    Point::new(
        handle.rect.x + handle.rect.width / 2.0,
        handle.rect.y + handle.rect.height / 2.0,
    )
}

/// Returns the topmost handle of this kind.
fn handle(name: FigureName, spec: &Spec, grab: Grab) -> Handle {
    let mut figure = Figure::new(name);
    let handles = figure.draw(spec, 760.0).handles().iter().rev();
    handles.copied().find(|handle| handle.grab == grab).unwrap()
}

fn texts(drawing: &Drawing) -> Vec<String> {
    let texts = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Text { text, .. } => Some(drawing.text_of(text).to_owned()),
        _ => None,
    });
    texts.collect()
}

fn score(spec: &Spec) -> String {
    let mut figure = Figure::new(FigureName::RotationAngles);
    let texts = texts(figure.draw(spec, 760.0));
    texts
        .into_iter()
        .find(|text| text.starts_with("score q"))
        .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_drag_ends_in_a_valid_spec_on_the_same_page(
        name in select(FigureName::ALL.to_vec()), spec in specs(), pick: prop::sample::Index,
        width in select(vec![240.0f32, 340.0, 760.0]), x in -400.0..1200.0f32, y in -400.0..1200.0f32,
    ) {
        let mut figure = Figure::new(name);
        let is_empty = figure.draw(&spec, width).handles().is_empty();
        // A figure that still has work to do may have no handles.
        prop_assume!(!is_empty || !figure.has_work(&spec));
        let handle = *pick.get(figure.drawing().handles());
        let moved = phasor_figures::drag(&handle, &spec, middle(&handle), Point::new(x, y));
        prop_assert_eq!(query::parse(&query::format(&moved)), (moved.clone(), vec![]));
        // A slide follows its own axes, which need not be those of the page.
        if handle.grab.is_dragged() && !matches!(handle.grab, Grab::Slide { .. }) {
            prop_assert_eq!(moved.start(), spec.start());
        }
        // What is under the pointer stays there until the pointer moves; a press may only bring something into focus.
        if handle.grab.takes_hold() {
            let pressed = phasor_figures::drag(&handle, &spec, middle(&handle), middle(&handle));
            let changed: Vec<Key> = pressed.differences(&spec).collect();
            prop_assert!(changed.iter().all(|key| [Key::Pair, Key::Token].contains(key)), "{:?}", changed);
        }
        // A drag may change only the keys of its handle.
        let own: &[Key] = match handle.grab {
            Grab::Position | Grab::Both | Grab::Pull => &[Key::Position, Key::Value],
            Grab::Second => &[Key::Offset],
            Grab::Third => &[Key::FarOffset],
            Grab::Cell => &[Key::Position, Key::Value, Key::Offset],
            Grab::View => &[Key::ViewRow, Key::ViewColumn],
            Grab::Toggle(_) => &[Key::Pairs],
            Grab::Focus(_) => &[Key::Pair],
            Grab::Set(Key::Position, _) => &[Key::Position, Key::Value],
            Grab::Set(key, _) => &[key],
            Grab::Slide { x, y } | Grab::Shift { x, y } => {
                // An integer up to the largest position is the position.
                &[x.or(y).unwrap(), y.or(x).unwrap(), Key::Value]
            }
            Grab::Either { x, y } => &[x, y, Key::Value],
            Grab::Turn(hand) => match (hand.moves, hand.pair_idx) {
                (Moves::All, None) => &[Key::Position, Key::Value],
                (Moves::All, Some(_)) => &[Key::Position, Key::Value, Key::Pair],
                (Moves::Second, None) => &[Key::Offset],
                (Moves::Second, Some(_)) => &[Key::Offset, Key::Pair],
            },
            Grab::Word(_) => &[Key::Arrangement, Key::Token],
            Grab::Token(_) => &[Key::Layout],
            Grab::Act(press) if press == TokenAction::Right.press() => &[
                Key::Patches,
                Key::Padding,
                Key::PaddingMask,
                Key::Borders,
                Key::DocumentMask,
                Key::Past,
                Key::StoredKeys,
                Key::FirstTokens,
            ],
            Grab::Act(_) => &[Key::Layout, Key::TokensRead],
        };
        for &key in Key::ALL.iter().filter(|key| !own.contains(key)) {
            prop_assert_eq!(moved.text(key), spec.text(key), "{:?}", handle.grab);
        }
    }

    #[test]
    fn cursors_go_to_the_whole_position_under_the_pointer(position in 0..126u32, second in 0..128u32, beside in -0.4..0.4f64) {
        let (name, spec) = (FigureName::SineWaves, Spec::default());
        let at = |handle: &Handle, position: u32| {
            // A little beside it, because a pointer is never exact.
            Point::new(handle.panel.x_px(f64::from(position) + beside), handle.rect.y)
        };
        let first = handle(name, &spec, Grab::Position);
        let moved = phasor_figures::drag(&first, &spec, middle(&first), at(&first, position));
        prop_assert_eq!((moved.position(), moved.offset()), (f64::from(position), spec.offset()));
        // Two further on is the second cursor, still on the page.
        let other = handle(name, &moved, Grab::Second);
        let moved = phasor_figures::drag(&other, &moved, middle(&other), at(&other, second));
        prop_assert_eq!((moved.position(), moved.key_position()), (f64::from(position), f64::from(second)));
        let third = handle(name, &spec, Grab::Third);
        let moved = phasor_figures::drag(&third, &spec, middle(&third), at(&third, second));
        prop_assert_eq!((moved.position(), moved.far_position()), (spec.position(), f64::from(second)));
    }

    #[test]
    fn a_cell_is_the_one_under_the_pointer(row in 0..128u32, column in 0..128u32) {
        let spec = Spec::default();
        let matrix = handle(FigureName::DistanceHeatmap, &spec, Grab::Cell);
        let to = Point::new(
            matrix.panel.x_px(f64::from(column) + 0.5),
            matrix.panel.y_px(f64::from(row) + 0.5),
        );
        let moved = phasor_figures::drag(&matrix, &spec, to, to);
        prop_assert_eq!((moved.position(), moved.key_position()), (f64::from(row), f64::from(column)));
        let mut figure = Figure::new(FigureName::DistanceHeatmap);
        figure.draw(&spec, 760.0);
        let sentence = figure.probe(&spec, to).unwrap();
        prop_assert!(sentence.starts_with(&format!("positions {row} and {column}: offset ")), "{sentence}");
        // The mirrored cell has the same distance.
        let mirrored = Point::new(
            matrix.panel.x_px(f64::from(row) + 0.5),
            matrix.panel.y_px(f64::from(column) + 0.5),
        );
        let back = figure.probe(&spec, mirrored).unwrap();
        let value = |text: &str| text.rsplit_once(' ').map(|(_, value)| value.to_owned());
        prop_assert_eq!(value(&sentence), value(&back));
    }

    #[test]
    fn query_and_key_move_together_and_the_score_stays(position in 0..100u32, offset in -20..20i32, by in -900.0..900.0f32) {
        let spec = spec(&format!("position={position}&offset={offset}"));
        let both = handle(FigureName::RotationAngles, &spec, Grab::Both);
        let from = middle(&both);
        let moved = phasor_figures::drag(&both, &spec, from, Point::new(from.x + by, from.y));
        prop_assert_eq!((moved.offset(), score(&moved)), (spec.offset(), score(&spec)));
        let key = handle(FigureName::RotationAngles, &spec, Grab::Second);
        let to = Point::new(key.panel.x_px(f64::from(position + 27)), key.rect.y);
        let moved = phasor_figures::drag(&key, &spec, middle(&key), to);
        prop_assert_eq!((moved.position(), moved.offset()), (spec.position(), 27.0));
        prop_assert_ne!(score(&moved), score(&spec));
    }

    #[test]
    fn a_view_is_dragged_with_the_paper(dx in -150.0..150.0f32, dy in -150.0..150.0f32) {
        let spec = spec("length=1000&zoom=4&view-row=300&view-column=400");
        let view = handle(FigureName::DistanceHeatmap, &spec, Grab::View);
        let from = middle(&view);
        let cells_per_pixel = 250.0 / f64::from(view.rect.width);
        let (row, column) = phasor_figures::drag(&view, &spec, from, Point::new(from.x + dx, from.y + dy)).view();
        // What was under the pointer stays under it. Pixels are f32: 1e-4 of one, at most.
        prop_assert!((row - (300.0 - f64::from(dy) * cells_per_pixel)).abs() < 1e-3);
        prop_assert!((column - (400.0 - f64::from(dx) * cells_per_pixel)).abs() < 1e-3);
    }
}

#[test]
fn a_click_shows_hides_and_brings_into_focus() {
    let spec = spec("pairs=2,5&dim=64");
    for (pair_idx, drawn) in [(5, vec![2]), (9, vec![2, 5, 9])] {
        let wavelength = handle(FigureName::SineWaves, &spec, Grab::Toggle(pair_idx));
        let clicked =
            phasor_figures::drag(&wavelength, &spec, middle(&wavelength), middle(&wavelength));
        assert!(!wavelength.grab.is_dragged());
        assert_eq!(clicked.pairs().resolve(32), drawn);
    }
    let spec = Spec::default();
    let mut figure = Figure::new(FigureName::RotaryLanes);
    let drawing = figure.draw(&spec, 760.0);
    let handles = drawing.handles().iter();
    let lanes = handles.filter(|handle| matches!(handle.grab, Grab::Focus(_)));
    for lane in lanes {
        let clicked = phasor_figures::drag(lane, &spec, middle(lane), middle(lane));
        assert_eq!(Grab::Focus(clicked.pair()), lane.grab);
    }
}

#[test]
fn the_topmost_handle_is_the_one_taken() {
    let mut figure = Figure::new(FigureName::SineWaves);
    let drawing = figure.draw(&Spec::default(), 760.0);
    for grab in [Grab::Position, Grab::Second, Grab::Third] {
        let flag = drawing
            .handles()
            .iter()
            .filter(|handle| handle.grab == grab);
        let flag = flag.min_by(|a, b| a.rect.y.total_cmp(&b.rect.y)).unwrap();
        assert_eq!(drawing.handle_at(middle(flag)).unwrap().grab, grab);
    }
    assert_eq!(drawing.handle_at(Point::new(-1.0, -1.0)), None);
}

#[test]
fn arrows_do_what_each_figure_promises() {
    let pressed = |name: FigureName, from: &str, right: f64, down: f64| {
        let mut spec = spec(from);
        name.arrow(&mut spec, right, down);
        (spec.position(), spec.offset())
    };
    for name in [FigureName::SineWaves, FigureName::RotationAngles] {
        assert_eq!(pressed(name, "position=20&offset=2", 1.0, 0.0), (21.0, 2.0));
        assert_eq!(
            pressed(name, "position=20&offset=2", -1.0, 0.0),
            (19.0, 2.0)
        );
        assert_eq!(pressed(name, "position=20&offset=2", 0.0, 1.0), (20.0, 1.0));
        assert_eq!(
            pressed(name, "position=0&offset=4095", -1.0, -1.0),
            (0.0, 4095.0)
        );
    }
    let bits = FigureName::BinaryBits;
    assert_eq!(
        pressed(bits, "position=20&offset=2", 0.0, -1.0),
        (21.0, 2.0)
    );
    assert_eq!(
        pressed(bits, "position=20&offset=2", -1.0, 0.0),
        (19.0, 2.0)
    );
    let heatmap = FigureName::DistanceHeatmap;
    assert_eq!(
        pressed(heatmap, "position=20&offset=2", 1.0, 0.0),
        (20.0, 3.0)
    );
    assert_eq!(
        pressed(heatmap, "position=20&offset=2", 0.0, 1.0),
        (21.0, 1.0)
    );
    assert_eq!(
        pressed(heatmap, "position=127&offset=0", 1.0, 1.0),
        (127.0, 0.0)
    );
}

#[test]
fn the_view_follows_the_cursor_and_zooms_about_it() {
    let mut spec = spec("length=1000&zoom=10&view-row=500&view-column=500&position=550&offset=0");
    for _ in 0..60 {
        FigureName::DistanceHeatmap.arrow(&mut spec, 1.0, -1.0);
        let (row, column) = spec.view();
        assert!(row <= spec.position() && spec.position() + 1.0 <= row + 100.0);
        assert!(column <= spec.key_position() && spec.key_position() + 1.0 <= column + 100.0);
    }
    assert_eq!((spec.position(), spec.key_position()), (490.0, 610.0));
    assert_eq!(spec.view(), (490.0, 511.0));
    let on_screen = |spec: &Spec| {
        let span = spec.length() as f64 / spec.zoom();
        let ((row, column), middle) = (spec.view(), 0.5);
        (
            (spec.position() + middle - row) / span,
            (spec.key_position() + middle - column) / span,
        )
    };
    let before = on_screen(&spec);
    slide(&mut spec, Key::Zoom, 20.0);
    let after = on_screen(&spec);
    assert_eq!(spec.zoom(), 20.0);
    assert!((before.0 - after.0).abs() < 1e-9 && (before.1 - after.1).abs() < 1e-9);
    slide(&mut spec, Key::Zoom, 1.0);
    assert_eq!(spec.view(), (0.0, 0.0));
}

#[test]
fn query_and_key_together_keep_the_offset_and_the_key_alone_changes_it() {
    let spec = Spec::default();
    let pulled = |grab: Grab| {
        let handle = handle(FigureName::RotationAngles, &spec, grab);
        let from = middle(&handle);
        phasor_figures::drag(&handle, &spec, from, Point::new(from.x + 200.0, from.y))
    };
    let both = pulled(Grab::Both);
    assert!(both.position() > spec.position() && both.offset() == spec.offset());
    let key = pulled(Grab::Second);
    assert!(key.position() == spec.position() && key.offset() > spec.offset());
}

#[test]
fn arrows_move_what_the_figure_says() {
    let mut waves = Spec::default();
    FigureName::SineWaves.arrow(&mut waves, 1.0, -1.0);
    assert_eq!((waves.position(), waves.offset()), (21.0, 3.0));
    let mut heatmap = Spec::default();
    FigureName::DistanceHeatmap.arrow(&mut heatmap, 1.0, 1.0);
    assert_eq!((heatmap.position(), heatmap.key_position()), (21.0, 23.0));
    FigureName::DistanceHeatmap.arrow(&mut heatmap, 1e6, -1e6);
    assert_eq!((heatmap.position(), heatmap.key_position()), (0.0, 127.0));
    let mut bits = spec("value=9007199254740990");
    FigureName::BinaryBits.arrow(&mut bits, 1.0, 0.0);
    assert_eq!(bits.value(), 9_007_199_254_740_991);
}

#[test]
fn zooming_keeps_the_cell_under_the_pointer() {
    let mut zoomed = spec("length=1000&zoom=2&view-row=100&view-column=300");
    let cell = |spec: &Spec| {
        let span = spec.length() as f64 / spec.zoom();
        (spec.view().0 + 0.25 * span, spec.view().1 + 0.75 * span)
    };
    let before = cell(&zoomed);
    zoom_about(&mut zoomed, 5.0, (0.25, 0.75));
    let after = cell(&zoomed);
    assert!((before.0 - after.0).abs() < 1e-9 && (before.1 - after.1).abs() < 1e-9);
}

#[test]
fn the_far_edges_of_the_heatmap_belong_to_its_last_cells() {
    let (name, spec) = (FigureName::DistanceHeatmap, Spec::default());
    let rect = handle(name, &spec, Grab::Cell).rect;
    let mut figure = Figure::new(name);
    figure.draw(&spec, 760.0);
    let inside = Point::new(rect.right() - 0.5, rect.y);
    let last = figure.probe(&spec, inside).unwrap();
    assert!(
        last.starts_with("positions 0 and 127: offset 127,"),
        "{last}"
    );
    let edge = Point::new(rect.right(), rect.y);
    assert_eq!(figure.probe(&spec, edge), Some(last));
}

#[test]
fn what_looks_like_a_handle_is_one() {
    for name in FigureName::ALL {
        let mut figure = Figure::new(name);
        let queries = name.presets().iter().map(|preset| preset.query);
        for query in queries.chain([""]) {
            let drawing = figure.draw(&spec(query), 760.0);
            for bubble in drawing.bubbles() {
                let handle = drawing.handle_at(bubble.center);
                let is_dragged = handle.is_some_and(|handle| handle.grab.is_dragged());
                assert!(is_dragged, "{name:?}?{query}: {:?}", bubble.center);
            }
        }
    }
    // The head of a cursor, above its line.
    let mut figure = Figure::new(FigureName::PastTraining);
    let drawing = figure.draw(&spec("context=32768"), 760.0);
    let is_head = |mark: &&Mark| matches!(mark, Mark::Disc { radius, .. } if *radius == 5.0);
    let head = drawing.marks().iter().find(is_head).unwrap();
    let Mark::Disc { center, .. } = head else {
        panic!("a disc")
    };
    assert!(
        drawing
            .handle_at(*center)
            .is_some_and(|handle| handle.grab.is_dragged())
    );
}

#[test]
fn the_line_of_a_cursor_is_held_where_it_is() {
    let spec = spec("context=32768&position=12");
    let slide = Grab::Slide {
        x: Some(Key::Context),
        y: None,
    };
    for (name, grab, value) in [
        (FigureName::PastTraining, slide, 32_768.0),
        (FigureName::SineWaves, Grab::Position, 12.0),
    ] {
        let handle = handle(name, &spec, grab);
        let at = |by: f32| Point::new(handle.panel.x_px(value) + by, handle.rect.y + 20.0);
        assert!(is_under(&handle, &spec, at(0.0)) && is_under(&handle, &spec, at(-5.0)));
        assert!(!is_under(&handle, &spec, at(9.0)), "{name:?}");
    }
}
