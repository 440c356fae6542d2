//! Files of numbers that some figures need before they can be drawn, and their contents.

use std::cell::RefCell;
use std::rc::Rc;

/// A file of numbers; the README beside each file describes it with its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asset {
    /// The vector of every word of the vocabulary.
    Words,
    /// One attention head of the first layer, and the first rows of the position table.
    Head,
    /// The learned vector of every position.
    Positions,
    /// A race of each task.
    Races,
    /// What a real model answers.
    RealModel,
}

impl Asset {
    /// Every file.
    pub const ALL: [Self; 5] = [
        Self::Words,
        Self::Head,
        Self::Positions,
        Self::Races,
        Self::RealModel,
    ];

    /// Returns the path, relative to the folder of the program that loads it.
    #[must_use]
    pub fn path(self) -> &'static str {
        match self {
            Self::Words => "words/words.bin",
            Self::Head => "words/head.bin",
            Self::Positions => "words/positions.bin",
            Self::Races => "race/races.bin",
            Self::RealModel => "real-model/answers.bin",
        }
    }

    /// Returns the numbers of rows and columns. Figures rely on them, and another build may have written other files.
    fn sizes(self) -> [usize; 2] {
        match self {
            Self::Words => [406, 384],
            Self::Head => [110, 384],
            Self::Positions => [512, 384],
            Self::Races => [2126, 64],
            Self::RealModel => [294, 128],
        }
    }

    /// Returns the rows if the file is loaded. In browsers, a program must [`keep`] the file first.
    pub(crate) fn rows(self) -> Option<Rc<Rows>> {
        #[cfg(not(target_arch = "wasm32"))]
        if !self.is_cached() {
            let stored = keep(self.path(), self.bytes());
            stored.expect("a stored file has the sizes that `Asset::sizes` gives");
        }
        CACHE.with_borrow(|cache| {
            let found = cache.iter().find(|(known, _)| *known == self);
            found.map(|(_, rows)| Rc::clone(rows))
        })
    }

    fn is_cached(self) -> bool {
        CACHE.with_borrow(|cache| cache.iter().any(|(known, _)| *known == self))
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn bytes(self) -> &'static [u8] {
        match self {
            Self::Words => include_bytes!("../../../assets/words/words.bin"),
            Self::Head => include_bytes!("../../../assets/words/head.bin"),
            Self::Positions => include_bytes!("../../../assets/words/positions.bin"),
            Self::Races => include_bytes!("../../../assets/race/races.bin"),
            Self::RealModel => include_bytes!("../../../assets/real-model/answers.bin"),
        }
    }
}

thread_local! {
    static CACHE: RefCell<Vec<(Asset, Rc<Rows>)>> = RefCell::default();
}

/// Keeps the file from `path` for every figure that is created later.
///
/// # Errors
/// [`Damaged`] if no figure needs a file with this path, or if [`Rows::read`] fails, or if the file has other sizes than the
/// figures expect, such as one of another version.
pub fn keep(path: &str, bytes: &[u8]) -> Result<(), Damaged> {
    let asset = Asset::ALL.into_iter().find(|asset| asset.path() == path);
    let asset = asset.ok_or(Damaged)?;
    if asset.is_cached() {
        return Ok(());
    }
    let rows = Rows::read(bytes)?;
    if [rows.n_rows(), rows.n_columns] != asset.sizes() {
        return Err(Damaged);
    }
    CACHE.with_borrow_mut(|cache| cache.push((asset, Rc::new(rows))));
    Ok(())
}

/// The error for a file of other sizes than it should have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("The file of vectors is damaged; reload the page.")]
pub struct Damaged;

/// Rows of numbers, each row stored as 8-bit steps with its own scale.
#[derive(Debug, Clone, PartialEq)]
pub struct Rows {
    n_columns: usize,
    scales: Vec<f64>,
    steps: Vec<i8>,
}

impl Rows {
    /// Reads a little-endian file: the numbers of rows and columns as `u32`, an `f32` scale for each row, then the
    /// rows as `i8`.
    ///
    /// # Errors
    /// [`Damaged`] if the sizes in the file do not match its length, or if a scale is not a finite number.
    pub fn read(bytes: &[u8]) -> Result<Self, Damaged> {
        let (n_rows, rest) = bytes.split_first_chunk().ok_or(Damaged)?;
        let (n_columns, rest) = rest.split_first_chunk().ok_or(Damaged)?;
        let [n_rows, n_columns] =
            [n_rows, n_columns].map(|size| u32::from_le_bytes(*size) as usize);
        // In WebAssembly, the sizes of a damaged file may have a product above the largest `usize`.
        let n_bytes = n_rows.checked_mul(4).ok_or(Damaged)?;
        let (scales, steps) = rest.split_at_checked(n_bytes).ok_or(Damaged)?;
        if n_rows.checked_mul(n_columns) != Some(steps.len()) || steps.is_empty() {
            return Err(Damaged);
        }
        let scales = scales.as_chunks().0.iter();
        let scales = scales.map(|scale| f32::from_le_bytes(*scale).into());
        let scales: Vec<f64> = scales.collect();
        if !scales.iter().all(|scale| scale.is_finite()) {
            return Err(Damaged);
        }
        Ok(Self {
            n_columns,
            scales,
            steps: steps.iter().map(|&step| step.cast_signed()).collect(),
        })
    }

    /// Writes rows of equal length in that format.
    #[must_use]
    pub fn write(rows: &[Vec<f64>]) -> Vec<u8> {
        let n_columns = rows.first().map_or(0, Vec::len);
        let sizes = [rows.len(), n_columns].map(|size| (size as u32).to_le_bytes());
        let scales = rows.iter().map(|row| scale(row));
        let steps = rows.iter().flat_map(|row| {
            let scale = f64::from(scale(row));
            let step = move |number: &f64| if scale > 0.0 { number / scale } else { 0.0 };
            row.iter().map(move |number| step(number).round() as i8)
        });
        let mut bytes: Vec<u8> = sizes.into_iter().flatten().collect();
        bytes.extend(scales.flat_map(f32::to_le_bytes));
        bytes.extend(steps.map(i8::cast_unsigned));
        bytes
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn n_rows(&self) -> usize {
        self.scales.len()
    }

    /// Returns the numbers of a row.
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    pub fn row(&self, row: usize) -> Vec<f64> {
        let steps = self.steps.chunks_exact(self.n_columns).nth(row);
        let row = self.scales.get(row).zip(steps);
        let (scale, steps) = row.expect("a file of vectors has every row that a figure reads");
        steps.iter().map(|&step| scale * f64::from(step)).collect()
    }
}

/// Returns the size of a step, so that the largest number of a row is 127 steps.
fn scale(row: &[f64]) -> f32 {
    (row.iter()
        .fold(0.0, |most: f64, number| most.max(number.abs()))
        / 127.0) as f32
}
