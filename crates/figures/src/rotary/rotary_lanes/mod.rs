//! Full, partial and proportional rotation of one head: which components rotate, and how fast.

mod head;
mod picture;

use std::rc::Rc;

use crate::cache::{Memo, memoized};
use crate::handle::{Drawing, Handle};
use crate::kind::{Kind, preset};
use crate::topic::Topic;
use crate::view::View;
use crate::{Key, Spec};
use head::{Head, Lanes};
use phasor_draw::{Column, Point};
use phasor_encoding::Pairing;
use phasor_encoding::frequency::wavelength;
use phasor_text::number::Short;

/// The figure `rotary-lanes`.
pub(crate) static KIND: Kind = Kind {
    title: "Rotating part of a head",
    topics: &[Topic::Rope],
    search_words: "lanes stripes partial p-RoPE proportional rotary_dim partial_rotary_factor Gemma GLM NeoX",
    caption: "The components of one head under three schemes. The taller and warmer a lane, the faster its pair rotates; \
        hatched lanes stand still. A bracket joins the two components of a pair.",
    keyboard: "In the figure, ← → choose a pair, and ↑ ↓ change the share that rotates; Shift takes steps of ten.",
    shared_keys: &[Key::Base, Key::Dim],
    own_keys: &[Key::PartialRotaryFactor, Key::Pairing, Key::Pair],
    leading_keys: &[Key::PartialRotaryFactor, Key::Pairing],
    presets: &[
        preset(
            "GPT-NeoX: partial",
            "base=10000&dim=96&partial-rotary-factor=0.25&pairing=half-split&pair=6",
        ),
        preset(
            "Gemma 4: p-RoPE",
            "base=1000000&dim=512&partial-rotary-factor=0.25&pairing=half-split&pair=32",
        ),
        preset(
            "GLM-4: interleaved",
            "base=10000&dim=128&partial-rotary-factor=0.5&pairing=interleaved&pair=20",
        ),
        preset(
            "Llama 2: the whole head",
            "base=10000&dim=128&partial-rotary-factor=1&pairing=half-split&pair=20",
        ),
    ],
    // A single pair rotates by 1 radian per token for every base, and has both components in both layouts.
    idle: |spec, key| matches!(key, Key::Base | Key::Pairing | Key::Pair) && spec.n_pairs() == 1,
    clock: None,
    starts: None,
    arrow,
    sketch: || Box::<RotaryLanes>::default(),
};

/// Chooses a pair with left and right, and changes the share that rotates with up and down.
fn arrow(spec: &mut Spec, right: f64, down: f64) {
    const STEP: f64 = 1.0 / 32.0;
    if right != 0.0 {
        let last = spec.n_pairs() as f64 - 1.0;
        spec.set_nearest(Key::Pair, (spec.pair() as f64 + right).clamp(0.0, last));
    }
    if down != 0.0 {
        let steps = spec.partial_rotary_factor() / STEP;
        let whole = if down < 0.0 {
            steps.floor()
        } else {
            steps.ceil()
        };
        spec.set_nearest(Key::PartialRotaryFactor, (whole - down) * STEP);
    }
}

/// What the numbers depend on: base, dim, partial rotary factor, pairing.
type Inputs = (f64, usize, f64, Pairing);

#[derive(Debug, Default)]
struct RotaryLanes(Memo<Inputs, Rc<Head>>);

impl View for RotaryLanes {
    type Computed = Rc<Head>;
    const ROWS: &'static str = "Every component of the head, with its frequency and its partner in each scheme; one that \
        stands still has frequency 0, and is its own partner if it is in no pair";

    fn compute(&mut self, spec: &Spec) -> Option<Rc<Head>> {
        let inputs = (
            spec.base(),
            spec.dim(),
            spec.partial_rotary_factor(),
            spec.pairing(),
        );
        Some(memoized(&mut self.0, inputs, || Rc::new(Head::new(spec))))
    }

    fn draw(spec: &Spec, head: &Self::Computed, drawing: &mut Drawing) {
        picture::draw(spec, head, drawing);
    }

    fn reading(spec: &Spec, head: &Self::Computed) -> String {
        reading(spec, head)
    }

