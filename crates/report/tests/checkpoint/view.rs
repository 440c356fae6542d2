//! The report on norms.

use phasor_draw::svg::plain_svg;
use phasor_draw::{Scheme, Theme};
use phasor_report::checkpoint::{Kind, Norms, blocks, heads_of};
use phasor_report::{Block, text};

use crate::mentions::assert_mentions;
use crate::support::subject;

const CONFIG: &str =
    r#"{"model_type": "llama", "head_dim": 16, "num_attention_heads": 2, "rope_theta": 10000.0}"#;

/// Returns norms that grow towards slow pairs.
fn norms(n_layers: usize) -> Norms {
    let row = |scale: f64| (0..8).map(move |pair_idx| scale * f64::from(1 << pair_idx));
    Norms {
        layer_type: None,
        layers: (0..n_layers).collect(),
        missing: vec![n_layers, n_layers + 1, n_layers + 3],
        n_heads: 2,
        n_kv_heads: 1,
        n_pairs: 8,
        queries: (0..2 * n_layers).flat_map(|_| row(1.0)).collect(),
        keys: (0..n_layers).flat_map(|_| row(0.5)).collect(),
    }
}

#[test]
fn the_report_says_what_the_norms_are() {
    let blocks = blocks(&norms(3), &subject(CONFIG), 760.0);
    let text = text::text(&blocks);
    let lead = text.lines().next().unwrap();
    assert_mentions(lead, &["7", "0", "7", "19,869"]);
    // Pairs 6 and 7 have 64² + 128² of the 21,845 of all.
    assert_mentions(&text, &["2", "8", "94%", "94%", "25%"]);
    assert_mentions(&text, &["layers 3 to 4, 6"]);
    assert!(
        text.contains("\n7     19,869               128      64\n"),
        "{text}"
    );
}

#[test]
fn queries_and_keys_may_differ() {
    let mut norms = norms(1);
    norms.keys.reverse();
    let blocks = blocks(&norms, &subject(CONFIG), 760.0);
    let Block::Lead(lead) = &blocks[0] else {
        panic!("{blocks:?}");
    };
    assert_mentions(lead, &["7", "0", "7", "19,869", "0", "6.283"]);
}

#[test]
fn a_map_has_a_cell_for_each_layer_and_pair_and_stays_inside() {
    for (width, n_layers) in [(340.0, 1), (760.0, 3), (760.0, 126)] {
        let norms = norms(n_layers);
        for block in blocks(&norms, &subject(CONFIG), width) {
            let Block::Picture(picture) = block else {
                continue;
            };
            let (across, down) = picture.drawing.size();
            assert!(across == width && down < 700.0);
            let theme = Theme::new(Scheme::Light);
            let svg = plain_svg(&picture.drawing, &theme, ("", "")).unwrap();
            // The background, the cells and the colour bar.
            assert_eq!(svg.matches("<rect").count(), 1 + 8 * n_layers + 24);
        }
    }
}

#[test]
fn zeros_and_equal_norms_are_shown() {
    for value in [0.0, 2.0] {
        let mut norms = norms(2);
        norms.queries.fill(value);
        norms.keys.fill(value);
        let text = text::text(&blocks(&norms, &subject(CONFIG), 760.0));
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        assert_eq!(norms.by_layer(Kind::Query), [value; 16]);
    }
}

#[test]
fn norms_whose_squares_overflow_have_a_share() {
    let mut norms = norms(2);
    norms.queries.fill(1e154);
    norms.keys.fill(1e154);
    let text = text::text(&blocks(&norms, &subject(CONFIG), 760.0));
    assert_mentions(&text, &["25%", "25%"]);
}

#[test]
fn norms_that_do_not_fit_give_a_sentence_or_nothing() {
    let subject = subject(CONFIG);
    let none = Norms {
        queries: Vec::new(),
        keys: Vec::new(),
        ..norms(2)
    };
    let no_pairs = Norms {
        n_pairs: 0,
        ..norms(2)
    };
    let many = Norms {
        n_pairs: usize::MAX,
        n_heads: usize::MAX,
        ..norms(2)
    };
    for odd in [none, no_pairs, many] {
        assert!(matches!(
            blocks(&odd, &subject, 760.0).as_slice(),
            [Block::Lead(_)]
        ));
        assert!(heads_of(&odd, 0, 760.0).is_empty());
    }
    // Norms of one layer for two, and more pairs than the model has.
    let few = Norms {
        layers: vec![0, 1],
        n_pairs: 16,
        ..norms(1)
    };
    assert!(
        blocks(
            &Norms {
                keys: few.queries.clone(),
                ..few.clone()
            },
            &subject,
            760.0
        )
        .len()
            > 1
    );
    assert_eq!(heads_of(&norms(2), 2, 760.0), []);
    assert_eq!(heads_of(&few, 1, 760.0).len(), 0);
}
