//! The numbers of a kit.

use super::plan::Motion;
use super::set::{Set, sets};
use super::{Array, Dtype, KitError, readme, single};
use crate::Subject;
use phasor_encoding::{EncodingError, Gaussian};

/// The number of heads of queries and of keys.
pub(super) const N_HEADS: usize = 2;

/// The most components of a head. Those of published models have up to 512.
const MOST_COMPONENTS: usize = 1 << 14;

/// The seeds of queries and keys.
pub(super) const SEEDS: [u64; 2] = [1, 2];

/// Vectors by which somebody who writes a kernel can test it: queries and keys before and after the rotation, with the
/// numbers in between.
///
/// ```
/// use phasor_report::Subject;
/// use phasor_report::kit::Kit;
///
/// let subject = Subject::read(r#"{"model_type": "gptj", "n_embd": 4096, "n_head": 16, "rotary_dim": 64}"#)?;
/// let kit = Kit::new(&subject, None)?;
/// let cos = kit.arrays.iter().find(|array| array.name == "all_layers/f32/cos").unwrap();
/// assert_eq!(cos.shape[1], 32); // pairs
/// assert!(kit.readme.contains("interleaved"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Kit {
    /// The arrays, those of one kind of layer after those of another.
    pub arrays: Vec<Array>,
    /// What they are, how to test with them, and what common mistakes look like.
    pub readme: String,
}

impl Kit {
    /// Computes the kit of a model, or of its layers of one type.
    ///
    /// # Errors
    /// [`KitError`] if nothing rotates, no layer is of that type, or a head has more than 16,384 components.
    pub fn new(subject: &Subject, layer_type: Option<&str>) -> Result<Self, KitError> {
        let sets = sets(subject, layer_type);
        if sets.is_empty() {
            return Err(KitError::Still);
        }
        let mut arrays = Vec::new();
        for set in &sets {
            let head_dim = set.plan.layer.head_dim;
            if head_dim > MOST_COMPONENTS {
                return Err(KitError::Large(head_dim));
            }
            arrays.extend(arrays_of(set)?);
        }
        Ok(Self {
            arrays,
            readme: readme::text(subject, &sets)?,
        })
    }
}

/// Returns seeded numbers that bf16, f16 and f32 all hold: odd 64ths between -2 and 2, none of them 0.
pub(super) fn seeded(seed: u64, count: usize) -> Vec<f64> {
    let mut random = Gaussian::new(seed);
    let numbers = (0..count).map(|_| (2.0 * random.below(128) as f64 - 127.0) / 64.0);
    numbers.collect()
}

/// Returns the queries (or keys) of a set. Shape `[n_positions, N_HEADS, head_dim]`.
pub(super) fn vectors(set: &Set, seed: u64) -> Vec<f64> {
    let count = set.positions.len() * N_HEADS * set.plan.layer.head_dim;
    seeded(seed, count)
}

/// Numbers computed with one kind of arithmetic.
#[derive(Default)]
struct Numbers {
    inv_freq: Vec<f64>,
    cos: Vec<f64>,
    sin: Vec<f64>,
    rotated: [Vec<f64>; 2],
}

fn arrays_of(set: &Set) -> Result<Vec<Array>, EncodingError> {
    let motion = set.plan.motion()?;
    let before = SEEDS.map(|seed| vectors(set, seed));
    let name = |array: &str| format!("{}/{array}", set.name);
    let n_positions = set.positions.len();
    let of_heads = [n_positions, N_HEADS, motion.head_dim()];
    let positions = set.positions.iter().map(|position| *position as f64);
    let [query, key] = before.clone();
    let mut arrays = vec![
        Array::new(
            name("positions"),
            &[n_positions],
            Dtype::I64,
            positions.collect(),
        ),
        Array::new(name("query"), &of_heads, Dtype::F32, query),
        Array::new(name("key"), &of_heads, Dtype::F32, key),
    ];
    let [exact, of_angles] = computed(set, &motion, &before)?;
    let kinds = [
        ("f64", Dtype::F64, &exact),
        ("f32", Dtype::F32, &exact),
        ("f32_angles", Dtype::F32, &of_angles),
    ];
    let of_pairs = [n_positions, motion.n_pairs()];
    for (kind, dtype, numbers) in kinds {
        let [query, key] = &numbers.rotated;
        for (array, shape, numbers) in [
            ("inv_freq", &of_pairs[1..], &numbers.inv_freq),
            ("cos", &of_pairs[..], &numbers.cos),
            ("sin", &of_pairs[..], &numbers.sin),
            ("query_rotated", &of_heads[..], query),
            ("key_rotated", &of_heads[..], key),
        ] {
            let name = name(&format!("{kind}/{array}"));
            arrays.push(Array::new(name, shape, dtype, numbers.clone()));
        }
    }
    Ok(arrays)
}

/// Computes everything twice: in `f64`, and in `f32` as transformers' classes do.
fn computed(
    set: &Set,
    motion: &Motion,
    before: &[Vec<f64>; 2],
) -> Result<[Numbers; 2], EncodingError> {
    let inv_freq = single::inv_freq(&motion.frequencies);
    let widened = |number: &f32| f64::from(*number);
    let mut exact = Numbers {
        inv_freq: motion.frequencies.inv_freq().to_vec(),
        ..Numbers::default()
    };
    let mut of_angles = Numbers {
        inv_freq: inv_freq.iter().map(widened).collect(),
        ..Numbers::default()
    };
    for (place, position) in set.positions.iter().enumerate() {
        let turn = motion.at(*position as f64)?;
        exact.cos.extend(&turn.cos);
        exact.sin.extend(&turn.sin);
        let table = single::table(*position as f64, &inv_freq, motion.factor);
        of_angles.cos.extend(table.cos.iter().map(widened));
        of_angles.sin.extend(table.sin.iter().map(widened));
        let rotated = exact.rotated.iter_mut().zip(&mut of_angles.rotated);
        for ((exact, of_angles), before) in rotated.zip(before) {
            let heads = before.chunks(motion.head_dim());
            for head in heads.skip(place * N_HEADS).take(N_HEADS) {
                exact.extend(turn.rotate(head)?);
                of_angles.extend(single::rotate(motion, &table, head)?);
            }
        }
    }
    Ok([exact, of_angles])
}
