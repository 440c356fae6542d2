//! What is done to the positions of the model: every state that the controls reach.

use std::fmt;

use super::parameters::{
    AnglePrecision, ChangeKind, FrozenEnd, FrozenPairs, Gap, ModelBase, ModelFactor, ModelRule,
    PositionOrder, Shift, StillLayers,
};
use crate::Spec;
use phasor_params::choice::Choice as _;
use phasor_text::number::Place;

/// The pairs of a head of the model.
pub const N_PAIRS: usize = 32;
/// The base with which the model was trained.
pub const OWN_BASE: f64 = 1e5;
/// The longest texts on which the model was trained, in tokens.
pub const TRAINED_ON: f64 = 8192.0;

/// A change of the positions of a model. Two different ones do different things.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Change {
    /// None.
    None,
    /// Layers do not rotate.
    Still(StillLayers),
    /// So many pairs do not rotate; all, if they are [`N_PAIRS`] of the slowest.
    Frozen(FrozenEnd, usize),
    /// A number is added to every position, and angles are computed in a format.
    Shift(f64, AnglePrecision),
    /// Another base.
    Base(f64),
    /// A scaling rule with its factor.
    Rule(ModelRule, f64),
    /// Tokens have their positions in another order.
    Order(PositionOrder),
}

impl Change {
    /// Returns the change of a spec.
    #[must_use]
    pub fn of(spec: &Spec) -> Self {
        match spec.choice::<ChangeKind>() {
            ChangeKind::None => Self::None,
            ChangeKind::Rotation => Self::Still(spec.choice()),
            ChangeKind::Frozen => Self::frozen(spec.choice(), spec.choice::<FrozenPairs>().0),
            ChangeKind::Shift => Self::shift(spec.choice::<Shift>().0, spec.choice()),
            ChangeKind::Base => Self::base(spec.choice::<ModelBase>().0),
            ChangeKind::Rule => Self::Rule(spec.choice(), spec.choice::<ModelFactor>().0),
            ChangeKind::Order => Self::Order(spec.choice()),
        }
    }

    fn frozen(end: FrozenEnd, n_pairs: usize) -> Self {
        match n_pairs {
            N_PAIRS => Self::Frozen(FrozenEnd::Slowest, N_PAIRS),
            _ => Self::Frozen(end, n_pairs),
        }
    }

    fn shift(by: f64, precision: AnglePrecision) -> Self {
        match (by, precision) {
            (0.0, AnglePrecision::F64) => Self::None,
            _ => Self::Shift(by, precision),
        }
    }

    fn base(base: f64) -> Self {
        match base {
            OWN_BASE => Self::None,
            _ => Self::Base(base),
        }
    }

    /// Returns every change, none first, in the order in which their results are stored.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let still = StillLayers::all().map(Self::Still);
        let frozen = FrozenEnd::all()
            .flat_map(|end| FrozenPairs::all().map(move |pairs| Self::frozen(end, pairs.0)));
        let shifted = Shift::all().flat_map(|shift| {
            AnglePrecision::all().map(move |precision| Self::shift(shift.0, precision))
        });
        let bases = ModelBase::all().map(|base| Self::base(base.0));
        let orders = PositionOrder::all().map(Self::Order);
        let each = still
            .chain(frozen)
            .chain(shifted)
            .chain(bases)
            .chain(orders);
        let mut all = vec![Self::None];
        for change in each.chain(Self::rules()) {
            if !all.contains(&change) {
                all.push(change);
            }
        }
        all
    }

    /// Returns every scaling rule with every factor.
    fn rules() -> impl Iterator<Item = Self> {
        ModelRule::all()
            .flat_map(|rule| ModelFactor::all().map(move |factor| Self::Rule(rule, factor.0)))
    }

    /// Returns whether positions may be skipped as well.
    #[must_use]
    pub fn has_gaps(self) -> bool {
        matches!(self, Self::None | Self::Rule(..))
    }

    /// Returns the gaps with which lists are copied.
    #[must_use]
    pub fn gaps(self) -> Vec<f64> {
        let gaps = Gap::all().map(|gap| gap.0);
        match self.has_gaps() {
            true => gaps.collect(),
            false => vec![0.0],
        }
    }
}

