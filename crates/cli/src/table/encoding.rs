//! `phasor table encoding`: the encoding of each position, row by row.

use clap::{Arg, ArgAction, ArgMatches, Command};

use super::schemes::{self, ABSOLUTE};
use crate::sheet::Sheet;
use crate::{Failure, arguments};
use phasor_draw::{Column, Table};
use phasor_encoding::absolute::Integer;
use phasor_encoding::{Absolute, AxialRope, Frequencies, Matrix, SectionOrder};
use phasor_figures::{Key, Spec};

const ROTARY: [&str; 3] = ["rope", "axial", "mrope"];

/// The parameters of the schemes.
const KEYS: &[Key] = &[
    Key::Base,
    Key::Dim,
    Key::Position,
    Key::Length,
    Key::Order,
    Key::Value,
    Key::Bits,
    Key::Pairing,
];

pub(super) fn command() -> Command {
    let about = "Positional encodings: a vector for each position, or for a rotary scheme cosines, \
                 sines and angles of the pairs";
    let names = [&ABSOLUTE[..], &ROTARY[..]].concat();
    let at = "A position on every axis of axial or mrope, such as 2,5; may be given several times \
              [default: rows with equal positions on all axes, as for text]";
    let sections = "Number of components for each axis of axial, or of pairs for each axis of \
                    mrope, such as 16,24,24 [default for axial: two halves of dim]";
    Command::new("encoding")
        .about(about)
        .arg(arguments::word("scheme", &names, "The positional scheme"))
        .args(arguments::parameters(KEYS))
        .mut_arg("position", |argument| {
            argument.help("The first position, or the only one if no length is given [default: 0]")
        })
        .mut_arg("length", |argument| {
            argument.help("Number of positions [default: 128]")
        })
        .args(schemes::absolute_arguments())
        .arg(list("sections", sections))
        .arg(arguments::word(
            "section-order",
            &["contiguous", "interleaved"],
            "How mrope assigns the pairs to the axes",
        ))
        .arg(
            list("at", at)
                .action(ArgAction::Append)
                .allow_hyphen_values(true),
        )
}

fn list(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("LIST").help(help)
}

/// Returns the table of encodings.
///
/// # Errors
/// [`Failure`] if the arguments do not make a scheme, or a position has no encoding.
pub(super) fn sheet(arguments: &ArgMatches) -> Result<Sheet, Failure> {
    let (spec, given) = arguments::spec(arguments)?;
    let positions = positions(&spec, &given);
    let name = arguments::text(arguments, "scheme");
    let scheme = schemes::absolute(name, &spec, arguments, positions.len())?;
    let Some(scheme) = scheme else {
        return rotary(name, (&spec, &given), arguments, positions);
    };
    let encodings = positions
        .iter()
        .map(|&position| encode(&scheme, position, spec.dim()));
    let encodings = Matrix::from_rows(encodings.collect::<Result<Vec<_>, _>>()?)?;
    let columns = vec![
        Column::numbers("position", positions),
        Column::matrix("encoding", encodings),
    ];
    Ok(Table::new("the encoding of every position", columns).into())
}

/// Returns the positions from the given one, or else from 0. A given position without a length is
/// the only one.
fn positions(spec: &Spec, given: &[Key]) -> Vec<f64> {
    let has_position = given.contains(&Key::Position) || given.contains(&Key::Value);
    // The integer of the counter may be larger than the largest position.
    let first = if has_position { spec.counter() } else { 0.0 };
    let n_rows = match has_position && !given.contains(&Key::Length) {
        true => 1,
        false => spec.length(),
    };
    (0..n_rows).map(|row| first + row as f64).collect()
}

fn encode(scheme: &Absolute, position: f64, dim: usize) -> Result<Vec<f64>, Failure> {
    Ok(match scheme {
        Absolute::Sinusoidal(sinusoidal) => sinusoidal.encode(position),
        Absolute::Integer => Integer.encode(position, dim),
        Absolute::LengthNormalised(scheme) => scheme.encode(position, dim),
        Absolute::Binary(_) | Absolute::Learned(_) => {
            scheme.encode(schemes::whole(position)?, dim)?
        }
    })
}

