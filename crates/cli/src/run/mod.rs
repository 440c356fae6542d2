//! `phasor run`: what a language model says when its positions are changed.

mod change;
mod heads;

use std::fs;
use std::io::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Arg, ArgGroup, ArgMatches, Command};

use super::output::{ending, print, warn};
use super::sheet::{self, Sheet};
use super::{Failure, Status, arguments};
use phasor_decoder::{Change, Checkpoint, Decoder, Expectation, ModelError, Session};
use phasor_draw::{Column, Table};
use phasor_report::files::FileError;
use phasor_text::number::Grouped;

/// The candidates that are printed.
const MOST_CANDIDATES: i64 = 1000;

/// The most tokens of a text whose perplexity is measured.
const MOST_TOKENS: i64 = 1 << 20;

/// The first tokens have little before them, and do not count.
const UNCOUNTED: usize = 64;

/// The tokens before a length whose perplexity is printed for that length.
const LAST: usize = 256;

pub(super) fn command() -> Command {
    let about = "Run a language model of the class of Llama, Mistral, Qwen or SmolLM, with its positions as they are or changed";
    let model = "The model: a .gguf file, or the folder with config.json, tokenizer.json and .safetensors files";
    let out = "File for the candidates, or for every token of the text, .csv, .json or .npy";
    let sheet = sheet::arguments().map(|argument| match argument.get_id().as_str() {
        "out" => argument.help(out),
        _ => argument.requires("out"),
    });
    Command::new("run")
        .about(about)
        .arg(arguments::file("model", model).required(true))
        .arg(text(
            "prompt",
            "A text, whose most probable next tokens are printed",
        ))
        .arg(
            text(
                "then",
                "More text after the prompt: the probability of each of its tokens is printed",
            )
            .requires("prompt"),
        )
        .arg(heads::argument())
        .arg(arguments::file(
            "perplexity",
            "A file with a text whose perplexity is printed",
        ))
        .group(
            ArgGroup::new("task")
                .args(["prompt", "perplexity"])
                .required(true),
        )
        .arg(
            arguments::whole("top", 1..=MOST_CANDIDATES, "The number of candidates")
                .default_value("5"),
        )
        .arg(
            arguments::whole(
                "tokens",
                2..=MOST_TOKENS,
                "The number of tokens of the text that are read",
            )
            .default_value("2048"),
        )
        .args(change::arguments())
        .args(sheet)
}

fn text(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("TEXT")
        .allow_hyphen_values(true)
        .help(help)
}

/// Reads the model and the text, and prints what the model makes of it.
///
/// # Errors
/// [`Failure`] if a file cannot be read, the model does not run here, or a change is out of range.
pub(super) fn run(arguments: &ArgMatches) -> Result<Status, Failure> {
    let path = arguments::path(arguments, "model");
    let checkpoint = checkpoint(path)?;
    let model = Model {
        decoder: checkpoint
            .decoder()
            .map_err(|source| unreadable(path, source))?,
        checkpoint,
    };
    let given = |name: &str| arguments.get_one::<String>(name).map(String::as_str);
    let table = match (given("prompt"), given("then")) {
        (Some(prompt), None) if arguments.contains_id("heads") => {
            heads::print(&model, prompt, arguments)?
        }
        (Some(prompt), None) => {
            let n = arguments::count(arguments, "top");
            model.candidates(prompt, &change::read(arguments, &model, None)?, n)?
        }
        (Some(prompt), Some(then)) => model.expected(prompt, then, arguments)?,
        (None, _) => model.perplexity(arguments)?,
    };
    if arguments.contains_id("out") {
        Sheet::from(table).write(arguments)?;
    }
    Ok(Status::Success)
}

fn unreadable(path: &Path, source: ModelError) -> Failure {
    Failure::Model {
        path: path.to_owned(),
        source,
    }
}

/// Reads a file in GGUF format, or a folder.
fn checkpoint(path: &Path) -> Result<Checkpoint, Failure> {
    let bytes = |path: &Path| fs::read(path).map_err(|source| FileError::new(path, source));
    if !path.is_dir() {
        let file = Arc::new(bytes(path)?);
        return Checkpoint::of_gguf(&file).map_err(|source| unreadable(path, source));
    }
    let entries = fs::read_dir(path).map_err(|source| FileError::new(path, source))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut shards: Vec<PathBuf> = paths.filter(|path| ending(path) == "safetensors").collect();
    shards.sort();
    let shards = shards.iter().map(|path| bytes(path).map(Arc::new));
    let shards: Vec<Arc<Vec<u8>>> = shards.collect::<Result<_, _>>()?;
    let (config, tokenizer) = (
        bytes(&path.join("config.json"))?,
        bytes(&path.join("tokenizer.json"))?,
    );
    let checkpoint = Checkpoint::of_safetensors(&config, &tokenizer, &shards);
    checkpoint.map_err(|source| unreadable(path, source))
}

/// A model that is ready to run.
struct Model {
    checkpoint: Checkpoint,
    decoder: Decoder,
}

impl Model {
    /// Reads a text to its end. Attention weights of the heads in `watched`, each a layer and a query head, are added up.
    fn read(
        &self,
        tokens: &[u32],
        change: &Change,
        watched: &[(usize, usize)],
    ) -> Result<Session, Failure> {
        let mut session = Session::default();
        session.begin(&self.decoder, tokens, change, watched)?;
        while session.advance(&self.decoder) {}
        Ok(session)
    }

