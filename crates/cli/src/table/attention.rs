//! `phasor table attention`: one head over a sentence, with any scheme.

use clap::{Arg, ArgMatches, Command};
use serde_json::json;

use super::{bias, schemes};
use crate::sheet::Sheet;
use crate::{Failure, arguments};
use phasor_draw::{Column, Table};
use phasor_encoding::{
    Alibi, ClippedDistance, Gaussian, Head, Join, Matrix, Rope, Scheme, Shaw, Sinusoidal, T5Bias,
    TransformerXl,
};
use phasor_figures::{Key, Spec};

/// The schemes that are not absolute. The first, no encoding, is the default.
const OTHERS: [&str; 6] = ["nope", "rope", "shaw", "transformer-xl", "t5", "alibi"];

/// The largest number of words; more would neither fit a screen nor finish in a second.
const MOST_TOKENS: usize = 1024;

pub(super) fn command() -> Command {
    let about = "Scores, attention weights and output of one head over a sentence. Equal words \
                 have equal random vectors, which the head uses unchanged";
    let tokens = "The sentence, with spaces between its words";
    let keys = [
        Key::Base,
        Key::Dim,
        Key::Position,
        Key::Order,
        Key::Pairing,
        Key::Bits,
    ];
    let names = [&OTHERS[..], &schemes::ABSOLUTE[..]].concat();
    let join = "How an absolute encoding joins the vector of its word";
    Command::new("attention")
        .about(about)
        .arg(arguments::word("scheme", &names, "The positional scheme"))
        .arg(
            Arg::new("tokens")
                .long("tokens")
                .value_name("TEXT")
                .default_value("the dog chased another dog")
                .help(tokens),
        )
        .arg(bias::mask())
        .arg(arguments::word("join", &["sum", "concatenate"], join))
        .args(arguments::parameters(&keys))
        .mut_arg("position", |argument| {
            argument.help("Position of the first word [default: 0]")
        })
        .args(schemes::absolute_arguments())
        .args(schemes::relative_arguments())
        .arg(
            arguments::whole("head", 0..=1023, "The head of T5 or ALiBi, counted from 0")
                .default_value("0"),
        )
}

/// Returns the table of scores, weights and outputs, with one query in each row.
///
/// # Errors
/// [`Failure`] if the arguments do not make a scheme, or the sentence has no words or too many.
pub(super) fn sheet(arguments: &ArgMatches) -> Result<Sheet, Failure> {
    let (spec, given) = arguments::spec(arguments)?;
    let words: Vec<&str> = arguments::text(arguments, "tokens")
        .split_whitespace()
        .collect();
    if words.is_empty() || words.len() > MOST_TOKENS {
        let sentence = format!("`tokens` must be 1 to 1,024 words, not {}.", words.len());
        return Err(Failure::Argument(sentence));
    }
    let (seed, dim) = (schemes::seed(arguments), spec.dim());
    let tokens = words
        .iter()
        .map(|word| Gaussian::new(seed ^ hash(word)).take(dim).collect());
    let tokens = Matrix::from_rows(tokens)?;
    let first = match given.contains(&Key::Position) {
        true => schemes::whole(spec.position())?,
        false => 0,
    };
    let scheme = scheme(&spec, arguments, first as usize + words.len())?;
    let input_dim = match &scheme {
        Scheme::Absolute {
            encoding,
            join: Join::Concatenate,
        } => dim + encoding.dim().unwrap_or(dim),
        _ => dim,
    };
    let mask = bias::chosen_mask(arguments);
    let attention = Head::identity(input_dim).attend(&tokens, &scheme, mask, first)?;
    let queries = (0..words.len()).map(|query| query as f64).collect();
    let columns = vec![
        Column::numbers("query", queries),
        Column::matrix("score", attention.scores),
        Column::matrix("weight", attention.weights),
        Column::matrix("output", attention.output),
    ];
    let mut sheet = Sheet::from(Table::new("one head over the sentence", columns));
    sheet
        .facts
        .insert("scheme".to_owned(), json!(scheme.name()));
    sheet.facts.insert("tokens".to_owned(), json!(words));
    Ok(sheet)
}

/// FNV-1a, which gives a word the same vector everywhere and always.
fn hash(word: &str) -> u64 {
    word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Returns the scheme that the arguments make, for positions below `length`.
fn scheme(spec: &Spec, arguments: &ArgMatches, length: usize) -> Result<Scheme, Failure> {
    let name = arguments::text(arguments, "scheme");
    if let Some(encoding) = schemes::absolute(name, spec, arguments, length)? {
        let join = match arguments::text(arguments, "join") {
            "concatenate" => Join::Concatenate,
            _ => Join::Sum,
        };
        return Ok(Scheme::Absolute { encoding, join });
    }
    let dim = spec.dim();
    let frequencies = spec.frequencies();
    let n_heads = arguments::count(arguments, "heads");
    let head = schemes::head(arguments, n_heads)?.expect("`head` has a default");
    let mut learned = Gaussian::new(schemes::seed(arguments));
    Ok(match name {
        "rope" => Scheme::Rope(Rope::new(frequencies, spec.pairing())),
        "shaw" => {
            let clipped = ClippedDistance::new(arguments::count(arguments, "clip") as u32);
            let keys = schemes::random(&mut learned, clipped.n_rows(), dim);
            let values = schemes::random(&mut learned, clipped.n_rows(), dim);
            Scheme::Shaw(Shaw::new(clipped, keys, values)?)
        }
        "transformer-xl" => {
            let projection = schemes::random(&mut learned, dim, dim);
            let biases = schemes::random(&mut learned, 2, dim);
            let sinusoidal = Sinusoidal::new(frequencies, spec.order());
            let (u, v) = (biases.row(0).to_vec(), biases.row(1).to_vec());
            Scheme::TransformerXl(TransformerXl::new(sinusoidal, projection, u, v)?)
        }
        "t5" => {
            let buckets = schemes::buckets(arguments)?;
            let bias = schemes::random(&mut learned, buckets.n_buckets(), n_heads);
            Scheme::T5 {
                bias: T5Bias::new(buckets, bias)?,
                head,
            }
        }
        "alibi" => Scheme::Alibi {
            alibi: Alibi::new(n_heads)?,
            head,
        },
        _ => Scheme::NoPe,
    })
}
