//! The figure of attention without order agrees with the real model, and its readings are true.

use std::cell::Cell;

use phasor_draw::{Ink, Mark, Point, Table};

use phasor_figures::{Figure, FigureName, Spec, query};

use crate::golden::{each_case, number, rows};
use crate::mentions::assert_mentions;
use crate::support::{numbers, reading, spec};

/// Returns the columns whose names begin with `start`, one row for each row of the table.
fn matrix(table: &Table, start: &str) -> Vec<Vec<f64>> {
    let is_part: Vec<bool> = table
        .columns()
        .iter()
        .map(|column| column.name().starts_with(start))
        .collect();
    let part = |row| {
        let numbers = table.row(row).into_iter().zip(&is_part);
        numbers.filter(|(_, part)| **part).map(|(x, _)| x).collect()
    };
    (0..table.n_rows()).map(part).collect()
}

/// Returns the largest difference between two matrices of the same shape.
fn apart(left: &[Vec<f64>], right: &[Vec<f64>]) -> f64 {
    assert_eq!(left.len(), right.len());
    let rows = left.iter().zip(right);
    let differences = rows.flat_map(|(left, right)| {
        assert_eq!(left.len(), right.len());
        left.iter().zip(right).map(|(l, r)| (l - r).abs())
    });
    differences.fold(0.0, f64::max)
}

#[test]
fn the_head_does_what_the_real_one_does() {
    let count = Cell::new(0);
    each_case("words", |case| {
        let params = &case["params"];
        let words: Vec<&str> = case["input"]["words"]
            .as_array()
            .unwrap()
            .iter()
            .map(|word| word.as_str().unwrap())
            .collect();
        let code = match params["first_position"].as_u64() {
            None => "none",
            Some(1) => "learned",
            // In the model, position 0 belongs to a token that begins every text.
            _ => return,
        };
        let mask = match params["causal"].as_bool() {
            Some(true) => "causal",
            _ => "none",
        };
        let state = format!("sentence={}&code={code}&mask={mask}", words.join("+"));
        let table = Figure::new(FigureName::OrderBlind).table(&spec(&state));
        for (name, start) in [("weights", "attends to"), ("output", "output")] {
            let computed = matrix(&table, start);
            for suffix in ["", "_from_files"] {
                let expected = rows(&case["expected"][format!("{name}{suffix}")]);
                let tolerance = number(&case["tolerance"][format!("{name}{suffix}_abs")]);
                let apart = apart(&computed, &expected);
                assert!(apart <= tolerance, "{state} {name}{suffix}: {apart}");
            }
        }
        count.set(count.get() + 1);
    });
    assert_eq!(count.get(), 6);
}

#[test]
fn attention_without_positions_does_not_see_order() {
    let name = FigureName::OrderBlind;
    // The reading has a number where an output changes.
    let sentence = reading(name, "");
    assert!(
        numbers(&sentence).is_empty() && sentence.contains("“dog”"),
        "{sentence}"
    );
    for arrangement in 1..120 {
        let table = Figure::new(name).table(&spec(&format!("arrangement={arrangement}")));
        for row in matrix(&table, "change") {
            assert!(row[0] < 1e-12, "{arrangement}: {row:?}");
        }
    }
    for state in ["mask=causal", "code=learned"] {
        let sentence = reading(name, state);
        assert!(numbers(&sentence)[0] > 1.0, "{state}: {sentence}");
    }
}

#[test]
fn a_sentence_of_other_words_says_which_and_stays() {
    let mut before = Spec::default();
    let errors = query::apply(&mut before, "sentence=the+unicorn+chased");
    assert_eq!(before, Spec::default());
    let sentence = errors[0].to_string();
    assert!(sentence.contains("`unicorn`"), "{sentence}");
    assert_eq!(
        spec("sentence=The+dog,+THE+cat!").sentence().to_string(),
        "the dog the cat"
    );
}