fn rotary(
    name: &str,
    (spec, given): (&Spec, &[Key]),
    arguments: &ArgMatches,
    positions: Vec<f64>,
) -> Result<Sheet, Failure> {
    if name == "rope" {
        let frequencies = spec.frequencies();
        let angles = positions
            .iter()
            .map(|&position| frequencies.angles(position).collect());
        let angles = Matrix::from_rows(angles)?;
        return Ok(turned(vec![Column::numbers("position", positions)], angles));
    }
    let rope = axial(name, (spec, given), arguments)?;
    let at = arguments.get_many::<String>("at").into_iter().flatten();
    let at: Vec<Vec<f64>> = at
        .map(|text| place(text, rope.n_axes()))
        .collect::<Result<_, _>>()?;
    let positions = match at.is_empty() {
        true => {
            let alike = positions
                .into_iter()
                .map(|position| vec![position; rope.n_axes()]);
            alike.collect()
        }
        false => at,
    };
    let angles = positions.iter().map(|position| rope.angles(position));
    let angles = Matrix::from_rows(angles.collect::<Result<Vec<_>, _>>()?)?;
    let rows = (0..positions.len()).map(|row| row as f64).collect();
    let leading = vec![
        Column::numbers("row", rows),
        Column::matrix("position", Matrix::from_rows(positions)?),
    ];
    let mut sheet = turned(leading, angles);
    let axes: Vec<usize> = rope.axis_of_pair().collect();
    sheet.facts.insert("axis_of_pair".to_owned(), axes.into());
    Ok(sheet)
}

/// Returns the leading columns, followed by cosine, sine and angle of every pair.
fn turned(mut columns: Vec<Column>, angles: Matrix) -> Sheet {
    let of_angles = |function: fn(f64) -> f64| {
        let (n_rows, n_pairs) = angles.shape();
        Matrix::from_fn(n_rows, n_pairs, |row, pair_idx| {
            let angle = angles.get(row, pair_idx);
            function(angle.expect("the matrix has the same shape"))
        })
    };
    columns.push(Column::matrix("cos", of_angles(f64::cos)));
    columns.push(Column::matrix("sin", of_angles(f64::sin)));
    columns.push(Column::matrix("angle", angles));
    Table::new("the angle of every pair, in radians", columns).into()
}

fn axial(
    name: &str,
    (spec, given): (&Spec, &[Key]),
    arguments: &ArgMatches,
) -> Result<AxialRope, Failure> {
    let text = arguments.get_one::<String>("sections");
    let sections = match text {
        Some(text) => sizes(text)?,
        None if name == "axial" => vec![spec.dim() / 2; 2],
        None => {
            let sentence = "`sections` must give the number of pairs for each axis, such as 16,24,24; it is missing.";
            return Err(Failure::Argument(sentence.to_owned()));
        }
    };
    let total: usize = sections.iter().sum();
    let dim = if name == "axial" { total } else { 2 * total };
    if given.contains(&Key::Dim) && dim != spec.dim() {
        let sentence = format!(
            "`sections` must add up to {} components (`dim`), not {dim}.",
            spec.dim()
        );
        return Err(Failure::Argument(sentence));
    }
    if name == "axial" {
        if let Some(odd) = sections.iter().find(|size| **size == 0 || **size % 2 != 0) {
            let sentence = format!("`sections` of axial must be even numbers above 0, not {odd}.");
            return Err(Failure::Argument(sentence));
        }
        return Ok(AxialRope::axial(spec.base(), &sections, spec.pairing())?);
    }
    let order = match arguments::text(arguments, "section-order") {
        "interleaved" => SectionOrder::Interleaved,
        _ => SectionOrder::Contiguous,
    };
    let frequencies = Frequencies::new(spec.base(), dim)?;
    Ok(AxialRope::mrope(
        &frequencies,
        &sections,
        order,
        spec.pairing(),
    )?)
}

/// Parses a position on every axis.
fn place(text: &str, n_axes: usize) -> Result<Vec<f64>, Failure> {
    const FARTHEST: f64 = 10_000_000.0;
    let place = numbers("at", text)?;
    if place.len() != n_axes || place.iter().any(|along| along.abs() > FARTHEST) {
        let sentence = format!(
            "`at` must be {n_axes} numbers up to 10,000,000, one for each axis, not `{text}`."
        );
        return Err(Failure::Argument(sentence));
    }
    Ok(place)
}

fn numbers(name: &str, text: &str) -> Result<Vec<f64>, Failure> {
    let numbers = text.split(',').map(|part| part.trim().parse::<f64>().ok());
    let numbers: Option<Vec<f64>> = numbers
        .map(|number| number.filter(|n| n.is_finite()))
        .collect();
    numbers.ok_or_else(|| {
        let sentence = format!("`{name}` must be numbers with commas between them, not `{text}`.");
        Failure::Argument(sentence)
    })
}

/// The largest size of a section. No head has as many, and a sum of several does not overflow.
const MOST: f64 = 65_536.0;

fn sizes(text: &str) -> Result<Vec<usize>, Failure> {
    let numbers = numbers("sections", text)?;
    if numbers
        .iter()
        .any(|size| size.fract() != 0.0 || !(0.0..=MOST).contains(size))
    {
        let sentence = format!("`sections` must be whole numbers up to 65,536, not `{text}`.");
        return Err(Failure::Argument(sentence));
    }
    Ok(numbers.into_iter().map(|size| size as usize).collect())
}
