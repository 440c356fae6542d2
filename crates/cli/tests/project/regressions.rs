//! Tests for faults that occurred once and must not return.

use phasor_draw::{Ink, Mark, Point};
use phasor_figures::{Figure, FigureName, Grab, Key, Sentence, query};
use phasor_model_files::{Severity, Unreadable};
use phasor_params::ParameterError;
use phasor_report::Ask;
use phasor_report::checkpoint::{Header, Index};
use phasor_text::number::Short;

#[test]
fn a_large_integer_is_dragged_on_its_own_page() {
    let (spec, _) = query::parse("value=9007199254740000&bits=53&length=512");
    let mut figure = Figure::new(FigureName::BinaryBits);
    let handles = figure.draw(&spec, 760.0).handles().to_vec();
    let lanes = handles
        .into_iter()
        .rev()
        .find(|handle| handle.grab == Grab::Position)
        .unwrap();
    let under = Point::new(
        lanes.panel.x_px(lanes.panel.x.low + 100.2),
        lanes.rect.y + 20.0,
    );
    let moved = phasor_figures::drag(&lanes, &spec, under, under);
    assert_eq!(moved.value() as f64, lanes.panel.x.low + 100.0);
}

#[test]
fn a_key_press_never_moves_against_its_direction() {
    // A short page leaves an offset beyond the ends of its slider.
    let (spec, _) = query::parse("length=4&offset=60");
    let range = spec.slider_range(Key::Offset).unwrap();
    assert!(range.stepped(spec.offset(), true, false) >= spec.offset());
}

#[test]
fn a_rounded_number_has_the_digits_of_its_size() {
    let written = [999.96, 99.996, 9.9996, 0.99996, 0.0999996].map(|n| Short(n).to_string());
    assert_eq!(written, ["1,000", "100.0", "10.00", "1.000", "0.1000"]);
}

#[test]
fn a_quoted_value_cannot_turn_the_sentence_round() {
    for mark in ['\u{202e}', '\u{2066}', '\u{2028}', '\u{200f}', '\u{feff}'] {
        let error = ParameterError::unknown_name::<Key>(&format!("a{mark}b")).to_string();
        assert!(!error.contains(mark), "{error:?}");
    }
}

#[test]
fn the_cursor_frames_one_cell_however_far_out_it_is() {
    for (position, length) in [(0, 16), (9_033_168, 2), (9_999_999, 16), (9_999_936, 64)] {
        let (spec, _) = query::parse(&format!("position={position}&offset=0&length={length}"));
        let mut figure = Figure::new(FigureName::DistanceHeatmap);
        let drawing = figure.draw(&spec, 760.0);
        let cell = drawing.rasters().first().unwrap().rect.width / length as f32;
        let mut frames = drawing.marks().iter().filter_map(|mark| match mark {
            Mark::Line {
                points,
                ink: Ink::Text,
                ..
            } if points.len() == 5 => Some(drawing.points(points)),
            _ => None,
        });
        let corners = frames.next_back().unwrap();
        let frame = corners.get(1).unwrap().x - corners.first().unwrap().x;
        // The frame adds 1.5 px on either side, and a cell never appears smaller than 7 px.
        assert!(
            (frame - 3.0 - cell.max(7.0)).abs() < 0.1,
            "a frame of {frame} px for {cell} px at {position}"
        );
    }
}

/// Configurations that once lost a decision of their class when they were written.
const WRITTEN: &[&str] = &[
    r#"{"model_type": "llama", "rope_interleave": true}"#,
    r#"{"model_type": "cohere", "rope_interleave": false}"#,
    r#"{"model_type": "deepseek_v3", "qk_rope_head_dim": 32}"#,
    r#"{"model_type": "phi", "partial_rotary_factor": 1.0}"#,
    r#"{"model_type": "llama", "partial_rotary_factor": 0.5, "rope_scaling": {"type": "yarn", "rope_theta": 1}}"#,
    r#"{"model_type": "gemma3_text", "rope_scaling": {"type": "yarn", "factor": 2, "truncate": false}}"#,
    r#"{"model_type": "gptj", "qk_rope_head_dim": 64, "rope_parameters":
        {"full_attention": {"partial_rotary_factor": 0.5}, "sliding_attention": {}}}"#,
    r#"{"model_type": "mpt", "alibi": false}"#,
    r#"{"model_type": "bloom"}"#,
    r#"{"model_type": "gpt2"}"#,
];

#[test]
fn what_a_class_decides_is_written() {
    for text in WRITTEN {
        let model = phasor_model_files::read(text).unwrap().model;
        let written = model.to_json();
        assert_eq!(
            phasor_model_files::read(&written).unwrap().model,
            model,
            "{written}"
        );
    }
}

#[test]
fn a_list_that_is_short_as_text_does_not_fill_the_memory() {
    // A text of 1 MiB with 150,000 objects once took 98 MiB.
    let text = format!("{{\"x\": [{}0]}}", "{\"\":0},".repeat(40_000));
    assert_eq!(
        phasor_model_files::read(&text),
        Err(Unreadable::TooNested(40_002))
    );
}

