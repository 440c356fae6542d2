//! What a longer text needs: nothing, only a length, the model's own rule with a larger factor, or another rule.

use crate::Outlook;
use crate::ask::Rule;
use crate::rules::named;
use phasor_encoding::scaling::Linear;
use phasor_encoding::{Scaling, Yarn};
use phasor_text::number::{Digits, Place};

/// What the settings do to the rule of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing: the text is within what the file declares.
    Within,
    /// Nothing, although the text is longer: the rule goes further, or has no factor to raise.
    Unchanged,
    /// Its factor rises.
    Widened,
    /// There was none.
    Added,
    /// Another takes its place.
    Replaced,
}

/// A course, and the rule to which it leads.
#[derive(Debug)]
pub(super) struct Course {
    pub(super) kind: Kind,
    pub(super) rule: Scaling,
    /// The longest text that the file declares afterwards, in tokens.
    pub(super) declared: usize,
    /// The published model that declares that length with the same rule, if that is how it is known.
    published: Option<&'static str>,
}

/// A length in tokens that a published model declares, and the name of the model.
type Known = (usize, &'static str);

impl Course {
    /// Chooses the course for a text of `outlook.target` tokens. `published` is the longest one that a published model declares
    /// with the same rule.
    ///
    /// # Errors
    /// The sentence that says why there is none.
    pub(super) fn new(
        outlook: &Outlook<'_>,
        wanted: Rule,
        published: Option<Known>,
    ) -> Result<Self, String> {
        let own = &outlook.layer.scaling;
        let target = outlook.target;
        let to = |kind, rule, declared| Course {
            kind,
            rule,
            declared,
            published: None,
        };
        if target <= longest(outlook) {
            return Ok(to(Kind::Within, own.clone(), longest(outlook)));
        }
        if let Some((length, published)) = reach(own, published).filter(|reach| target <= reach.0) {
            return Ok(Course {
                published,
                ..to(Kind::Unchanged, own.clone(), length)
            });
        }
        let times = target as f64 / outlook.original as f64;
        let (kind, rule) = match (own, wanted) {
            (Scaling::Default, _) => (Kind::Added, fresh(wanted, outlook, times)),
            (Scaling::LongRope(_), _) => (Kind::Unchanged, own.clone()),
            (Scaling::Yarn(yarn), Rule::Yarn) if times <= yarn.factor => {
                let reach = yarn.factor * yarn.original_max_position_embeddings;
                return Ok(to(Kind::Unchanged, own.clone(), reach.round() as usize));
            }
            (Scaling::Yarn(yarn), Rule::Yarn) => {
                let wider = Yarn {
                    factor: times,
                    ..yarn.clone()
                };
                (Kind::Widened, Scaling::Yarn(wider))
            }
            // Linear scaling names no length, so a larger factor continues it.
            (Scaling::Linear(rule), Rule::Linear) => {
                let factor = rule.factor * times;
                (Kind::Widened, Scaling::Linear(Linear { factor }))
            }
            (other, wanted) if !outlook.has_own_length => return Err(obstacle(other, wanted)),
            (_, wanted) => (Kind::Replaced, fresh(wanted, outlook, times)),
        };
        Ok(to(kind, rule, target))
    }

    /// Returns the finding that comes first.
    pub(super) fn lead(&self, outlook: &Outlook<'_>) -> String {
        let own = named(&outlook.layer.scaling);
        let (before, target) = (Place(longest(outlook) as f64), Place(outlook.target as f64));
        match self.kind {
            Kind::Within => {
                let length = match outlook.declared {
                    Some(_) => {
                        format!("{target} tokens are within the {before} that the model declares")
                    }
                    None => format!(
                        "The file gives no length; {target} tokens are within the {before} that are assumed"
                    ),
                };
                let rule = match outlook.layer.scaling == Scaling::Default {
                    true => "no rule is needed".to_owned(),
                    false => format!("the model’s own rule, {own}, stays as it is"),
                };
                format!("{length}, so {rule}. Set only the length, where an engine asks for it.")
            }
            Kind::Unchanged => {
                let source = match self.published {
                    Some(title) => format!(
                        " {title} was published with this rule and {} tokens.",
                        Place(self.declared as f64)
                    ),
                    None => String::new(),
                };
                format!(
                    "The model’s own rule, {own}, stays as it is; only the length rises, from {before} to {target} tokens.{source}"
                )
            }
            Kind::Widened => format!(
                "The model’s own rule, {own}, stays with all its numbers, and its factor rises to {}: {target} tokens in \
                 place of {before}. The model was not trained with that factor.",
                Digits(self.factor())
            ),
            Kind::Added => format!(
                "{} takes this model from {before} to {target} tokens.",
                named(&self.rule)
            ),
            Kind::Replaced => format!(
                "These settings replace the model’s own rule, {own}, by {} from {} tokens. The model was trained with its \
                 own rule, up to {before} tokens; that is lost, also for short texts.",
                named(&self.rule),
                Place(outlook.original as f64)
            ),
        }
    }

    /// Returns the factor of the rule, 1 if it has none.
    pub(super) fn factor(&self) -> f64 {
        self.rule.factor().unwrap_or(1.0)
    }
}

/// Returns the longest text that the file declares or is known to be for, in tokens.
fn longest(outlook: &Outlook<'_>) -> usize {
    outlook
        .declared
        .map_or(outlook.original, |declared| declared.max(outlook.original))
}

/// Returns the longest text for which a rule is known to be, in tokens, and the published model that says so.
fn reach(own: &Scaling, published: Option<Known>) -> Option<(usize, Option<&'static str>)> {
    match (own, published) {
        // Other rules do not say from which length on they stretch a text.
        (Scaling::Llama3(_) | Scaling::Yarn(_) | Scaling::LongRope(_), Some((length, title))) => {
            Some((length, Some(title)))
        }
        (Scaling::Llama3(rule), None) => {
            let length = rule.factor * rule.original_max_position_embeddings;
            Some((length.round() as usize, None))
        }
        _ => None,
    }
}

/// Returns the wanted rule, with its usual numbers.
fn fresh(wanted: Rule, outlook: &Outlook<'_>, factor: f64) -> Scaling {
    match wanted {
        Rule::Yarn => Scaling::Yarn(Yarn {
            factor,
            original_max_position_embeddings: outlook.original as f64,
            ..Yarn::default()
        }),
        Rule::Linear => Scaling::Linear(Linear { factor }),
    }
}

/// Says why a rule cannot take the place of the model's own.
fn obstacle(own: &Scaling, wanted: Rule) -> String {
    let name = match wanted {
        Rule::Yarn => "YaRN",
        Rule::Linear => "linear scaling",
    };
    let instead = match matches!(own, Scaling::Linear(_)) {
        true => " The rule `linear` would raise its factor.",
        false => "",
    };
    format!(
        "No setting is given: the model already has {}, and nothing says for which length it was trained before, so \
         {name} cannot take its place.{instead}",
        named(own)
    )
}
