//! No text is cut off and no two texts overlap, in many states and at many widths.

use std::collections::BTreeSet;

use crate::rooms::rooms;
use crate::support::{no_faults, states};
use phasor_draw::{Anchor, LABEL, Mark, Rect, Room, Weight};
use phasor_figures::{Figure, FigureName, query};
use ttf_parser::gsub::{SingleSubstitution, SubstitutionSubtable};
use ttf_parser::{Face, GlyphId, Tag};

const STATES: [&str; 29] = [
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
    "sines-view=dial&position=123456&offset=5&components=cosines",
    "sines-view=dial&position=11.2&offset=-30",
    "guess=ask&base=500&head-dim=4&train-length=64",
    "position=0",
    "layer-norm=on",
    "layer-norm=on&sentence=we+saw+the+old+dog+and+another+cat+in+garden&token=6",
    "integer-view=sea&position=4000&length=4096",
];

/// Returns our font of this weight.
fn face(weight: Weight) -> Face<'static> {
    let bytes: &[u8] = match weight {
        Weight::Regular => include_bytes!("../../../../assets/fonts/phasor-sans-400.ttf"),
        Weight::Bold => include_bytes!("../../../../assets/fonts/phasor-sans-600.ttf"),
    };
    Face::parse(bytes, 0).unwrap()
}

/// Returns the glyph that tabular figures, which our pages have, put in the place of `glyph`.
fn tabular(face: &Face<'_>, glyph: GlyphId) -> GlyphId {
    let table = face.tables().gsub.unwrap();
    let feature = table.features.find(Tag::from_bytes(b"tnum")).unwrap();
    let lookups = feature.lookup_indices.into_iter();
    let mut subtables = lookups.flat_map(|index| {
        table
            .lookups
            .get(index)
            .unwrap()
            .subtables
            .into_iter::<SubstitutionSubtable<'_>>()
    });
    let other = subtables.find_map(|subtable| match subtable {
        SubstitutionSubtable::Single(SingleSubstitution::Format1 { coverage, delta }) => {
            coverage.get(glyph)?;
            Some(GlyphId(glyph.0.wrapping_add_signed(delta)))
        }
        SubstitutionSubtable::Single(SingleSubstitution::Format2 {
            coverage,
            substitutes,
        }) => substitutes.get(coverage.get(glyph)?),
        _ => None,
    });
    other.unwrap_or(glyph)
}

/// Returns the width of `text` on our pages in font sizes, or `None` if the font lacks a character.
fn width(text: &str, face: &Face<'_>) -> Option<f32> {
    let units = f32::from(face.units_per_em());
    let advance = |letter| face.glyph_hor_advance(tabular(face, face.glyph_index(letter)?));
    text.chars()
        .map(|letter| Some(f32::from(advance(letter)?) / units))
        .sum()
}

fn boxes(name: FigureName, state: &str, room: impl Into<Room>) -> (f32, Vec<(String, Rect)>) {
    let (spec, errors) = query::parse(state);
    assert_eq!(errors, []);
    let mut figure = Figure::new(name);
    let drawing = figure.draw(&spec, room);
    let faces = [Weight::Regular, Weight::Bold].map(face);
    let texts = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Text {
            text,
            at,
            anchor,
            size,
            weight,
            alpha,
            ..
        } if *alpha > 0.3 => {
            let text = drawing.text_of(text);
            let [regular, bold] = &faces;
            let face = match weight {
                Weight::Regular => regular,
                Weight::Bold => bold,
            };
            let width = width(text, face).expect("our fonts have every character") * size;
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
        let is_of_lab = FigureName::LAB.contains(&name);
        for state in STATES {
            let columns = [240.0, 280.0, 340.0, 390.0, 559.0, 560.0, 760.0, 1200.0].map(Room::from);
            for room in columns.into_iter().chain(rooms().filter(|_| is_of_lab)) {
                let (across, boxes) = boxes(name, state, room);
                for (place, (text, rect)) in boxes.iter().enumerate() {
                    if rect.x < -0.5 || rect.right() > across + 0.5 {
                        faults.insert(format!(
                            "{} cuts `{text}` in {room:?}: {state}",
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
                                "{}: `{text}` on `{other}` in {room:?}: {state}",
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
    let (regular, bold) = (face(Weight::Regular), face(Weight::Bold));
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

/// The widths by which figures place their texts are those of the fonts.
#[test]
fn widths_of_texts_are_those_of_our_fonts() {
    for (style, weight) in [(LABEL, Weight::Regular), (LABEL.bold(), Weight::Bold)] {
        let face = face(weight);
        for letter in ('\u{20}'..'\u{2300}').filter(|letter| face.glyph_index(*letter).is_some()) {
            let letter = letter.to_string();
            let exact = width(&letter, &face).unwrap();
            let ours = style.size(1.0).width(&letter);
            assert!(
                (ours - exact).abs() < 6e-4,
                "`{letter}`: {ours}, not {exact}"
            );
        }
    }
}

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
            let regular = face(Weight::Regular);
            for mark in drawing.marks() {
                let Mark::Text { text, at, size, .. } = mark else {
                    continue;
                };
                let text = drawing.text_of(text);
                let width = width(text, &regular).unwrap() * size;
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
