//! The norms of queries and keys, from `.safetensors` files.

use std::fs;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use super::{FileError, failed};
use crate::checkpoint::{
    FindError, Header, HeaderError, Heads, Index, IndexError, Norms, Plan, PlanError,
};

/// The bytes that are read at a time.
const CHUNK: usize = 8 << 20;

/// The largest index, in bytes. That of a model with 90,000 tensors has 9 MB.
const MOST_BYTES: u64 = 100_000_000;

/// The reason why files give no norms. Its `Display` is one sentence.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file does not hold weights that can be read.
    #[error("`{path}` cannot be read as weights. {source}", path = .path.display())]
    Header {
        /// The path of the file.
        path: PathBuf,
        /// The fault of its header.
        source: HeaderError,
    },
    /// The file does not name the files of a model.
    #[error("`{path}` cannot be read as the index of a model. {source}", path = .path.display())]
    Index {
        /// The path of the file.
        path: PathBuf,
        /// The fault of the index.
        source: IndexError,
    },
    /// The weights do not fit the configuration.
    #[error(transparent)]
    Find(#[from] FindError),
    /// The weights have no norms.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// Returns the file, or the shards that it names if it is an index (`.json`).
///
/// # Errors
/// [`WeightsError`] if the index cannot be read.
pub fn shards(path: &Path) -> Result<Vec<PathBuf>, WeightsError> {
    let ending = path.extension();
    if ending.is_none_or(|ending| !ending.eq_ignore_ascii_case("json")) {
        return Ok(vec![path.to_owned()]);
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(failed(path))?;
    let read = file.take(MOST_BYTES).read_to_end(&mut bytes);
    read.map_err(failed(path))?;
    let index = Index::read(&bytes).map_err(|source| WeightsError::Index {
        path: path.to_owned(),
        source,
    })?;
    let names = index.files().into_iter();
    Ok(names.map(|name| path.with_file_name(name)).collect())
}

/// Reads the norms of the layers with these heads from all files of a model, in chunks, so that no weights stay in memory.
///
/// # Errors
/// [`WeightsError`] if a file cannot be read, is not what it should be, or does not fit the configuration.
pub fn read_norms(paths: &[PathBuf], heads: &Heads) -> Result<Norms, WeightsError> {
    let mut files = Vec::new();
    let mut headers = Vec::new();
    for path in paths {
        let mut file = fs::File::open(path).map_err(failed(path))?;
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
        sought.map_err(failed(path))?;
        let mut left = read.end - read.start;
        while left > 0 {
            let n_bytes = left.min(CHUNK as u64) as usize;
            let chunk = buffer.get_mut(..n_bytes);
            let chunk = chunk.expect("a chunk fits into the buffer");
            file.read_exact(chunk).map_err(failed(path))?;
            plan.take(read_idx, chunk)?;
            left -= n_bytes as u64;
        }
    }
    Ok(plan.norms()?)
}

/// Reads the header of a file.
fn header(path: &Path, file: &mut fs::File) -> Result<Header, WeightsError> {
    let broken = |source| WeightsError::Header {
        path: path.to_owned(),
        source,
    };
    let size = file.metadata().map_err(failed(path))?.len();
    let mut bytes = Vec::new();
    let mut first = file.by_ref().take(8);
    first.read_to_end(&mut bytes).map_err(failed(path))?;
    let n_bytes = Header::n_bytes(&bytes, size).map_err(broken)?;
    let mut rest = file.by_ref().take(n_bytes - bytes.len() as u64);
    rest.read_to_end(&mut bytes).map_err(failed(path))?;
    Header::read(&bytes, size).map_err(broken)
}
