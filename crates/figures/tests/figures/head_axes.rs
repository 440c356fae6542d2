//! The figure of the axes of real models shows the core's models, and its readings are true.

use phasor_draw::{Ink, Mark, Point};
use phasor_encoding::frequency::wavelength;
use phasor_encoding::rotary::axial::{
    DinoV3, Flux1, Flux2, Grid, HunyuanVideo, Patch, PatchModel, Qwen3Vl, Sam2,
};
use phasor_figures::{Figure, FigureName, Grab, Key, Spec, drag};

use crate::support::{numbers, spec};

const NAME: FigureName = FigureName::HeadAxes;

/// Returns axis, wavelength, angle and score of every pair.
fn rows(state: &str) -> Vec<Vec<f64>> {
    let table = Figure::new(NAME).table(&spec(state));
    (0..table.n_rows()).map(|row| table.row(row)).collect()
}

fn reading(state: &str) -> Vec<f64> {
    numbers(&Figure::new(NAME).reading(&spec(state)))
}

/// A patch that another figure has dragged may stand between two.
#[test]
fn between_two_patches_the_parts_still_add_up() {
    for model in ["flux-1", "flux-2", "qwen3-vl", "dinov3"] {
        let between = "query-row=2.25&query-column=2.41&key-row=4.5&key-column=5";
        let state = format!("picture-model={model}&{between}");
        let text = Figure::new(NAME).reading(&spec(&state));
        let numbers = numbers(&text);
        let [.., first, second, score] = numbers[..] else {
            panic!("{text}");
        };
        assert!((first + second + score - 1.0).abs() < 2e-4, "{text}");
        let mean = rows(&state).iter().map(|row| row[3]).sum::<f64>() / rows(&state).len() as f64;
        assert!((score - mean).abs() < 1e-4, "{text}");
    }
}

/// The angles of the figure are those of the core's models, two rows down and three columns to the right.
#[test]
fn pairs_follow_the_axes_of_the_core() {
    let models: [(&str, &dyn PatchModel); 6] = [
        ("flux-1", &Flux1),
        ("flux-2", &Flux2::default()),
        ("hunyuan-video", &HunyuanVideo),
        ("qwen3-vl", &Qwen3Vl::default()),
        ("dinov3", &DinoV3::default()),
        ("sam-2", &Sam2),
    ];
    let grid = Grid::new(1, 8, 8).unwrap();
    let at = |row, column| Patch {
        row,
        column,
        ..Patch::default()
    };
    for (name, model) in models {
        let drawn = rows(&format!(
            "picture-model={name}&query-row=1&query-column=1&key-row=3&key-column=4"
        ));
        let [from, to] = [at(1, 1), at(3, 4)].map(|patch| model.position(grid, patch));
        let by: Vec<f64> = to.iter().zip(&from).map(|(to, from)| to - from).collect();
        let rope = model.rope().unwrap();
        let angles = rope.angles(&by).unwrap();
        let axes: Vec<usize> = rope.axis_of_pair().collect();
        assert_eq!(drawn.len(), angles.len(), "{name}");
        for ((row, angle), axis) in drawn.iter().zip(angles).zip(axes) {
            assert_eq!((row[0], row[2]), (axis as f64, angle), "{name}");
            assert!((row[3] - angle.cos()).abs() < 1e-15);
        }
    }
}

#[test]
fn wavelengths_count_patches_and_frames() {
    let hunyuan = rows("picture-model=hunyuan-video");
    assert!((hunyuan[3][1] - 50.265).abs() < 1e-3);
    // RIFLEx takes the video to 66 latent frames.
    let longer = rows("picture-model=hunyuan-riflex");
    assert!((longer[3][1] - 66.0).abs() < 1e-9);
    assert_eq!(longer[4], hunyuan[4]);
    // DINOv3 moves by a quarter from one of eight patches to the next, and its first pair makes a turn in 1.
    let dino = rows("picture-model=dinov3");
    assert!((dino[0][1] - 4.0).abs() < 1e-12);
    // All patches are at one place of the axis of the text.
    let flux = rows("picture-model=flux-2");
    assert!((flux[48][1] - wavelength(1.0)).abs() < 1e-12);
}

