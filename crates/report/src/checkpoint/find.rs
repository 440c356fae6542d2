//! Which rows of which tensors make the pairs of queries and keys.

use std::collections::BTreeMap;

use super::float::Float;
use super::header::{Header, Tensor, quoted};
use super::heads::Heads;
use super::norms::Kind;
use super::roles::{Role, is_packed, role};
use phasor_text::number::Grouped;

/// The reason why the pairs cannot be found. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FindError {
    /// No layer has both projections.
    #[error(
        "No layer that rotates has its projections of queries and keys (such as `self_attn.q_proj.weight`) in the given \
         files."
    )]
    Nothing,
    /// The weights are quantized.
    #[error("The projections are quantized (`{0}`); bring the weights in F32, F16 or BF16.")]
    Packed(String),
    /// A projection has an unsupported number format.
    #[error("The numbers of `{tensor}` must be F64, F32, F16 or BF16, not {dtype}.")]
    Dtype {
        /// The tensor.
        tensor: String,
        /// Its number format.
        dtype: String,
    },
    /// Two tensors claim the same layer.
    #[error(
        "Both `{0}` and `{1}` hold queries or keys of the same layer, so it is unclear which of them counts."
    )]
    Twice(String, String),
    /// The shape does not fit the configuration.
    #[error(
        "`{tensor}` has the shape [{shape}], but by the configuration it must have {expected}."
    )]
    Shape {
        /// The tensor.
        tensor: String,
        /// The sizes of its axes.
        shape: String,
        /// What fits.
        expected: String,
    },
    /// There are more norms than a model has.
    #[error("The model must have at most {} norms, not {}.", Grouped(*.most), Grouped(*.n))]
    Many {
        /// The largest number.
        most: u64,
        /// The number of the model.
        n: u64,
    },
}

/// The largest number of norms, which take 32 MiB. Llama 3.1 405B has 1.1 million.
const MOST: u64 = 1 << 22;

/// The rows of one rotary head in a tensor.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    /// The first row of the rotary part.
    pub(super) row: u64,
    pub(super) kind: Kind,
    pub(super) head: usize,
}

/// A tensor with rows of queries or keys.
#[derive(Debug, Clone)]
pub(super) struct Projection {
    /// The place of the file among the headers.
    pub(super) file: usize,
    /// The layer's place among those that are found.
    pub(super) layer: usize,
    pub(super) start: u64,
    pub(super) float: Float,
    pub(super) n_columns: u64,
    /// The heads in the order of their rows.
    pub(super) blocks: Vec<Block>,
}

/// What is found.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) projections: Vec<Projection>,
    pub(super) layers: Vec<usize>,
    pub(super) missing: Vec<usize>,
    pub(super) n_kv_heads: usize,
}

/// The projections of a layer.
type Parts<'a> = BTreeMap<Role, (usize, &'a Tensor)>;

/// Finds the rows of all heads in the layers that `heads` names.
pub(super) fn find(headers: &[Header], heads: &Heads) -> Result<Found, FindError> {
    let mut layers = named(headers, heads)?;
    let is_whole = |parts: &Parts<'_>| {
        let has = |roles: &[Role]| roles.iter().any(|role| parts.contains_key(role));
        has(&[Role::Stacked, Role::Grouped])
            || has(&[Role::Query, Role::WideQuery]) && has(&[Role::Key, Role::SharedKey])
    };
    layers.retain(|_, parts| is_whole(parts));
    let tensors = || headers.iter().flat_map(Header::tensors);
    if layers.is_empty() {
        let packed = tensors().find(|tensor| is_packed(&tensor.name));
        return Err(packed.map_or(FindError::Nothing, |tensor| {
            FindError::Packed(quoted(&tensor.name))
        }));
    }
    let n_kv_heads = n_kv_heads(&layers, heads)?;
    let n_heads = (heads.n_heads as u64).saturating_add(n_kv_heads as u64);
    let n = n_heads.saturating_mul(heads.n_pairs as u64);
    let n = n.saturating_mul(layers.len() as u64);
    if n > MOST {
        return Err(FindError::Many { most: MOST, n });
    }
    let mut projections = Vec::new();
    for (place, parts) in layers.values().enumerate() {
        let is_latent = parts.contains_key(&Role::SharedKey);
        for (role, (file, tensor)) in parts {
            let ([n_rows, n_columns], float) = shape(tensor)?;
            let rows = Rows {
                tensor,
                heads,
                n_rows,
                n_kv_heads,
            };
            projections.push(Projection {
                file: *file,
                layer: place,
                start: tensor.start,
                float,
                n_columns,
                blocks: rows.blocks(*role, is_latent)?,
            });
        }
    }
    // If the configuration does not give the number of layers, it expects none.
    let expected = heads.layers.iter().flatten().copied();
    let missing = expected
        .filter(|layer| !layers.contains_key(layer))
        .collect();
    Ok(Found {
        projections,
        layers: layers.into_keys().collect(),
        missing,
        n_kv_heads,
    })
}

