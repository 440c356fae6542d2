//! What a longer text would do to a model, under each rule.

use super::block::{Picture, Table};
use super::chart::curves::{self, Curve};
use super::memory::Memory;
use super::rules::{Choice, choices, named, needed_factor};
use super::{Ask, Block, Outlook, OwnRule, Subject, bounds, notes, overview, precise};
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
        return still(subject, ask.target);
    };
    let outlook = match Outlook::new(subject, layer, ask.target) {
        Ok(outlook) => outlook,
        Err(error) => return vec![Block::Lead(overview::no_frequencies(&error))],
    };
    let yours = ask.own_rule.as_deref();
    let yours = match yours
        .map(|text| OwnRule::read(subject, layer, text))
        .transpose()
    {
        Ok(yours) => yours,
        Err(error) => return vec![Block::Lead(error.to_string())],
    };
    let rules = choices(&outlook, yours.as_ref());
    let memory = Memory::of(subject, outlook.target);
    let mut blocks = vec![Block::Lead(lead(&outlook))];
    blocks.extend(caution(&outlook).map(Block::text));
    if yours.is_some() {
        blocks.extend(rules.get(1).map(of_yours).map(Block::Text));
    }
    blocks.push(Block::Text(memory.sentence()));
    blocks.push(compared(&rules, ask.width));
    blocks.extend(overview::factors(&outlook).map(Block::Text));
    blocks.extend(notes::of_class(subject).map(Block::Text));
    blocks.extend(memory.blocks());
    blocks.extend(short_prompts(&outlook, &rules, ask.width));
    blocks.extend(switch(&outlook));
    blocks.extend(precise::blocks(&outlook));
    blocks.extend(bounds::blocks(&outlook));
    blocks
}

/// Returns the report on a model that does not rotate.
fn still(subject: &Subject, target: Option<usize>) -> Vec<Block> {
    let length = target.unwrap_or_else(|| Outlook::usual_length(subject));
    let memory = Memory::of(subject, length);
    let mut blocks = vec![Block::Lead(other(subject))];
    if target.is_none() && subject.model().max_position_embeddings.is_none() {
        blocks.push(Block::text(ASSUMED));
    }
    blocks.push(Block::Text(memory.sentence()));
    blocks.extend(memory.blocks());
    blocks
}

/// Says that the length is not that of the file.
const ASSUMED: &str = "The file gives no length, so 4,096 tokens are assumed.";

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
    let (name, length) = (outlook.length_name(), Place(outlook.original as f64));
    let target = Place(outlook.target as f64);
    let is_within = outlook.target <= outlook.original;
    let relation = match is_within {
        true => format!("{target} tokens are within the {name} length of {length}"),
        false => format!(
            "{target} tokens are {} times the {name} length of {length}",
            Short(needed_factor(outlook))
        ),
    };
    if let Some(window) = overview::within_window(outlook) {
        return format!("{relation}. {window}");
    }
    if is_within {
        return match name {
            "declared" => format!(
                "{relation}; the file does not say on how long texts the model was trained."
            ),
            _ => format!("{relation}, so no pair reaches new angles."),
        };
    }
    let amount = |count: usize| amount(count, n_pairs);
    let (without, now) = (outlook.stretch.n_new_without(), outlook.stretch.n_new());
    let angles = format!("angles beyond those of the first {length} tokens");
    match outlook.has_own_length {
        true => format!(
            "{relation}. Without a rule, {} {angles}; with its own, {}, {} such angles.",
            amount(without),
            named(&outlook.layer.scaling),
            amount(now)
        ),
        false => format!("{relation}; {} {angles}.", amount(now)),
    }
}

/// Returns how many pairs reach something, with the verb.
fn amount(count: usize, n_pairs: usize) -> String {
    match count {
        0 => "no pair reaches".to_owned(),
        1 => format!("1 of {n_pairs} pairs reaches"),
        count => format!("{count} of {n_pairs} pairs reach"),
    }
}

/// Says what the rule of the reader does.
fn of_yours(choice: &Choice<'_>) -> String {
    let outlook = &choice.outlook;
    let (n_new, n_pairs) = (outlook.stretch.n_new(), outlook.stretch.after.n_pairs());
    let amount = amount(n_new, n_pairs);
    let name = choice.name.trim_start_matches("yours: ");
    let length = Place(outlook.original as f64);
    format!("With your rule, {name}, {amount} angles beyond those of the first {length} tokens.")
}

