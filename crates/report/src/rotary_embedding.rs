//! Cosines and sines as the rotary embedding of a class in transformers returns them.

use super::Subject;
use super::kit::single;
use phasor_encoding::{EncodingError, Rope};
use phasor_model_files::{LayerRope, TableForm};

/// The format of the angles, each a position times an inverse frequency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AngleFormat {
    /// `f32`, as in transformers: far away, the angles of slow pairs alone are right.
    #[default]
    Single,
    /// `f64`: the cosines and sines are exact at any position.
    Double,
}

/// The rotary embedding of some layers.
///
/// ```
/// use phasor_report::{AngleFormat, RotaryEmbedding, Subject};
///
/// let subject = Subject::read(r#"{"model_type": "llama", "head_dim": 4, "rope_theta": 1e4}"#)?;
/// let rotary = RotaryEmbedding::new(&subject, subject.rope(None).unwrap());
/// let turns = rotary.turns(&[vec![0.0, 3.0]], None, AngleFormat::Double)?;
/// assert_eq!((turns.width, turns.cos[..4].to_vec()), (4, vec![1.0; 4]));
/// assert_eq!(turns.sin[4..], [3f64.sin(), 0.03f64.sin(), 3f64.sin(), 0.03f64.sin()]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct RotaryEmbedding<'a> {
    layer: &'a LayerRope,
    form: TableForm,
}

/// Cosines and sines, each times the attention factor.
#[derive(Debug, Clone, PartialEq)]
pub struct CosSin {
    /// The number of cosines at one position.
    pub width: usize,
    /// The cosines. Shape `[n_positions, width]`.
    pub cos: Vec<f64>,
    /// The sines. Shape `[n_positions, width]`.
    pub sin: Vec<f64>,
}

/// The cosines and sines of each pair along one axis. Shape `[n_positions, n_pairs]`.
type Table = (Vec<f64>, Vec<f64>);

impl<'a> RotaryEmbedding<'a> {
    /// Creates the rotary embedding of layers of a model.
    #[must_use]
    pub fn new(subject: &Subject, layer: &'a LayerRope) -> Self {
        let form = TableForm::of_class(subject.class());
        Self { layer, form }
    }

    /// Returns the number of axes on which M-RoPE counts; 1 for others.
    #[must_use]
    pub fn n_axes(&self) -> usize {
        let sections = self.layer.sections.as_ref();
        sections.map_or(1, |sections| sections.sizes.len().max(1))
    }

    /// Returns the number of cosines at one position.
    ///
    /// # Errors
    /// [`EncodingError`] if the numbers of the layers are outside their ranges, which does not happen after reading.
    pub fn width(&self) -> Result<usize, EncodingError> {
        let n_pairs = self.layer.scaled(None)?.frequencies().n_pairs();
        Ok(self.form.width(n_pairs))
    }

    /// Returns the length of a text that ends with the largest of these positions, as transformers takes it.
    #[must_use]
    pub fn seq_len(positions: impl IntoIterator<Item = f64>) -> usize {
        let largest = positions.into_iter().fold(0.0, f64::max);
        (largest as usize).saturating_add(1)
    }

    /// Returns the cosines and sines of tokens whose positions are given axis by axis: on one axis, or, for M-RoPE, on
    /// [all](Self::n_axes). Without a length, rules that depend on it get [that of these positions](Self::seq_len).
    ///
    /// # Errors
    /// [`EncodingError`] if there is another number of axes or positions on them, or if the sections of M-RoPE do not fit
    /// the pairs.
    pub fn turns(
        &self,
        positions: &[Vec<f64>],
        seq_len: Option<usize>,
        format: AngleFormat,
    ) -> Result<CosSin, EncodingError> {
        let n_positions = positions.first().map_or(0, Vec::len);
        for axis in positions {
            check_length(n_positions, axis.len())?;
        }
        let seq_len = seq_len.unwrap_or_else(|| Self::seq_len(positions.iter().flatten().copied()));
        let rope = self.layer.rope(Some(seq_len))?;
        let n_pairs = rope.frequencies().n_pairs();
        let width = self.form.width(n_pairs);
        let axes = self.axes(positions.len(), seq_len, width, n_pairs)?;
        let tables = positions.iter().map(|axis| table(&rope, axis, format));
        let tables: Vec<Table> = tables.collect();
        let (mut cos, mut sin) = (Vec::new(), Vec::new());
        for row in 0..n_positions {
            for (place, axis) in axes.iter().enumerate() {
                let cell = row * n_pairs + self.form.pair_of(place, n_pairs);
                let of_axis = tables.get(*axis);
                let turn = of_axis.and_then(|(cos, sin)| cos.get(cell).zip(sin.get(cell)));
                let turn = turn.expect("every axis has a table of all positions and pairs");
                cos.push(*turn.0);
                sin.push(*turn.1);
            }
        }
        Ok(CosSin { width, cos, sin })
    }

    /// Returns the axis that each place of a row follows, of those that are given. Shape `[width]`.
    fn axes(
        &self,
        n_given: usize,
        seq_len: usize,
        width: usize,
        n_pairs: usize,
    ) -> Result<Vec<usize>, EncodingError> {
        if n_given == 1 {
            return Ok(vec![0; width]);
        }
        check_length(self.n_axes(), n_given)?;
        let sections = self.layer.sections.as_ref();
        if let Some(axes) = sections.and_then(|sections| sections.component_axes()) {
            check_length(width, axes.len())?;
            return Ok(axes);
        }
        let axial = self.layer.axial(Some(seq_len))?;
        let axial = axial.expect("a model with several axes has sections");
        let of_pair: Vec<usize> = axial.axis_of_pair().collect();
        let places = (0..width).map(|place| {
            let axis = of_pair.get(self.form.pair_of(place, n_pairs));
            *axis.expect("every pair follows an axis")
        });
        Ok(places.collect())
    }
}

fn table(rope: &Rope, positions: &[f64], format: AngleFormat) -> Table {
    match format {
        AngleFormat::Double => {
            let table = rope.table_at(positions);
            (table.cos().to_vec(), table.sin().to_vec())
        }
        AngleFormat::Single => {
            let inv_freq = single::inv_freq(rope.frequencies());
            let rows = positions
                .iter()
                .map(|position| single::table(*position, &inv_freq, rope.attention_factor()));
            let turns = rows.flat_map(|row| row.cos.into_iter().zip(row.sin));
            turns
                .map(|(cos, sin)| (f64::from(cos), f64::from(sin)))
                .unzip()
        }
    }
}

fn check_length(expected: usize, actual: usize) -> Result<(), EncodingError> {
    match expected == actual {
        true => Ok(()),
        false => Err(EncodingError::VectorLength { expected, actual }),
    }
}
