//! What a bias does to the attention of a word.

use phasor_draw::{Ink, Mark, Point};
use phasor_figures::{Figure, FigureName, Grab, Key, drag};

use crate::support::{column, spec, table};

const BIASED: FigureName = FigureName::BiasedAttention;

/// “Another” is the query, two words after one dog and one before the other.
const ANOTHER: &str = "token=3&sentence=the+dog+chased+another+dog";

fn columns(state: &str, name: &str) -> Vec<f64> {
    column(&table(BIASED, &format!("{ANOTHER}&{state}")), name)
}

#[test]
fn equal_words_get_equal_attention_until_a_bias_tells_them_apart() {
    let weights = columns("relative=plain", "attention weight");
    assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    assert!((weights[1] - weights[4]).abs() < 1e-12);
    // One token nearer, a head with slope m multiplies the weight by e to the power of m.
    let weights = columns("relative=alibi&n-heads=12&head=8", "attention weight");
    let slope = 2f64.powf(-0.5);
    assert!((weights[4] / weights[1] - slope.exp()).abs() < 1e-9);
}

#[test]
fn a_score_is_content_and_bias_and_only_a_bias_changes_attention() {
    for state in [
        "relative=plain",
        "relative=alibi&head=3",
        "relative=t5&bias=-2",
        "relative=shaw&clip=1",
    ] {
        let [content, bias, score] =
            ["content score", "bias", "score"].map(|name| columns(state, name));
        for place in 0..5 {
            assert!((content[place] + bias[place] - score[place]).abs() < 1e-12);
        }
        let unbiased = columns(state, "attention weight without bias");
        assert_eq!(unbiased, columns("relative=plain", "attention weight"));
    }
}

#[test]
fn what_is_learned_is_added_where_offsets_share_a_row_or_a_bucket() {
    let t5 = columns("relative=t5&bias=5&offset=1", "bias");
    assert_eq!(t5, [0.0, 0.0, 0.0, 0.0, 5.0]);
    let shaw = columns("relative=shaw&clip=2&bias=-4&offset=-3", "bias");
    assert_eq!(shaw, [-4.0, -4.0, 0.0, 0.0, 0.0]);
}

#[test]
fn the_steepest_bias_stays_in_its_column() {
    // The first of 64 heads has a slope of 0.917, and the first of ten words is nine tokens away from the last.
    let state =
        "relative=alibi&n-heads=64&head=0&token=9&sentence=the+old+dog+and+the+old+cat+saw+the+dog";
    let bias = column(&table(BIASED, state), "bias");
    let lowest = bias.into_iter().fold(0.0, f64::min);
    assert!(lowest < -8.0, "{lowest}");
    let mut figure = Figure::new(BIASED);
    let drawing = figure.draw(&spec(state), 760.0);
    let left = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Box {
            rect,
            ink: Ink::Third,
            ..
        } => Some(rect.x),
        _ => None,
    });
    // The words and the first column are to the left of it.
    let leftmost = left.fold(f32::INFINITY, f32::min);
    assert!(leftmost > 104.0 + (760.0 - 104.0) / 3.0, "{leftmost}");
}

#[test]
fn a_mask_hides_later_words() {
    assert_eq!(
        columns("relative=plain&mask=causal", "offset"),
        [-3.0, -2.0, -1.0, 0.0]
    );
}

#[test]
fn the_query_and_the_learned_number_can_be_dragged() {
    let opened = spec(&format!("{ANOTHER}&relative=t5&bias=3&offset=1"));
    let mut figure = Figure::new(BIASED);
    let drawing = figure.draw(&opened, 760.0);
    let bubbles: Vec<Point> = drawing
        .bubbles()
        .iter()
        .map(|bubble| bubble.center)
        .collect();
    assert_eq!(bubbles.len(), 2);
    let held = |from: Point, by: Point| {
        let handle = drawing.handle_at(from).unwrap();
        assert!(matches!(handle.grab, Grab::Slide { .. }));
        drag(handle, &opened, from, from + by)
    };
    let moved = held(bubbles[0], Point::new(0.0, -60.0));
    assert!(moved.number(Key::Token) < opened.number(Key::Token));
    let moved = held(bubbles[1], Point::new(-200.0, 0.0));
    assert!(moved.number(Key::Bias) < Some(0.0));
    // What is under the pointer is the row that it is in.
    let [words, bias] = [bubbles[0], bubbles[1]];
    for (point, row) in [
        (words, "“another”, offset 0"),
        (bias, "“dog”, offset 1"),
        (Point::new(bias.x, words.y), "“another”, offset 0"),
        (Point::new(200.0, bias.y), "“dog”, offset 1"),
    ] {
        let probe = figure.probe(&opened, point).unwrap();
        assert!(probe.starts_with(row), "{probe}");
    }
}
