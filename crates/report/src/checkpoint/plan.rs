//! Which bytes to read, and the sums that they give.

use super::find::{FindError, Found, Projection, find};
use super::header::Header;
use super::heads::Heads;
use super::norms::{Kind, Norms};
use phasor_encoding::Pairing;
use phasor_text::number::Grouped;

/// Rows between two heads that are read as well rather than read around, in bytes.
const GAP: u64 = 1 << 20;

/// The reason why bytes are refused, or norms not ready. Its `Display` is one sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The plan has no such read.
    #[error("There is no read {0}.")]
    NoRead(usize),
    /// A read has fewer bytes than it was given.
    #[error("Read {0} was given more bytes than it has.")]
    TooMuch(usize),
    /// Bytes are missing.
    #[error("{n} bytes of the weights are missing.", n = Grouped(*.0))]
    Unfinished(u64),
    /// A weight is infinite or not a number.
    #[error("A weight of layer {0} is infinite or not a number, so its norms are unknown.")]
    NotFinite(usize),
}

/// Bytes of a file that are needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Read {
    /// The place of the file among the headers.
    pub file: usize,
    /// The first byte, counted from the beginning of the file.
    pub start: u64,
    /// The byte after the last one.
    pub end: u64,
    /// The place of the projection.
    projection: usize,
    /// The row of its first byte.
    row: u64,
}

/// How far a read is.
#[derive(Debug, Clone, Copy, Default)]
struct State {
    /// The number of bytes that were taken.
    done: u64,
    /// The first bytes of a number whose others come with the next chunk.
    held: [u8; 8],
    n_held: usize,
}

/// The reads that give the norms of a model, and the sums so far. It needs less than 64 MiB for
/// any published model.
///
/// ```
/// use phasor_report::checkpoint::{Header, Heads, Plan};
/// use phasor_report::Subject;
///
/// let json = br#"{
///     "model.layers.0.self_attn.k_proj.weight": {"dtype": "F32", "shape": [2, 1], "data_offsets": [0, 8]},
///     "model.layers.0.self_attn.q_proj.weight": {"dtype": "F32", "shape": [2, 1], "data_offsets": [8, 16]}}"#;
/// let weights: Vec<u8> = [3.0f32, 4.0, 6.0, 8.0].iter().flat_map(|weight| weight.to_le_bytes()).collect();
/// let file = [&(json.len() as u64).to_le_bytes()[..], json, &weights].concat();
/// let header = Header::read(&file, file.len() as u64)?;
///
/// let subject = Subject::read(r#"{"model_type": "llama", "head_dim": 2, "num_attention_heads": 1}"#)?;
/// let mut plan = Plan::new(&[header], &Heads::new(&subject, None)?)?;
/// for read_idx in 0..plan.reads().len() {
///     let read = plan.reads()[read_idx];
///     // In chunks of any size, here of 3 bytes.
///     for chunk in file[read.start as usize..read.end as usize].chunks(3) {
///         plan.take(read_idx, chunk)?;
///     }
/// }
/// assert_eq!(plan.progress(), (16, 16));
/// let norms = plan.norms()?;
/// assert_eq!((norms.queries, norms.keys), (vec![10.0], vec![5.0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Plan {
    reads: Vec<Read>,
    states: Vec<State>,
    found: Found,
    sums: Sums,
    layer_type: Option<String>,
}

impl Plan {
    /// Plans to read the projections in the files with these headers.
    ///
    /// # Errors
    /// [`FindError`] if no layer has its projections in the files, or one does not fit the heads.
    pub fn new(headers: &[Header], heads: &Heads) -> Result<Self, FindError> {
        let found = find(headers, heads)?;
        let zeros = |n_heads: usize| vec![0.0; found.layers.len() * n_heads * heads.n_pairs];
        let n_rotary = 2 * heads.n_pairs as u64;
        let projections = found.projections.iter().enumerate();
        let reads = projections.flat_map(|(place, projection)| reads(place, projection, n_rotary));
        let mut reads: Vec<Read> = reads.collect();
        reads.sort_by_key(|read| (read.file, read.start));
        Ok(Self {
            states: vec![State::default(); reads.len()],
            reads,
            sums: Sums {
                queries: zeros(heads.n_heads),
                keys: zeros(found.n_kv_heads),
                n_heads: heads.n_heads,
                n_kv_heads: found.n_kv_heads,
                n_pairs: heads.n_pairs,
                pairing: heads.pairing,
            },
            found,
            layer_type: heads.layer_type.clone(),
        })
    }

    /// Returns the bytes to read, file by file and in the order of the bytes.
    #[must_use]
    pub fn reads(&self) -> &[Read] {
        &self.reads
    }