/// Returns the projections of each layer that `heads` names.
fn named<'a>(
    headers: &'a [Header],
    heads: &Heads,
) -> Result<BTreeMap<usize, Parts<'a>>, FindError> {
    let mut layers: BTreeMap<usize, Parts<'a>> = BTreeMap::new();
    for (file, header) in headers.iter().enumerate() {
        for tensor in header.tensors() {
            let Some((layer, role)) = role(&tensor.name) else {
                continue;
            };
            if heads
                .layers
                .as_ref()
                .is_some_and(|all| !all.contains(&layer))
            {
                continue;
            }
            let role = match role {
                Role::Grouped if heads.is_stacked => Role::Stacked,
                role => role,
            };
            let parts = layers.entry(layer).or_default();
            let mut others = parts.iter().filter(|(other, _)| are_same(**other, role));
            if let Some((_, (_, other))) = others.next() {
                return Err(FindError::Twice(quoted(&other.name), quoted(&tensor.name)));
            }
            parts.insert(role, (file, tensor));
        }
    }
    Ok(layers)
}

/// Returns whether two projections of a layer both hold its queries, or both its keys.
fn are_same(one: Role, other: Role) -> bool {
    let has_queries = |role| !matches!(role, Role::Key | Role::SharedKey);
    let has_keys = |role| !matches!(role, Role::Query | Role::WideQuery);
    has_queries(one) && has_queries(other) || has_keys(one) && has_keys(other)
}

/// Returns the number of key heads that the configuration gives, or else that of the first layer.
fn n_kv_heads(layers: &BTreeMap<usize, Parts<'_>>, heads: &Heads) -> Result<usize, FindError> {
    let parts = layers.values().next().ok_or(FindError::Nothing)?;
    if parts.contains_key(&Role::SharedKey) {
        return Ok(1);
    }
    if let Some(n_kv_heads) = heads.n_kv_heads {
        return Ok(n_kv_heads);
    }
    let of = |role| Some(parts.get(&role)?.1);
    let separate = of(Role::Key);
    let fused = || of(Role::Stacked).or_else(|| of(Role::Grouped));
    let tensor = separate.or_else(fused).ok_or(FindError::Nothing)?;
    let ([n_rows, _], _) = shape(tensor)?;
    let n_heads = heads.n_heads as u64;
    let all = n_rows / (heads.head_dim as u64).max(1);
    let guess = match separate {
        Some(_) => all,
        None => all.saturating_sub(n_heads) / 2,
    };
    // A wrong guess is reported when the rows are counted.
    Ok(usize::try_from(guess).unwrap_or(usize::MAX).max(1))
}

/// Returns the numbers of rows and columns of a projection, and the format of its numbers.
fn shape(tensor: &Tensor) -> Result<([u64; 2], Float), FindError> {
    let float = Float::new(tensor.dtype).ok_or_else(|| FindError::Dtype {
        tensor: quoted(&tensor.name),
        dtype: tensor.dtype.to_string(),
    })?;
    match tensor.shape.as_slice() {
        [rows, columns] if *columns > 0 => Ok(([*rows, *columns], float)),
        _ => Err(misshapen(tensor, "two axes, rows and columns".to_owned())),
    }
}

fn misshapen(tensor: &Tensor, expected: String) -> FindError {
    let sizes: Vec<String> = tensor.shape.iter().map(ToString::to_string).collect();
    FindError::Shape {
        tensor: quoted(&tensor.name),
        shape: quoted(&sizes.join(", ")),
        expected,
    }
}

/// A tensor, and what the configuration says about its rows.
struct Rows<'a> {
    tensor: &'a Tensor,
    heads: &'a Heads,
    n_rows: u64,
    n_kv_heads: usize,
}

