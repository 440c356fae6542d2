//! The norms of all pairs.

/// Queries or keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Queries.
    Query,
    /// Keys.
    Key,
}

/// The norm of each pair's two rows in the projections of queries and keys, by layer and head.
///
/// ```
/// use phasor_report::checkpoint::{Kind, Norms};
///
/// let norms = Norms {
///     layer_type: None, layers: vec![0, 2], missing: vec![1],
///     n_heads: 2, n_kv_heads: 1, n_pairs: 1,
///     queries: vec![1.0, 2.0, 3.0, 4.0], keys: vec![5.0, 6.0],
/// };
/// assert_eq!((norms.of(Kind::Query, 1, 0), norms.of(Kind::Key, 1, 0)), (&[3.0][..], &[6.0][..]));
/// assert_eq!(norms.by_layer(Kind::Query), [1.5, 3.5]);
/// assert_eq!(norms.by_pair(Kind::Key), [5.5]);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Norms {
    /// The type of the layers, or `None` if all are alike.
    pub layer_type: Option<String>,
    /// The layers in the order of their rows.
    pub layers: Vec<usize>,
    /// The layers that rotate but are not in the files.
    pub missing: Vec<usize>,
    /// The number of query heads.
    pub n_heads: usize,
    /// The number of key heads.
    pub n_kv_heads: usize,
    /// The number of pairs.
    pub n_pairs: usize,
    /// The norms of queries, shape `[n_layers, n_heads, n_pairs]`.
    pub queries: Vec<f64>,
    /// The norms of keys, shape `[n_layers, n_kv_heads, n_pairs]`.
    pub keys: Vec<f64>,
}

impl Norms {
    /// Returns all norms of a kind, and the number of its heads.
    #[must_use]
    pub fn all(&self, kind: Kind) -> (&[f64], usize) {
        match kind {
            Kind::Query => (&self.queries, self.n_heads),
            Kind::Key => (&self.keys, self.n_kv_heads),
        }
    }

    /// Returns the norms of a head in the layer at `place` of [`layers`](Self::layers); none if there is no such head.
    #[must_use]
    pub fn of(&self, kind: Kind, place: usize, head: usize) -> &[f64] {
        let (norms, n_heads) = self.all(kind);
        let mut heads = norms.chunks_exact(self.n_pairs.max(1));
        match heads.nth(place.saturating_mul(n_heads).saturating_add(head)) {
            Some(norms) if head < n_heads => norms,
            _ => &[],
        }
    }

    /// Returns whether there is a norm of queries and one of keys for each pair.
    pub(super) fn has_pairs(&self) -> bool {
        let fewest = self.queries.len().min(self.keys.len());
        (1..=fewest).contains(&self.n_pairs)
    }

    /// Returns the mean over the heads of each layer, shape `[n_layers, n_pairs]`.
    #[must_use]
    pub fn by_layer(&self, kind: Kind) -> Vec<f64> {
        let (norms, n_heads) = self.all(kind);
        let layers = norms.chunks_exact(n_heads.saturating_mul(self.n_pairs).max(1));
        layers
            .flat_map(|layer| means(layer, self.n_pairs))
            .collect()
    }

    /// Returns the mean over all layers and heads, shape `[n_pairs]`.
    #[must_use]
    pub fn by_pair(&self, kind: Kind) -> Vec<f64> {
        means(self.all(kind).0, self.n_pairs)
    }
}

/// Returns the mean of all rows of `n_pairs` numbers.
fn means(rows: &[f64], n_pairs: usize) -> Vec<f64> {
    let mut sums = vec![0.0; n_pairs];
    let rows = rows.chunks_exact(n_pairs.max(1));
    let count = rows.len().max(1) as f64;
    for row in rows {
        for (sum, norm) in sums.iter_mut().zip(row) {
            *sum += norm;
        }
    }
    sums.iter().map(|sum| sum / count).collect()
}