#[test]
fn half_of_the_pairs_of_time_are_back_after_fifty_frames() {
    let same = "frames-later=50&query-row=2&query-column=2&key-row=2&key-column=2";
    let back = |model: &str| {
        let numbers = reading(&format!("picture-model={model}&{same}"));
        (numbers[0], numbers[1], numbers[2])
    };
    assert_eq!(back("hunyuan-video"), (4.0, 8.0, 50.0));
    assert_eq!(back("hunyuan-riflex"), (3.0, 8.0, 50.0));
}

/// What the axes take, and what they leave, add up to the largest score.
#[test]
fn axes_take_from_the_score_what_the_reading_says() {
    for model in ["flux-1", "qwen-image", "dinov3", "eva-02"] {
        let sentence = Figure::new(NAME).reading(&spec(&format!("picture-model={model}")));
        let all = numbers(&sentence);
        let [more, less, left] = *all.last_chunk().unwrap();
        assert!((more + less + left - 1.0).abs() < 2e-4, "{sentence}");
        assert!(more >= less);
    }
}

/// The positions of a picture of Ideogram 4 start at 65,536, where bf16 counts in steps of 512.
#[test]
fn in_bf16_one_model_puts_all_patches_at_one_position() {
    assert!(reading("picture-model=ideogram-4").contains(&65_536.0));
    let sentence = Figure::new(NAME).reading(&spec("picture-model=qwen3-vl"));
    assert!(!sentence.contains("bf16"), "{sentence}");
}

#[test]
fn the_score_is_that_of_the_offset_wherever_the_patches_are() {
    let at = |row: u32, column: u32| {
        let state = format!(
            "picture-model=qwen-image&query-row={row}&query-column={column}&key-row={}&key-column={}",
            row + 2,
            column + 3
        );
        Figure::new(NAME).reading(&spec(&state))
    };
    assert_eq!(at(0, 0), at(4, 2));
}

#[test]
fn frames_are_offered_to_models_that_count_them() {
    for (model, is_idle) in [
        ("wan", false),
        ("cosmos", false),
        ("flux-1", true),
        ("sam-2", true),
    ] {
        let spec = spec(&format!("picture-model={model}"));
        assert_eq!(NAME.is_idle(&spec, Key::FramesLater), is_idle, "{model}");
    }
}

#[test]
fn both_patches_and_the_frame_can_be_dragged_by_a_flag() {
    let mut figure = Figure::new(NAME);
    let state: Spec = spec("picture-model=wan&frames-later=20");
    let drawing = figure.draw(&state, 760.0);
    let slides = |key: Key| {
        let slides = drawing
            .handles()
            .iter()
            .filter(move |handle| matches!(handle.grab, Grab::Slide { x, .. } if x == Some(key)));
        slides.count()
    };
    assert_eq!(slides(Key::QueryColumn), 1);
    assert_eq!(slides(Key::KeyColumn), 3);
    assert_eq!(slides(Key::FramesLater), 1);
    assert_eq!(drawing.bubbles().len(), 5);
    // For each of the 64 pairs, a bar for its wavelength and one for its cosine.
    let axes = [Ink::Time, Ink::Rows, Ink::Columns];
    let bars = drawing.marks().iter().filter(|mark| match mark {
        Mark::Box { ink, rect, .. } => rect.y > 40.0 && axes.contains(ink),
        _ => false,
    });
    assert_eq!(bars.count(), 2 * 64);
}

/// Where a heading has no room, none is drawn.
#[test]
fn no_text_is_empty_in_the_narrowest_picture() {
    let state = spec("picture-model=hunyuan-video&frames-later=71");
    let mut figure = Figure::new(NAME);
    let drawing = figure.draw(&state, 240.0);
    let empty = drawing.marks().iter().filter(|mark| match mark {
        Mark::Text { text, .. } => drawing.text_of(text).is_empty(),
        _ => false,
    });
    assert_eq!(empty.count(), 0);
}

#[test]
fn a_press_a_quarter_across_a_very_wide_picture_moves_the_key() {
    let state: Spec = spec("picture-model=flux-1");
    let mut figure = Figure::new(NAME);
    let drawing = figure.draw(&state, 1152.0);
    let point = Point::new(0.25 * 1152.0, drawing.size().1 - 40.0);
    let handle = drawing.handle_at(point).unwrap();
    let moved = drag(handle, &state, point, Point::new(0.1 * 1152.0, point.y));
    assert_ne!(moved.key_patch(), state.key_patch());
}