    /// Prints the most probable next tokens.
    fn candidates(&self, prompt: &str, change: &Change, n: usize) -> Result<Table, Failure> {
        let session = self.read(&self.checkpoint.tokenizer().encode(prompt), change, &[])?;
        let hidden = session
            .hidden()
            .chunks_exact(self.decoder.shape().hidden_size);
        let last = hidden.last().expect("a text that was read has a token");
        let candidates = self.decoder.candidates(last, n);
        print(|out| {
            for candidate in &candidates {
                self.line(out, candidate.token, candidate.probability)?;
            }
            Ok(())
        })?;
        let tokens = candidates
            .iter()
            .map(|candidate| f64::from(candidate.token));
        let probabilities = candidates
            .iter()
            .map(|candidate| f64::from(candidate.probability));
        let columns = vec![
            Column::numbers("token", tokens.collect()),
            Column::numbers("probability", probabilities.collect()),
        ];
        Ok(Table::new("The most probable next tokens", columns))
    }

    fn line(
        &self,
        out: &mut impl std::io::Write,
        token: u32,
        probability: f32,
    ) -> std::io::Result<()> {
        let percent = format!("{:.1}%", 100.0 * probability);
        writeln!(
            out,
            "{percent:>6}  {:?}",
            self.checkpoint.tokenizer().decode(&[token])
        )
    }

    /// Prints the probability of each token of a second part, which comes after the gap, if there is one.
    fn expected(&self, prompt: &str, then: &str, arguments: &ArgMatches) -> Result<Table, Failure> {
        let tokenizer = self.checkpoint.tokenizer();
        let mut tokens = tokenizer.encode(prompt);
        let n_before = tokens.len();
        if n_before == 0 {
            return Err(Failure::Argument("`prompt` must not be empty.".to_owned()));
        }
        tokens.extend(tokenizer.encode_more(then));
        let change = change::read(arguments, self, Some(n_before))?;
        let session = self.read(&tokens, &change, &[])?;
        let expectations = self.decoder.expectations(&session, n_before);
        let (_, then) = tokens.split_at(n_before);
        print(|out| {
            let mut lines = then.iter().zip(&expectations);
            lines.try_for_each(|(token, expectation)| {
                self.line(out, *token, expectation.log_probability.exp())
            })
        })?;
        Ok(expectation_table(then, &expectations))
    }

    /// Prints the perplexity of a file, as a whole and before some lengths.
    fn perplexity(&self, arguments: &ArgMatches) -> Result<Table, Failure> {
        let path = arguments::path(arguments, "perplexity");
        let text = fs::read_to_string(path).map_err(|source| FileError::new(path, source))?;
        let mut tokens = self
            .checkpoint
            .tokenizer()
            .encode(&text.replace("\r\n", "\n"));
        // The last token is only predicted.
        tokens.truncate(arguments::count(arguments, "tokens") + 1);
        if tokens.len() < 2 {
            let sentence =
                "The text must have at least two tokens, of which the second can be predicted.";
            return Err(Failure::Argument(sentence.to_owned()));
        }
        let session = self.read(&tokens, &change::read(arguments, self, None)?, &[])?;
        let expectations = self.decoder.expectations(&session, 1);
        let n_tokens = expectations.len();
        let lengths = std::iter::successors(Some(2 * LAST), |length| Some(2 * length));
        let lengths = lengths.take_while(|length| *length <= n_tokens);
        let counted = UNCOUNTED.min(n_tokens / 2)..n_tokens;
        print(|out| {
            writeln!(
                out,
                "{:.1}  tokens {} to {}",
                perplexity(&expectations, &counted),
                counted.start,
                Grouped(counted.end as u64)
            )?;
            for length in lengths {
                let last = length - LAST..length;
                writeln!(
                    out,
                    "{:.1}  last {LAST} tokens before {}",
                    perplexity(&expectations, &last),
                    Grouped(length as u64)
                )?;
            }
            Ok(())
        })?;
        if tokens.len() <= arguments::count(arguments, "tokens") {
            warn(&format!(
                "The text has only {} tokens.",
                Grouped(tokens.len() as u64)
            ));
        }
        let (_, predicted) = tokens.split_at(1);
        Ok(expectation_table(predicted, &expectations))
    }
}

/// Returns e to the power of the mean loss.
fn perplexity(expectations: &[Expectation], tokens: &Range<usize>) -> f64 {
    let counted = expectations.get(tokens.clone());
    let counted = counted.expect("the range lies within the text");
    let sum: f64 = counted
        .iter()
        .map(|expected| f64::from(expected.log_probability))
        .sum();
    (-sum / counted.len() as f64).exp()
}

fn expectation_table(tokens: &[u32], expectations: &[Expectation]) -> Table {
    let of = |number: fn(&Expectation) -> f64| expectations.iter().map(number).collect();
    let columns = vec![
        Column::numbers(
            "token",
            tokens.iter().map(|token| f64::from(*token)).collect(),
        ),
        Column::numbers(
            "is_first",
            of(|expected| f64::from(u8::from(expected.is_first))),
        ),
        Column::numbers(
            "log_probability",
            of(|expected| f64::from(expected.log_probability)),
        ),
    ];
    Table::new("How the model expected each token", columns)
}