impl Change {
    /// Returns the options of `phasor run` that do the same.
    #[must_use]
    pub fn options(self) -> String {
        match self {
            Self::None => String::new(),
            Self::Still(StillLayers::All) => "--off-layers all".to_owned(),
            Self::Still(StillLayers::EveryFourth) => "--off-layers every:4".to_owned(),
            Self::Still(StillLayers::First) => "--off-layers 0".to_owned(),
            Self::Frozen(FrozenEnd::Fastest, n) => format!("--keep-pairs {n}-"),
            Self::Frozen(FrozenEnd::Slowest, n) => format!("--keep-pairs -{}", N_PAIRS - n),
            Self::Shift(by, AnglePrecision::F64) => format!("--shift {by}"),
            Self::Shift(0.0, precision) => format!("--dtype {}", precision.word().name),
            Self::Shift(by, precision) => {
                format!("--shift {by} --dtype {}", precision.word().name)
            }
            Self::Base(base) => format!("--base {base}"),
            Self::Rule(rule, factor) => format!("--rule {}:{factor}", rule.word().name),
            Self::Order(PositionOrder::Reversed) => "--order reversed".to_owned(),
            Self::Order(PositionOrder::Swapped) => "--order shuffled:2".to_owned(),
            Self::Order(PositionOrder::Shuffled) => "--order shuffled".to_owned(),
            Self::Order(PositionOrder::Twos) => "--order shared:2".to_owned(),
            Self::Order(PositionOrder::Fours) => "--order shared:4".to_owned(),
        }
    }
}

/// Names the change, as a phrase within a sentence.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::None => f.write_str("as published"),
            Self::Still(StillLayers::All) => f.write_str("without rotation"),
            Self::Still(StillLayers::EveryFourth) => {
                f.write_str("without rotation in every fourth layer")
            }
            Self::Still(StillLayers::First) => f.write_str("without rotation in the first layer"),
            Self::Frozen(_, N_PAIRS) => write!(f, "with all {N_PAIRS} pairs frozen"),
            Self::Frozen(FrozenEnd::Fastest, 1) => f.write_str("with the fastest pair frozen"),
            Self::Frozen(FrozenEnd::Slowest, 1) => f.write_str("with the slowest pair frozen"),
            Self::Frozen(FrozenEnd::Fastest, n) => write!(f, "with the {n} fastest pairs frozen"),
            Self::Frozen(FrozenEnd::Slowest, n) => write!(f, "with the {n} slowest pairs frozen"),
            Self::Shift(0.0, precision) => write!(f, "with angles in {}", precision.word().name),
            Self::Shift(by, AnglePrecision::F64) => {
                write!(f, "with {} added to every position", Place(by))
            }
            Self::Shift(by, precision) => write!(
                f,
                "with {} added to every position and angles in {}",
                Place(by),
                precision.word().name
            ),
            Self::Base(base) => write!(f, "with base {}", Place(base)),
            Self::Rule(ModelRule::Linear, factor) => {
                write!(
                    f,
                    "with positions divided by {factor} (position interpolation)"
                )
            }
            Self::Rule(rule, factor) => write!(f, "with {} × {factor}", rule.word().label),
            Self::Order(PositionOrder::Reversed) => f.write_str("with positions reversed"),
            Self::Order(PositionOrder::Swapped) => f.write_str("with some neighbours swapped"),
            Self::Order(PositionOrder::Shuffled) => f.write_str("with positions shuffled"),
            Self::Order(PositionOrder::Twos) => f.write_str("with one position for two tokens"),
            Self::Order(PositionOrder::Fours) => f.write_str("with one position for four tokens"),
        }
    }
}
