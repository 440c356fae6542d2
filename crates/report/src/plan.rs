//! What a longer text would do to a model, under each rule.

use super::block::{Picture, Table};
use super::chart::curves::{self, Curve};
use super::rules::{Choice, choices, named, needed_factor};
use super::{Ask, Block, Outlook, Subject, bounds, overview, precise};
use phasor_draw::scaling::rules::{self, Row};
use phasor_draw::{Drawing, Ink};
use phasor_encoding::Scaling;
use phasor_encoding::analysis::Fate;
use phasor_encoding::analysis::decay::equal;
use phasor_model_files::PositionEncoding;
use phasor_text::number::{Digits, Fixed, Place, Short};

/// The longest distance of the comparison of short prompts, in tokens.
const SHORT: usize = 4096;

/// The distance at which scores are compared, in tokens.
const FAR: usize = 1000;

/// Returns the report.
pub(super) fn blocks(subject: &Subject, ask: &Ask) -> Vec<Block> {
    let Some(layer) = subject.rope(ask.layer.as_deref()) else {
        return vec![Block::Lead(other(subject))];
    };
    let Ok(outlook) = Outlook::new(subject, layer, ask.target) else {
        return vec![Block::Lead(
            "The numbers of the file give no frequencies.".to_owned(),
        )];
    };
    let rules = choices(&outlook);
    let mut blocks = vec![Block::Lead(lead(&outlook))];
    blocks.extend(caution(&outlook).map(Block::text));
    blocks.push(compared(&rules, ask.width));
    blocks.extend(overview::factors(&outlook).map(Block::Text));
    blocks.extend(short_prompts(&outlook, &rules, ask.width));
    blocks.extend(switch(&outlook));
    blocks.extend(precise::blocks(&outlook));
    blocks.extend(bounds::blocks(&outlook));
    blocks
}

fn other(subject: &Subject) -> String {
    match &subject.model().position {
        PositionEncoding::Learned { n_positions, .. } => format!(
            "The table has {} positions; a longer text has none for its last tokens.",
            Place(*n_positions as f64)
        ),
        PositionEncoding::Alibi { .. } => {
            "ALiBi subtracts more and more from distant keys, so a longer text reaches no new numbers near its query.".to_owned()
        }
        _ => "Nothing rotates in this model, so no rule applies.".to_owned(),
    }
}

fn lead(outlook: &Outlook<'_>) -> String {
    let n_pairs = outlook.stretch.after.n_pairs();
    let (trained, target) = (Place(outlook.trained as f64), Place(outlook.target as f64));
    if outlook.target <= outlook.trained {
        return format!(
            "{target} tokens are within the training length of {trained}: every pair stays at angles of training."
        );
    }
    let times = Short(needed_factor(outlook));
    let (without, now) = (outlook.stretch.n_new_without(), outlook.stretch.n_new());
    let amount = |count: usize| match count {
        0 => "no pair".to_owned(),
        count => format!("{count} of {n_pairs} pairs"),
    };
    let rule = match &outlook.layer.scaling {
        Scaling::Default => String::new(),
        rule => format!("; with its own rule, {}, {}", named(rule), amount(now)),
    };
    let learned = if outlook.has_own_length || rule.is_empty() {
        without
    } else {
        now
    };
    format!(
        "{target} tokens are {times} times the {trained} of training and take {} to angles that the model has not met{rule}.",
        amount(learned)
    )
}