#[test]
fn a_configuration_is_as_slow_as_it_is_long() {
    // Each finding once repeated the whole name of the layer type before its key, which took 2 seconds.
    let keys: Vec<String> = (0..60_000).map(|i| format!("\"{i:x}\": 0")).collect();
    let (name, keys) = ("x".repeat(300_000), keys.join(","));
    let text = format!("{{\"rope_parameters\": {{\"{name}\": {{{keys}}}}}}}");
    let findings = phasor_model_files::read(&text).unwrap().findings;
    assert!(findings.iter().all(|finding| finding.key.len() < 100));
    // Each layer type costs one more rotation for a reader of all of them.
    let layer_types: Vec<String> = (0..20_000).map(|i| format!("\"{i:x}\": {{}}")).collect();
    let text = format!("{{\"rope_parameters\": {{{}}}}}", layer_types.join(","));
    let reading = phasor_model_files::read(&text).unwrap();
    let error = "error: rope_parameters: Must have at most 16 layer types; the others are ignored.";
    assert!(
        reading
            .findings
            .iter()
            .any(|finding| finding.to_string() == error)
    );
    // Each section of M-RoPE costs a look-up for every pair.
    let text = format!(
        "{{\"model_type\": \"llama\", \"head_dim\": 64, \"rope_parameters\": {{\"mrope_section\": {:?}}}}}",
        [1; 20_000]
    );
    let reading = phasor_model_files::read(&text).unwrap();
    assert_eq!(reading.model.rope(None).unwrap().sections, None);
    assert_eq!(
        reading
            .findings
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .count(),
        1
    );
}

#[test]
fn a_base_near_0_makes_finite_frequencies() {
    let model = phasor_model_files::read(r#"{"rope_theta": 5e-324, "head_dim": 128}"#)
        .unwrap()
        .model;
    let scaled = model.rope(None).unwrap().scaled(None).unwrap();
    assert!(
        scaled
            .frequencies()
            .inv_freq()
            .iter()
            .all(|entry| entry.is_finite())
    );
}

#[test]
fn a_key_of_a_file_cannot_break_the_line() {
    let findings = phasor_model_files::read(r#"{"rope\n\u001b[2J\u202e": 1}"#)
        .unwrap()
        .findings;
    let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert!(
        lines.iter().any(|line| line.starts_with("note: rope[2J: ")),
        "{lines:?}"
    );
    assert!(!lines.concat().contains(['\n', '\u{1b}', '\u{202e}']));
}

#[test]
fn a_question_about_a_model_cannot_break_the_line() {
    let (_, errors) = Ask::parse("view=a%0Ab%00c%E2%80%AEd");
    assert!(
        errors[0].to_string().ends_with(", not `abcd`."),
        "{errors:?}"
    );
}

#[test]
fn the_name_of_a_tensor_cannot_break_the_line() {
    let json = "{\"a\\n\\u007fb\": 1}";
    let file = [&(json.len() as u64).to_le_bytes(), json.as_bytes()].concat();
    let error = Header::read(&file, file.len() as u64).unwrap_err();
    assert!(error.to_string().contains("`ab` must"), "{error}");
}

#[test]
fn a_header_that_is_one_long_text_does_not_make_a_long_sentence() {
    let json = format!("\"{}\"", "x".repeat(10_000));
    let file = [&(json.len() as u64).to_le_bytes(), json.as_bytes()].concat();
    let error = Header::read(&file, file.len() as u64).unwrap_err();
    assert!(error.to_string().len() < 200, "{error}");
    let error = Index::read(b"[1, 2").unwrap_err();
    assert!(error.to_string().len() < 200, "{error}");
}

#[test]
fn a_word_is_completed_only_to_a_known_word() {
    assert!(!Sentence::completions("the ca").is_empty());
    assert!(!Sentence::completions("the \"Ca").is_empty());
    for text in ["don't", "the \u{4}e", "2t", "-a", "the ca "] {
        assert_eq!(Sentence::completions(text), [""; 0], "{text:?}");
    }
}

#[test]
fn a_word_of_a_million_letters_is_compared_at_once() {
    let near = Sentence::nearest(&"dogg".repeat(250_000));
    assert_eq!(near, Sentence::nearest(&"dogg".repeat(10)));
}

#[test]
fn a_mended_text_can_be_read() {
    let text = r#"{"dim": 4096, "n_layers": 32, "n_xeads": 32, "rope_teta": 500000}"#;
    assert!(phasor_model_files::read(text).is_ok());
    let mended = phasor_model_files::mended(text).unwrap();
    assert!(
        mended.contains("n_xeads") && mended.contains("rope_theta"),
        "{mended}"
    );
    assert!(phasor_model_files::read(&mended).is_ok());
}

#[test]
fn zero_has_no_sign() {
    let (spec, _) = query::parse("position=3&offset=-0");
    assert_eq!(spec.text(Key::Offset), "0");
    let mut figure = Figure::new(FigureName::SineWaves);
    let handles = figure.draw(&spec, 760.0).handles().to_vec();
    let cursor = handles
        .into_iter()
        .rev()
        .find(|handle| handle.grab == Grab::Position)
        .unwrap();
    let left = Point::new(cursor.panel.x_px(-0.3), cursor.rect.y);
    assert_eq!(
        phasor_figures::drag(&cursor, &spec, left, left).text(Key::Position),
        "0"
    );
}
