//! The format `.npz`: a zip archive of `.npy` files.

use super::{Array, MOST_NUMBERS, ReadError, npy};
use crate::checkpoint::quoted;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveWriter, ZipFileHeaderRecord};

/// The first bytes of an archive.
pub(super) const MAGIC: &[u8] = b"PK";

/// The ending of an array's name.
const ENDING: &str = ".npy";

/// The most arrays of an archive that are read.
const MOST_ARRAYS: usize = 4096;

/// The most bytes of one array: numbers of 8 bytes, and a header.
const MOST_BYTES: usize = 8 * MOST_NUMBERS + (1 << 16);

/// Returns the archive of arrays, preceded by a text. The same arrays give the same bytes, because the entries have no
/// time.
pub(super) fn bytes(text: (&str, &str), arrays: &[Array]) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    let mut add = |name: &str, bytes: &[u8]| {
        use std::io::Write as _;
        let (mut entry, settings) = archive.new_file(name).start()?;
        let mut data = settings.wrap(&mut entry);
        data.write_all(bytes)?;
        let (_, descriptor) = data.finish()?;
        entry.finish(descriptor)
    };
    const WRITTEN: &str = "names are short, and memory takes all bytes";
    add(text.0, text.1.as_bytes()).expect(WRITTEN);
    for array in arrays {
        let name = format!("{}{ENDING}", array.name);
        add(&name, &npy::bytes(array)).expect(WRITTEN);
    }
    archive.finish().expect(WRITTEN)
}

/// Reads the arrays of an archive; other entries are left out.
///
/// # Errors
/// [`ReadError`] if the archive or an array in it is broken or too large.
pub(super) fn read(file: &[u8]) -> Result<Vec<Array>, ReadError> {
    let archive = ZipArchive::from_slice(file).map_err(|_| ReadError::Archive)?;
    let mut entries = archive.entries();
    let mut arrays = Vec::new();
    let mut left = MOST_NUMBERS;
    while let Some(entry) = entries.next_entry().map_err(|_| ReadError::Archive)? {
        let path = entry.file_path();
        let name = String::from_utf8_lossy(path.as_ref()).into_owned();
        let Some(name) = name.strip_suffix(ENDING) else {
            continue;
        };
        let broken = || ReadError::Entry(quoted(name));
        let bytes = inflated(&archive, &entry, name)?;
        let array = npy::read(name, &bytes)?;
        let rest = left.checked_sub(array.numbers.len());
        left = rest.ok_or_else(|| ReadError::Large(quoted(name)))?;
        if arrays.len() == MOST_ARRAYS {
            return Err(broken());
        }
        arrays.push(array);
    }
    Ok(arrays)
}

/// Returns the bytes of an entry, whose sum is checked.
fn inflated(
    archive: &rawzip::ZipSliceArchive<&[u8]>,
    entry: &ZipFileHeaderRecord<'_>,
    name: &str,
) -> Result<Vec<u8>, ReadError> {
    let broken = || ReadError::Entry(quoted(name));
    let large = || ReadError::Large(quoted(name));
    let local = archive.get_entry(entry.wayfinder());
    let local = local.map_err(|_| broken())?;
    let bytes = match entry.compression_method() {
        CompressionMethod::STORE if local.data().len() > MOST_BYTES => return Err(large()),
        CompressionMethod::STORE => local.data().to_vec(),
        CompressionMethod::DEFLATE => decompress_to_vec_with_limit(local.data(), MOST_BYTES)
            .map_err(|error| match error.status {
                miniz_oxide::inflate::TINFLStatus::HasMoreOutput => large(),
                _ => broken(),
            })?,
        _ => return Err(broken()),
    };
    let verified = rawzip::ZipVerification {
        crc: rawzip::crc32(&bytes),
        uncompressed_size: bytes.len() as u64,
    };
    match local.claim_verifier().valid(verified) {
        Ok(()) => Ok(bytes),
        Err(_) => Err(broken()),
    }
}