/// Says what the file does not.
fn caution(outlook: &Outlook<'_>) -> Option<&'static str> {
    match outlook.declared {
        None => {
            Some("The file gives no length, so 4,096 tokens are assumed as the length of training.")
        }
        Some(declared) if outlook.trained < outlook.target && outlook.target <= declared => Some(
            "The model declares this length, so its publisher may have trained it further on longer texts; the file \
             does not say so.",
        ),
        Some(_) => None,
    }
}

/// Draws and tabulates what each rule does.
fn compared(rules: &[Choice<'_>], width: f32) -> Block {
    let rows = rules.iter().map(|choice| Row {
        name: choice.name.clone(),
        remark: "",
        stretch: choice.outlook.stretch.clone(),
        score_factor: choice.outlook.scaled.logit_factor(),
    });
    let mut drawing = Drawing::new(width);
    rules::draw(&rows.collect::<Vec<_>>(), 0, &mut drawing);
    Block::Picture(Picture {
        name: "rules",
        title: "What each rule does to the pairs".to_owned(),
        caption: "A bar is a pair: the taller, the slower the rule makes it. A line below it marks angles that the model \
            has not met in training."
            .to_owned(),
        drawing,
    })
}

/// Compares scores at short distances with those of the model without a rule.
fn short_prompts(outlook: &Outlook<'_>, rules: &[Choice<'_>], width: f32) -> Vec<Block> {
    let length = SHORT.min(outlook.trained).max(2);
    let far = FAR.min(length - 1);
    let plain = equal(&outlook.stretch.before, length);
    let mut blocks = vec![
        Block::heading("What short prompts pay"),
        Block::text(format!(
            "A static rule applies to every prompt, however short. The table shows equal vectors at distance {}, where \
             the mean cosine is {:.4} without a rule, and the largest change of a score at any distance below {}.",
            Place(far as f64),
            Fixed(cosine_at(&plain, far)),
            Place(length as f64)
        )),
        Block::Table(changes(rules, &plain, far)),
    ];
    let is_static =
        |choice: &&Choice<'_>| matches!(choice.rule, Scaling::Yarn(_) | Scaling::Llama3(_));
    if let Some(Choice {
        name,
        outlook: long,
        ..
    }) = rules.iter().find(is_static)
    {
        let curve = |name: &str, frequencies, factor, ink| Curve {
            name: name.to_owned(),
            frequencies,
            factor,
            ink,
        };
        let factor = long.scaled.logit_factor();
        let series = [
            curve("no rule", &outlook.stretch.before, 1.0, Ink::Muted),
            curve(name, &long.stretch.after, factor, Ink::Query),
        ];
        blocks.push(Block::Picture(Picture {
            name: "short-prompts",
            title: format!("Scores of equal vectors, without a rule and with {name}"),
            caption: "Where the curves differ, a model that was trained without the rule meets scores that it does not \
                expect."
                .to_owned(),
            drawing: curves::draw(width, &series, length),
        }));
    }
    blocks
}

/// Returns the mean cosine at a distance below the length of a short prompt.
fn cosine_at(cosines: &[f64], distance: usize) -> f64 {
    *cosines
        .get(distance)
        .expect("the distance is below the length of the prompt")
}

/// Tabulates what each rule does to pairs, and to the scores of equal vectors at distance `far`, which are `plain`
/// without a rule.
fn changes(rules: &[Choice<'_>], plain: &[f64], far: usize) -> Table {
    let mut table = Table::new(
        "What each rule changes",
        &[
            "rule",
            "new angles",
            "frequencies kept / divided by less / by the factor",
            "mean cosine",
            "scores times",
            "score",
            "largest change",
        ],
    );
    for choice in rules {
        let long = &choice.outlook;
        // Some rules look at the length of the text, and do something else to a short one.
        let Ok(short) = long.at(&choice.rule, plain.len()) else {
            continue;
        };
        let (now, factor) = (
            equal(short.frequencies(), plain.len()),
            short.logit_factor(),
        );
        let changes = now
            .iter()
            .zip(plain)
            .map(|(now, plain)| (now * factor - plain).abs());
        let cosine = cosine_at(&now, far);
        let [kept, between, divided, stopped] = Fate::ALL.map(|fate| long.stretch.count(fate));
        table.row([
            choice.name.clone(),
            format!(
                "{} of {}",
                long.stretch.n_new(),
                long.stretch.after.n_pairs()
            ),
            format!("{kept} / {between} / {}", divided + stopped),
            format!("{:.4}", Fixed(cosine)),
            Digits(factor).to_string(),
            format!("{:.4}", Fixed(cosine * factor)),
            format!("{:.4}", changes.fold(0.0, f64::max)),
        ]);
    }
    table
}

/// Says where LongRoPE changes its list of divisors.
fn switch(outlook: &Outlook<'_>) -> Vec<Block> {
    let Scaling::LongRope(rule) = &outlook.layer.scaling else {
        return Vec::new();
    };
    let length = rule.original_max_position_embeddings;
    vec![
        Block::heading("Where LongRoPE switches"),
        Block::text(format!(
            "Up to {} tokens the short list of divisors applies, from token {} on the long list. Keys that were cached before \
             the switch keep the angles of the short list, so their scores with new queries are wrong.",
            Place(length),
            Place(length + 1.0)
        )),
        Block::text(
            "Engines choose differently: transformers by the length of each forward pass (since 4.48), llama.cpp by the size \
             of the context, mlx-lm always takes the long list.",
        ),
    ]
}