#[test]
fn equal_words_stay_marked_whichever_word_is_in_focus() {
    let mut figure = Figure::new(FigureName::OrderBlind);
    for token in 0..5 {
        let drawing = figure.draw(&spec(&format!("token={token}")), 760.0);
        let names = drawing.marks().iter().filter_map(|mark| match mark {
            Mark::Text { text, ink, .. } => Some((drawing.text_of(text), *ink)),
            _ => None,
        });
        let dogs: Vec<Ink> = names
            .filter(|(name, _)| *name == "dog")
            .map(|name| name.1)
            .collect();
        // Two in each order beside the outputs, beside the attention, and over its columns.
        assert!(dogs.len() >= 8);
        let marked = dogs
            .iter()
            .filter(|ink| matches!(ink, Ink::Query | Ink::Key));
        assert_eq!(marked.count(), 8, "{token}");
    }
}

/// "chased" changes by 1.2e-5 of its norm, in colours by nothing; a percentage and its sign stay in one line.
#[test]
fn what_cannot_be_seen_is_marked_as_equal() {
    let name = FigureName::OrderBlind;
    let state = "code=learned&arrangement=44&token=2";
    let mut figure = Figure::new(name);
    let spec = spec(state);
    let change = matrix(&figure.table(&spec), "change of output")[2][0];
    assert!((1e-5..2e-5).contains(&change), "{change}");
    let handles = figure.draw(&spec, 760.0).handles().to_vec();
    let sentence: Vec<String> = handles
        .iter()
        .filter_map(|handle| {
            figure.probe(&spec, Point::new(handle.rect.x + 1.0, handle.rect.y + 9.0))
        })
        .filter(|sentence| sentence.starts_with("chased (2): "))
        .collect();
    assert!(
        sentence.iter().any(|sentence| sentence.ends_with(" 0.01%")),
        "{sentence:?}"
    );
    assert!(
        sentence.iter().all(|sentence| !sentence.contains(" %")),
        "{sentence:?}"
    );
    // Four words of five change visibly: each has one line more in its sign.
    let strokes = |spec: &Spec, width: f32| {
        let mut figure = Figure::new(name);
        let marks = figure.draw(spec, 760.0).marks().to_vec();
        let is_stroke = |mark: &&Mark| matches!(mark, Mark::Line { width: w, .. } if *w == width);
        marks.iter().filter(is_stroke).count()
    };
    let threads = strokes(&spec, 1.7) / 2;
    assert_eq!((threads, strokes(&spec, 1.5)), (7, 6));
    let sentence = reading(name, state);
    assert_mentions(&sentence, &["“dog”", "145%"]);
}

/// Returns the weights in each row of both tables, from left to right, by their columns on the page.
fn tables(state: &str) -> [Vec<Vec<f32>>; 2] {
    let mut figure = Figure::new(FigureName::OrderBlind);
    let drawing = figure.draw(&spec(state), 760.0).clone();
    let cells = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Box {
            rect,
            ink: Ink::Sequential(weight),
            ..
        } => Some((rect.x, *weight)),
        _ => None,
    });
    let cells: Vec<(f32, f32)> = cells.take(2 * 25).collect();
    [0, 1].map(|half| {
        let rows = cells[25 * half..25 * (half + 1)].chunks(5);
        let sorted = rows.map(|row| {
            let mut row = row.to_vec();
            row.sort_by(|one, other| one.0.total_cmp(&other.0));
            row.into_iter().map(|(_, weight)| weight).collect()
        });
        sorted.collect()
    })
}

#[test]
fn a_row_with_the_same_weights_looks_the_same_in_both_tables() {
    let state = "sentence=the+dog+chased+another+dog&arrangement=94&mask=none";
    let order = words_of(94);
    let farthest = |code: &str| {
        let [written, rearranged] = tables(&format!("{state}&code={code}"));
        let rows = rearranged.iter().zip(&order);
        let far = rows.map(|(row, &word)| {
            let pairs = row.iter().zip(&written[word]);
            pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
        });
        far.fold(0.0, f32::max)
    };
    // Copies of a word share their weights alike, so positions alone can make the tables differ.
    assert!(farthest("none") < 1e-6);
    assert!(farthest("learned") > 0.2);
}

/// Returns the words of a rearrangement of five, in their new order.
fn words_of(arrangement: u32) -> Vec<usize> {
    let state = format!("sentence=the+dog+chased+another+dog&arrangement={arrangement}");
    let table = Figure::new(FigureName::OrderBlind).table(&spec(&state));
    let places = matrix(&table, "place when rearranged");
    let mut words: Vec<usize> = (0..places.len()).collect();
    words.sort_by(|one, other| places[*one][0].total_cmp(&places[*other][0]));
    words
}