impl Rows<'_> {
    fn misshapen(&self, expected: String) -> FindError {
        misshapen(self.tensor, expected)
    }

    /// Checks the number of rows: `n` heads of `size` rows, which are named `what`.
    fn expect(&self, n: u64, size: u64, what: &str) -> Result<(), FindError> {
        let expected = n.checked_mul(size);
        match expected == Some(self.n_rows) {
            true => Ok(()),
            false => Err(self.misshapen(format!("{n} × {size} rows ({what})"))),
        }
    }

    /// Returns the rotary rows of every head.
    fn blocks(&self, role: Role, is_latent: bool) -> Result<Vec<Block>, FindError> {
        let heads = self.heads;
        let (n_heads, n_kv) = (heads.n_heads as u64, self.n_kv_heads as u64);
        let size = heads.head_dim as u64;
        let of = |kind, first: u64, n: u64| {
            let block = move |head: u64| Block {
                row: first + head * size,
                kind,
                head: head as usize,
            };
            (0..n).map(block)
        };
        match role {
            Role::WideQuery => self.wide_queries(),
            Role::Query if is_latent => self.wide_queries(),
            Role::Query if heads.is_gated => {
                self.expect(n_heads, 2 * size, "heads, each with its gate")?;
                let gated = of(Kind::Query, 0, n_heads);
                Ok(gated
                    .map(|block| Block {
                        row: 2 * block.row,
                        ..block
                    })
                    .collect())
            }
            Role::Query => {
                self.expect(n_heads, size, "heads × components")?;
                Ok(of(Kind::Query, 0, n_heads).collect())
            }
            Role::Key => {
                self.expect(n_kv, size, "key heads × components")?;
                Ok(of(Kind::Key, 0, n_kv).collect())
            }
            Role::SharedKey => self.shared_key(),
            Role::Stacked => {
                self.expect(n_heads.saturating_add(n_kv.saturating_mul(2)), size, FUSED)?;
                let keys = of(Kind::Key, n_heads * size, n_kv);
                Ok(of(Kind::Query, 0, n_heads).chain(keys).collect())
            }
            Role::Grouped => self.groups(),
        }
    }

    /// The rotary part of each head is in its last rows.
    fn wide_queries(&self) -> Result<Vec<Block>, FindError> {
        let (n_heads, n_rotary) = (self.heads.n_heads as u64, 2 * self.heads.n_pairs as u64);
        let size = match self.heads.still_dim {
            Some(still) => (still as u64).saturating_add(n_rotary),
            None => self.n_rows / n_heads.max(1),
        };
        self.expect(n_heads, size, "heads × components")?;
        if size < n_rotary {
            return Err(self.misshapen(format!("at least {n_heads} × {n_rotary} rows")));
        }
        let block = |head: u64| Block {
            row: head * size + size - n_rotary,
            kind: Kind::Query,
            head: head as usize,
        };
        Ok((0..n_heads).map(block).collect())
    }

    fn shared_key(&self) -> Result<Vec<Block>, FindError> {
        let n_rotary = 2 * self.heads.n_pairs as u64;
        let row = self.n_rows.checked_sub(n_rotary);
        let row = row.ok_or_else(|| self.misshapen(format!("at least {n_rotary} rows")))?;
        Ok(vec![Block {
            row,
            kind: Kind::Key,
            head: 0,
        }])
    }

    fn groups(&self) -> Result<Vec<Block>, FindError> {
        let (n_heads, n_kv) = (self.heads.n_heads as u64, self.n_kv_heads as u64);
        let size = self.heads.head_dim as u64;
        self.expect(n_heads.saturating_add(n_kv.saturating_mul(2)), size, FUSED)?;
        if n_kv == 0 || !n_heads.is_multiple_of(n_kv) {
            let expected = format!("as many queries in each of {n_kv} groups");
            return Err(self.misshapen(expected));
        }
        let n_queries = n_heads / n_kv;
        let mut blocks = Vec::new();
        for group in 0..n_kv {
            let first = group * (n_queries + 2) * size;
            let query = |place: u64| Block {
                row: first + place * size,
                kind: Kind::Query,
                head: (group * n_queries + place) as usize,
            };
            blocks.extend((0..n_queries).map(query));
            blocks.push(Block {
                row: first + n_queries * size,
                kind: Kind::Key,
                head: group as usize,
            });
        }
        Ok(blocks)
    }
}

/// The rows of a tensor with queries, keys and values.
const FUSED: &str = "heads of queries, keys and values × components";