    fn columns(spec: &Spec, head: &Self::Computed) -> Vec<Column> {
        let components = (0..spec.dim()).map(|place| place as f64);
        let mut columns = vec![Column::numbers("component", components.collect())];
        columns.extend(head.schemes().into_iter().flat_map(columns_of));
        columns
    }

    fn probe(_spec: &Spec, head: &Self::Computed, handle: &Handle, point: Point) -> Option<String> {
        let (pair_idx, scheme) = handle.values(point);
        let lanes = *head.schemes().get(scheme as usize)?;
        let last = lanes.n_pairs().checked_sub(1)?;
        let pair_idx = (pair_idx.round().max(0.0) as usize).min(last);
        let (first, second) = lanes.places(pair_idx);
        let speed = match lanes.inv_freq(pair_idx)? {
            0.0 => "frequency 0".to_owned(),
            inv_freq => format!(
                "{} radians per token, a full turn in {} tokens",
                Short(inv_freq),
                Short(wavelength(inv_freq))
            ),
        };
        Some(format!(
            "{}, pair {pair_idx}: components {first} and {second}, {speed}",
            lanes.name
        ))
    }
}

/// Returns the partner and the frequency of each component.
fn columns_of(lanes: &Lanes) -> [Column; 2] {
    let inv_freq = lanes.components().to_vec();
    let mut partners: Vec<f64> = (0..inv_freq.len()).map(|place| place as f64).collect();
    for (first, second) in (0..lanes.n_pairs()).map(|pair_idx| lanes.places(pair_idx)) {
        partners.swap(first, second);
    }
    [
        Column::numbers(&format!("partner in {}", lanes.name), partners),
        Column::numbers(&format!("inv_freq in {}", lanes.name), inv_freq),
    ]
}

/// Says how the schemes differ for the pair in focus.
fn reading(spec: &Spec, head: &Head) -> String {
    let pair_idx = spec.pair();
    let turn = |lanes: &Lanes| lanes.inv_freq(pair_idx).map(wavelength);
    let full = turn(&head.full).expect("the whole head has every pair");
    let full = Short(full);
    let n_rotating = head.partial.n_pairs();
    match turn(&head.partial) {
        _ if n_rotating == head.full.n_pairs() => format!(
            "Every pair rotates, so the three schemes are the same: pair {pair_idx} makes a full turn in {full} tokens."
        ),
        None if n_rotating == 0 => format!(
            "Neither partial rotation nor p-RoPE rotates any pair here; in full rotation, pair {pair_idx} makes a full turn \
             in {full} tokens."
        ),
        None => format!(
            "Pair {pair_idx} rotates only in full rotation: p-RoPE gives it frequency 0, and partial rotation has only \
             {}.",
            match n_rotating {
                1 => "1 pair".to_owned(),
                count => format!("{count} pairs"),
            }
        ),
        Some(_) if pair_idx == 0 => first_pair(spec, head),
        Some(partial) => format!(
            "Partial rotation and p-RoPE rotate {} different frequencies: pair {pair_idx} makes a full turn in {} tokens \
             in partial rotation, and in {full} in p-RoPE.",
            match spec.pairing() {
                Pairing::HalfSplit => "equally many components, but not the same ones, at",
                Pairing::Interleaved => "the same components at",
            },
            Short(partial),
        ),
    }
}

/// Says how the schemes differ for pair 0, whose frequency is the same in all.
fn first_pair(spec: &Spec, head: &Head) -> String {
    let partner = |lanes: &Lanes| lanes.places(0).1;
    match spec.pairing() {
        Pairing::HalfSplit => format!(
            "Pair 0 is equally fast in every scheme, but the partner of component 0 is component {} in partial rotation, \
             and {} in p-RoPE.",
            partner(&head.partial),
            partner(&head.proportional),
        ),
        Pairing::Interleaved if head.partial.n_pairs() == 1 => {
            "Only pair 0 rotates, so partial rotation and p-RoPE are the same here.".to_owned()
        }
        Pairing::Interleaved => format!(
            "Partial rotation and p-RoPE rotate the same {} components, and pair 0 equally fast; every other pair that \
             rotates is faster in p-RoPE.",
            head.partial.n_rotating(),
        ),
    }
}
