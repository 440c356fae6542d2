//! `phasor norms`: which frequencies the weights of a model use.

use std::fs;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, value_parser};

use super::model::FAULTY;
use super::output::{ending, print, warn};
use super::sheet::{self, Sheet};
use super::{Failure, Status, config_file, layers};
use phasor_draw::{Column, Table};
use phasor_report::checkpoint::{Header, Heads, Index, Kind, Norms, Plan, blocks};
use phasor_report::text;

/// The bytes that are read at a time.
const CHUNK: usize = 8 << 20;

/// The largest index, in bytes. That of a model with 90,000 tensors has 9 MB.
const MOST_BYTES: u64 = 100_000_000;

/// The width of the drawings, which the text leaves out.
const WIDTH: f32 = 760.0;

pub(super) fn command() -> Command {
    let about = "Report the norms of queries’ and keys’ projection weights for each frequency, from the weights of a model";
    let out = "File for the norm of every layer, head and pair, .csv, .json or .npy; in the column `kind`, 0 is the query \
               and 1 the key";
    let files = "The weights: .safetensors files, or their model.safetensors.index.json, beside which they must be";
    let sheet = sheet::arguments().map(|argument| match argument.get_id().as_str() {
        "out" => argument.help(out),
        _ => argument.requires("out"),
    });
    Command::new("norms")
        .about(about)
        .arg(
            Arg::new("files")
                .value_name("FILE")
                .help(files)
                .required(true)
                .num_args(1..)
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(config_file::argument().required(true))
        .arg(layers::argument())
        .arg(config_file::force())
        .args(sheet)
}

/// Reads the weights, prints the report, and writes the table if a file for it is given.
///
/// # Errors
/// [`Failure`] if a file cannot be read, is not what it should be, or does not fit the configuration.
pub(super) fn run(arguments: &ArgMatches) -> Result<Status, Failure> {
    let given = config_file::read(arguments)?;
    let layer = layers::of(given.model(), arguments)?;
    if given.is_faulty(arguments) {
        given.report("");
        warn(FAULTY);
        return Ok(Status::Failed);
    }
    let subject = &given.subject;
    let heads = Heads::new(subject, layer.layer_type.as_deref())?;
    let mut files = Vec::new();
    for path in arguments.get_many::<PathBuf>("files").into_iter().flatten() {
        files.extend(shards(path)?);
    }
    let norms = norms(&files, &heads)?;
    if arguments.contains_id("out") {
        Sheet::from(table(&norms)).write(arguments)?;
    }
    given.report("");
    let blocks = blocks(&norms, subject, WIDTH);
    print(|out| write!(out, "{}", text::text(&blocks)))?;
    Ok(Status::Success)
}

fn input(path: &Path) -> impl FnOnce(io::Error) -> Failure {
    let path = path.to_owned();
    move |source| config_file::input(&path, source)
}

/// Returns the file, or the shards that it names.
fn shards(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if ending(path) != "json" {
        return Ok(vec![path.to_owned()]);
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(input(path))?;
    let read = file.take(MOST_BYTES).read_to_end(&mut bytes);
    read.map_err(input(path))?;
    let index = Index::read(&bytes).map_err(|source| Failure::Index {
        path: path.to_owned(),
        source,
    })?;
    let names = index.files().into_iter();
    Ok(names.map(|name| path.with_file_name(name)).collect())
}

fn norms(paths: &[PathBuf], heads: &Heads) -> Result<Norms, Failure> {
    let mut files = Vec::new();
    let mut headers = Vec::new();
    for path in paths {
        let mut file = fs::File::open(path).map_err(input(path))?;
        headers.push(header(path, &mut file)?);
        files.push((path, file));
    }
    let mut plan = Plan::new(&headers, heads)?;
    let mut buffer = vec![0; CHUNK];
    for (read_idx, read) in plan.reads().to_vec().into_iter().enumerate() {
        let (path, file) = files
            .get_mut(read.file)
            .expect("every header is that of a file");
        let sought = file.seek(SeekFrom::Start(read.start));
        sought.map_err(input(path))?;
        let mut left = read.end - read.start;
        while left > 0 {
            let n_bytes = left.min(CHUNK as u64) as usize;
            let chunk = buffer.get_mut(..n_bytes);
            let chunk = chunk.expect("a chunk fits into the buffer");
            file.read_exact(chunk).map_err(input(path))?;
            plan.take(read_idx, chunk)?;
            left -= n_bytes as u64;
        }
    }
    Ok(plan.norms()?)
}

/// Reads the header of a file.
fn header(path: &Path, file: &mut fs::File) -> Result<Header, Failure> {
    let failure = |source| Failure::Weights {
        path: path.to_owned(),
        source,
    };
    let size = file.metadata().map_err(input(path))?.len();
    let mut bytes = Vec::new();
    let mut first = io::Read::by_ref(file).take(8);
    first.read_to_end(&mut bytes).map_err(input(path))?;
    let n_bytes = Header::n_bytes(&bytes, size).map_err(failure)?;
    let mut rest = io::Read::by_ref(file).take(n_bytes - bytes.len() as u64);
    rest.read_to_end(&mut bytes).map_err(input(path))?;
    Header::read(&bytes, size).map_err(failure)
}

/// Returns a row for each layer, kind, head and pair.
fn table(norms: &Norms) -> Table {
    let names = ["layer", "head", "kind", "pair_idx", "norm"];
    let mut columns: [Vec<f64>; 5] = Default::default();
    for (place, layer) in norms.layers.iter().enumerate() {
        for (number, kind) in [Kind::Query, Kind::Key].into_iter().enumerate() {
            for head in 0..norms.all(kind).1 {
                let pairs = norms.of(kind, place, head).iter().enumerate();
                for (pair_idx, norm) in pairs {
                    let row = [
                        *layer as f64,
                        head as f64,
                        number as f64,
                        pair_idx as f64,
                        *norm,
                    ];
                    for (column, number) in columns.iter_mut().zip(row) {
                        column.push(number);
                    }
                }
            }
        }
    }
    let columns = names.into_iter().zip(columns);
    let columns = columns.map(|(name, numbers)| Column::numbers(name, numbers));
    Table::new("Norms of every layer, head and pair", columns.collect())
}
