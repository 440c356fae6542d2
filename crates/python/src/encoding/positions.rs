//! Which position each token of a layout has.

use pyo3::prelude::*;

use crate::array::List;
use crate::choice::{choice, unknown};
use crate::error::Error;
use phasor_encoding::Numbering;
use phasor_encoding::positions::{PaddingIds, Rule};
use phasor_params::layout::LayoutText;

/// The id of padding: the word of a choice, or a number.
#[derive(FromPyObject)]
pub(crate) enum Padding {
    Id(i32),
    Word(String),
}

/// Returns the position ids of the tokens of a layout on each axis.
#[pyfunction]
pub(crate) fn position_ids(
    py: Python<'_>,
    layout: &str,
    rule: &str,
    padding: Padding,
    documents: &str,
    past: &str,
    patches: &str,
) -> Result<Vec<List<i64>>, Error> {
    let rule = named(rule)?;
    let padding = match padding {
        Padding::Id(id) => PaddingIds::Filled(id),
        Padding::Word(word) => choice("padding", &word)?,
    };
    let numbering = Numbering::new(rule)
        .with_padding(padding)
        .with_borders(choice("documents", documents)?)
        .with_past(choice("past", past)?)
        .with_patches(choice("patches", patches)?);
    let ids = py.detach(|| {
        let layout = LayoutText::parse(layout)?.layout(rule)?;
        Ok::<_, Error>(numbering.position_ids(&layout)?)
    })?;
    // The rules with their published numbers have whole ids alone.
    let whole = |axis: &[f64]| List(axis.iter().map(|id| *id as i64).collect());
    Ok((0..ids.n_axes())
        .filter_map(|axis| ids.axis(axis))
        .map(whole)
        .collect())
}

/// Returns the rule of that name, or of the class with that `model_type`.
fn named(name: &str) -> Result<Rule, Error> {
    let rules = Rule::all();
    let has_name = |rule: &&Rule| rule.name() == name || rule.classes().contains(&name);
    let found = rules.iter().find(has_name).copied();
    let names: Vec<&str> = rules.iter().map(Rule::name).collect();
    found.ok_or_else(|| unknown("rule", &names, name))
}