/// Says what the file does not.
fn caution(outlook: &Outlook<'_>) -> Option<&'static str> {
    if outlook.length_name() == "assumed" {
        return Some(ASSUMED);
    }
    let has_new = outlook.stretch.n_new() > 0;
    let is_declared = outlook
        .declared
        .is_some_and(|declared| outlook.target <= declared);
    (has_new && is_declared).then_some(
        "The file declares this length. Publishers usually train on after they set such a rule, so the model may know these \
         angles; the file does not say so.",
    )
}

/// Draws and tabulates what each rule does.
fn compared(rules: &[Choice<'_>], width: f32) -> Block {
    let rows = rules.iter().map(|choice| Row {
        name: choice.name.clone(),
        remark: "",
        stretch: choice.outlook.stretch.clone(),
        score_factor: match choice.outlook.scales_whole_scores() {
            true => choice.outlook.scaled.logit_factor(),
            false => choice.outlook.scaled.softmax_factor(),
        },
    });
    let mut drawing = Drawing::new(width);
    rules::draw(&rows.collect::<Vec<_>>(), 0, &mut drawing);
    Block::Picture(Picture {
        name: "rules",
        title: "What each rule does to the pairs".to_owned(),
        caption: format!(
            "A bar is a pair: the taller, the slower the rule makes it. A line below it marks angles beyond those of the \
             first {} tokens.",
            Place(
                rules
                    .first()
                    .map_or(0.0, |own| own.outlook.stretch.original)
            )
        ),
        drawing,
    })
}

/// Compares scores at short distances with those of the model without a rule.
fn short_prompts(outlook: &Outlook<'_>, rules: &[Choice<'_>], width: f32) -> Vec<Block> {
    let length = SHORT.min(outlook.stretch.original as usize).max(2);
    let far = FAR.min(length - 1);
    let plain = equal(&outlook.stretch.before, length);
    let part = match outlook.n_still {
        Some(0) => "the score",
        _ => "the rotated part of the score",
    };
    let mut blocks = vec![
        Block::heading("What short prompts pay"),
        Block::text(format!(
            "A static rule applies to every prompt, however short. At distance {}, the mean cosine of the pairs is {:.4} without \
             a rule: {part} of equal vectors. The table shows what each rule makes of it there, and the largest change at \
             any distance below {}.",
            Place(far as f64),
            Fixed(cosine_at(&plain, far)),
            Place(length as f64)
        )),
        Block::Table(changes(outlook, rules, &plain, far)),
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
            title: format!("How {part} of equal vectors falls, without a rule and with {name}"),
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
fn changes(outlook: &Outlook<'_>, rules: &[Choice<'_>], plain: &[f64], far: usize) -> Table {
    let (times, score) = match outlook.n_still {
        Some(0) => ("scores times", "score"),
        _ => ("rotated part of scores times", "rotated part"),
    };
    let mut table = Table::new(
        "What each rule changes",
        &[
            "rule",
            "new angles",
            "frequencies kept / divided by less / by the factor",
            "mean cosine",
            times,
            score,
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
        let [unchanged, between, divided, stopped] = Fate::ALL.map(|fate| long.stretch.count(fate));
        table.row([
            choice.name.clone(),
            format!(
                "{} of {}",
                long.stretch.n_new(),
                long.stretch.after.n_pairs()
            ),
            format!("{unchanged} / {between} / {}", divided + stopped),
            format!("{:.4}", Fixed(cosine)),
            Digits(factor).to_string(),
            format!("{:.4}", Fixed(cosine * factor)),
            format!("{:.4}", changes.fold(0.0, f64::max)),
        ]);
    }
    table
}

/// Says where a rule changes the angles of keys that may be in a cache.
fn switch(outlook: &Outlook<'_>) -> Vec<Block> {
    let rule = &outlook.layer.scaling;
    let Some(length) = rule.changes_beyond() else {
        return Vec::new();
    };
    let (before, after) = (Place(length), Place(length + 1.0));
    let (heading, change, engines) = match rule {
        Scaling::LongRope(_) => (
            "Where LongRoPE switches".to_owned(),
            format!(
                "Up to {before} tokens the short list of divisors applies, from token {after} on the long list."
            ),
            Some(
                "Engines choose differently: transformers by the largest position of each forward pass (since 4.48), and its \
                 generate computes the cache again at the switch (`phi3`, `phimoe`, `phi4_multimodal`). llama.cpp chooses by \
                 the size of the context, and mlx-lm always takes the long list.",
            ),
        ),
        Scaling::Dynamic(_) => (
            "Where dynamic scaling begins".to_owned(),
            format!(
                "Up to {before} tokens the frequencies are those without the rule; beyond, every length has another base."
            ),
            Some(
                "transformers takes the largest position of each forward pass as the length, and computes no cache again. Peng \
                 et al. (YaRN, section 3.4) cache keys before they rotate, and rotate all of them at every step.",
            ),
        ),
        rule => (
            format!("Where {} changes", rule.label()),
            format!("From token {after} on, the frequencies are others than before."),
            None,
        ),
    };
    let mut blocks = vec![
        Block::heading(&heading),
        Block::text(format!(
            "{change} Engines that keep cached keys across a change score new queries against old angles."
        )),
    ];
    blocks.extend(engines.map(Block::text));
    blocks
}