    /// Takes the next bytes of a read. A chunk may have any size, and may end inside a number.
    ///
    /// # Errors
    /// [`PlanError`] if there is no such read, or it has fewer bytes.
    pub fn take(&mut self, read_idx: usize, chunk: &[u8]) -> Result<(), PlanError> {
        let read = self.reads.get(read_idx);
        let state = self.states.get_mut(read_idx);
        let (Some(read), Some(state)) = (read, state) else {
            return Err(PlanError::NoRead(read_idx));
        };
        let projection = self.found.projections.get(read.projection);
        let projection = projection.expect("a read is of one of the projections");
        if chunk.len() as u64 > read.end - read.start - state.done {
            return Err(PlanError::TooMuch(read_idx));
        }
        let size = projection.float.size();
        let mut place = (state.done - state.n_held as u64) / size as u64;
        state.done += chunk.len() as u64;
        let mut rest = chunk;
        if state.n_held > 0 {
            let (first, others) = rest.split_at((size - state.n_held).min(rest.len()));
            for (to, from) in state.held.iter_mut().skip(state.n_held).zip(first) {
                *to = *from;
            }
            state.n_held += first.len();
            rest = others;
            if state.n_held < size {
                return Ok(());
            }
            let number = state.held.get(..size);
            let number = number.expect("no number has more than 8 bytes");
            self.sums.add(projection, (read.row, place), number);
            place += 1;
        }
        let (numbers, last) = rest.split_at(rest.len() - rest.len() % size);
        self.sums.add(projection, (read.row, place), numbers);
        for (to, from) in state.held.iter_mut().zip(last) {
            *to = *from;
        }
        state.n_held = last.len();
        Ok(())
    }

    /// Returns how many bytes were taken, and how many all reads have.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        let done = self.states.iter().map(|state| state.done).sum();
        let all = self.reads.iter().map(|read| read.end - read.start).sum();
        (done, all)
    }

    /// Returns the norms, after every read was taken to its end.
    ///
    /// # Errors
    /// [`PlanError`] if bytes are missing, or a weight is not finite.
    pub fn norms(&self) -> Result<Norms, PlanError> {
        let (done, all) = self.progress();
        if done < all {
            return Err(PlanError::Unfinished(all - done));
        }
        let layers = &self.found.layers;
        let norms = |sums: &[f64]| -> Result<Vec<f64>, PlanError> {
            let is_odd = |sum: &f64| !sum.is_finite();
            if let Some(place) = sums.iter().position(is_odd) {
                let n_of_layer = sums.len() / layers.len().max(1);
                let layer = layers.get(place / n_of_layer.max(1));
                let layer = layer.expect("every layer has as many sums");
                return Err(PlanError::NotFinite(*layer));
            }
            Ok(sums.iter().map(|sum| sum.sqrt()).collect())
        };
        Ok(Norms {
            layer_type: self.layer_type.clone(),
            layers: layers.clone(),
            missing: self.found.missing.clone(),
            n_heads: self.sums.n_heads,
            n_kv_heads: self.sums.n_kv_heads,
            n_pairs: self.sums.n_pairs,
            queries: norms(&self.sums.queries)?,
            keys: norms(&self.sums.keys)?,
        })
    }
}

/// Returns the reads of a projection, whose heads have `n_rotary` rows that rotate.
fn reads(place: usize, projection: &Projection, n_rotary: u64) -> Vec<Read> {
    let row_bytes = projection.n_columns * projection.float.size() as u64;
    let mut reads: Vec<Read> = Vec::new();
    for block in &projection.blocks {
        let start = projection.start + block.row * row_bytes;
        let end = start + n_rotary * row_bytes;
        match reads.last_mut() {
            Some(last) if start - last.end <= GAP => last.end = end,
            _ => reads.push(Read {
                file: projection.file,
                start,
                end,
                projection: place,
                row: block.row,
            }),
        }
    }
    reads
}

/// The sum of squares of each pair, with the shapes of [`Norms`].
#[derive(Debug, Clone)]
struct Sums {
    queries: Vec<f64>,
    keys: Vec<f64>,
    n_heads: usize,
    n_kv_heads: usize,
    n_pairs: usize,
    pairing: Pairing,
}

impl Sums {
    /// Adds whole numbers, of which the first is at `place`, counted from the beginning of row `row`.
    fn add(&mut self, projection: &Projection, (row, place): (u64, u64), numbers: &[u8]) {
        let size = projection.float.size();
        let (mut row, mut column) = (
            row + place / projection.n_columns,
            place % projection.n_columns,
        );
        let mut rest = numbers;
        while !rest.is_empty() {
            let n_bytes = (projection.n_columns - column).saturating_mul(size as u64);
            let n_bytes = usize::try_from(n_bytes).unwrap_or(usize::MAX);
            let (part, others) = rest.split_at(n_bytes.min(rest.len()));
            if let Some(sum) = self.of_row(projection, row) {
                projection.float.add_squares(part, sum);
            }
            rest = others;
            row += 1;
            column = 0;
        }
    }

    /// Returns the sum of the pair that a row belongs to; none for a row that does not rotate.
    fn of_row(&mut self, projection: &Projection, row: u64) -> Option<&mut f64> {
        let after = projection.blocks.partition_point(|block| block.row <= row);
        let block = projection.blocks.get(after.checked_sub(1)?)?;
        let place = usize::try_from(row - block.row).ok()?;
        if place >= 2 * self.n_pairs {
            return None;
        }
        let (pair_idx, _) = self.pairing.pair_of(place, self.n_pairs);
        let (sums, n_heads) = match block.kind {
            Kind::Query => (&mut self.queries, self.n_heads),
            Kind::Key => (&mut self.keys, self.n_kv_heads),
        };
        let place = (projection.layer * n_heads + block.head) * self.n_pairs + pair_idx;
        Some(
            sums.get_mut(place)
                .expect("every pair of every head has a sum"),
        )
    }
}
