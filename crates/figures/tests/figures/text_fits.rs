//! No text is cut off and no two texts overlap, in many states and at many widths. Letters are assumed a little narrower
//! than they are.

use std::collections::BTreeSet;

use crate::support::{no_faults, states};
use phasor_draw::{Anchor, Mark, Rect, Weight};
use phasor_figures::{Figure, FigureName};
use phasor_params::query;

const STATES: [&str; 22] = [
    "",
    "dim=2&length=2&position=1&offset=-1",
    "position=10000000&length=4096&dim=1024&bits=53&base=10000000",
    "value=9007199254740991&bits=53&length=4096",
    "position=9999999.123&offset=-4095&far-offset=4095",
    "position=9999990&offset=4095&length=4096&dim=1024&base=2",
    "position=10000000&bits=24&length=512",
    "bits=53&position=10000000",
    "pairs=0-15&dim=1024&order=concatenated",
    "position=5.555&offset=1.25&content=tilted",
    "measure=euclidean&length=4096&dim=2",
    "measure=dot&dim=1024&position=10000000&length=4096",
    "relative=shaw&clip=64&sentence=we+saw+the+old+dog+and+another+cat+in+garden",
    "relative=alibi&head=11&mask=causal&sentence=another+another+another+another+another",
    "relative=alibi&n-heads=64&head=7&offset=-4095",
    "relative=t5&sentence=the+dog&offset=-128",
    "position=127&offset=-1&pairing=interleaved&pair=0",
    "position=1&offset=1",
    "position=27&offset=0.5&length=36",
    "table-view=numbers&position=520",
    "table-view=numbers&position=0",
    "pair=31&length=4096&offset=4095&dim=64",
];

/// Returns a lower bound of the width of `text` in Inter, in font sizes.
fn width(text: &str) -> f32 {
    let letter = |c: char| match c {
        '1' => 0.40,
        '0'..='9' => 0.56,
        ' ' | ',' | '.' | '\'' | 'i' | 'j' | 'l' | 't' | 'f' | 'r' => 0.20,
        'a'..='z' | 'A'..='Z' => 0.50,
        _ => 0.30,
    };
    text.chars().map(letter).sum()
}

fn boxes(name: FigureName, state: &str, across: f32) -> (f32, Vec<(String, Rect)>) {
    let (spec, errors) = query::parse(state);
    assert_eq!(errors, []);
    let mut figure = Figure::new(name);
    let drawing = figure.draw(&spec, across);
    let texts = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Text {
            text,
            at,
            anchor,
            size,
            alpha,
            ..
        } if *alpha > 0.3 => {
            let text = drawing.text_of(text);
            let width = width(text) * size;
            let left = match anchor {
                Anchor::Start => at.x,
                Anchor::Middle => at.x - width / 2.0,
                Anchor::End => at.x - width,
            };
            Some((
                text.to_owned(),
                Rect::new(left, at.y - 0.7 * size, width, 0.7 * size),
            ))
        }
        _ => None,
    });
    (drawing.size().0, texts.collect())
}

#[test]
fn no_text_is_cut_off_and_none_lies_on_another() {
    let mut faults = BTreeSet::new();
    for name in FigureName::ALL {
        for state in STATES {
            for across in [240.0, 280.0, 340.0, 390.0, 559.0, 560.0, 760.0, 1200.0] {
                let (across, boxes) = boxes(name, state, across);
                for (place, (text, rect)) in boxes.iter().enumerate() {
                    if rect.x < -0.5 || rect.right() > across + 0.5 {
                        faults.insert(format!(
                            "{} cuts `{text}` at {across} px: {state}",
                            name.name()
                        ));
                    }
                    for (other, under) in
                        boxes.iter().take(place).filter(|(other, _)| other != text)
                    {
                        let overlap = rect.right().min(under.right()) - rect.x.max(under.x);
                        let height = rect.bottom().min(under.bottom()) - rect.y.max(under.y);
                        // Flags of one letter may touch.
                        if overlap > 2.0 && height > 2.0 && text.len().max(other.len()) > 1 {
                            faults.insert(format!(
                                "{}: `{text}` on `{other}` at {across} px: {state}",
                                name.name()
                            ));
                        }
                    }
                }
            }
        }
    }
    no_faults(faults);
}

/// Files are drawn with our own fonts alone, so a character that they lack would be an empty box.
#[test]
fn our_fonts_have_every_character() {
    const REGULAR: &[u8] = include_bytes!("../../../../assets/fonts/phasor-sans-400.ttf");
    const BOLD: &[u8] = include_bytes!("../../../../assets/fonts/phasor-sans-600.ttf");
    let face = |bytes| ttf_parser::Face::parse(bytes, 0).unwrap();
    let (regular, bold) = (face(REGULAR), face(BOLD));
    let mut faults = BTreeSet::new();
    for name in FigureName::ALL {
        for (state, spec) in states(name) {
            let mut figure = Figure::new(name);
            let drawing = figure.draw(&spec, 760.0);
            for mark in drawing.marks() {
                let Mark::Text { text, weight, .. } = mark else {
                    continue;
                };
                let face = match weight {
                    Weight::Regular => &regular,
                    Weight::Bold => &bold,
                };
                let text = drawing.text_of(text);
                let lacks = |letter: &char| face.glyph_index(*letter).is_none();
                if let Some(letter) = text.chars().find(lacks) {
                    faults.insert(format!("{}: {letter} in `{text}`, {state}", name.name()));
                }
            }
        }
    }
    no_faults(faults);
}

/// A digit of Inter is 0.63 font sizes wide, and so is a minus.
#[test]
fn numbers_fit_into_their_cells() {
    let states = [
        (FigureName::RopeForms, "position=3"),
        (FigureName::RopeForms, "position=3&pairing=interleaved"),
        (FigureName::RopeForms, "position=1000&rope-form=elementwise"),
        (FigureName::RelativeBias, "relative=alibi&head=7"),
    ];
    for (name, state) in states {
        for across in [280.0, 340.0, 358.0, 390.0, 560.0, 760.0] {
            let mut figure = Figure::new(name);
            let drawing = figure.draw(&query::parse(state).0, across);
            let cells = drawing.marks().iter().filter_map(|mark| match mark {
                Mark::Box { rect, .. } if rect.height > 15.0 => Some(*rect),
                _ => None,
            });
            let cells: Vec<Rect> = cells.collect();
            for mark in drawing.marks() {
                let Mark::Text { text, at, size, .. } = mark else {
                    continue;
                };
                let text = drawing.text_of(text);
                let letter = |c| if c == '.' { 0.28 } else { 0.63 };
                let width = text.chars().map(letter).sum::<f32>() * size;
                let is_number = text.chars().all(|c| c.is_ascii_digit() || ".−".contains(c));
                let cell = cells.iter().find(|cell| cell.contains(*at));
                if let Some(cell) = cell.filter(|_| is_number) {
                    let name = name.name();
                    assert!(width <= cell.width, "{name} {state}: `{text}` at {across}");
                }
            }
        }
    }
}
