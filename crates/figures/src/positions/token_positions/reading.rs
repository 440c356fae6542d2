//! The sentences of `token-positions`.

use super::answers::Answer;
use super::computed::Computed;
use super::parameters::CacheEvent;
use super::scores::{self, Score};
use super::written::{offset, one_decimal, percent, printed};
use crate::Spec;
use phasor_encoding::positions::{Part, PatchIds, StoredKeys, Verdict};
use phasor_text::number::Fixed;

/// Returns what the state does to pairs, and to the next word of the real model.
pub(super) fn reading(spec: &Spec, computed: &Computed) -> String {
    let n_read = scores::n_read(spec, computed);
    let finding = finding(computed, n_read);
    if n_read < computed.n_tokens() {
        return format!(
            "{n_read} of {} tokens are read. {finding}",
            computed.n_tokens()
        );
    }
    match (computed.right_answer, computed.answer) {
        (Some(right), Some(now)) => {
            let verb = if computed.has_mistake() {
                "still says"
            } else {
                "says"
            };
            format!("{finding} {}", next_word(verb, (&right, &now)))
        }
        _ => finding,
    }
}

fn finding(computed: &Computed, n_read: usize) -> String {
    let count = computed.count(n_read);
    let visible = pairs(count.visible);
    match (count.wrong, count.foreign) {
        _ if computed.queries().is_empty() => {
            "There is no query: every token is padding or in the cache.".to_owned()
        }
        (0, 0) if computed.ids_differ() => format!(
            "Other numbers, same offsets: all {visible} are right, so RoPE changes nothing. A learned table would read other \
             rows."
        ),
        (0, 0) => match computed.program.cache {
            CacheEvent::Evicted
                if computed.concerned.start == 0 && !computed.concerned.is_empty() =>
            {
                format!(
                    "All {visible} are right, but the first token is gone, to which many heads attend most."
                )
            }
            _ => format!("Every query sees its keys at their true offsets, in all {visible}."),
        },
        (wrong, 0) => format!(
            "{wrong} of {visible} have a wrong offset{}.",
            cause(computed)
        ),
        (0, foreign) => format!(
            "{foreign} of {visible} should be hidden: {}.",
            strangers(computed)
        ),
        (wrong, foreign) => {
            format!("{wrong} of {visible} have a wrong offset, and {foreign} should be hidden.")
        }
    }
}

fn pairs(n: usize) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} visible pair{plural}")
}

/// Returns where wrong offsets come from, as the end of a sentence.
fn cause(computed: &Computed) -> &'static str {
    let is_unchanged = computed.program.keys == StoredKeys::Unchanged;
    match computed.program.cache {
        CacheEvent::Evicted if is_unchanged && !computed.concerned.is_empty() => {
            ": the cache closed up, and its keys were not rotated again"
        }
        CacheEvent::Reused if is_unchanged && !computed.concerned.is_empty() => {
            ": the reused keys stand where they were in another text"
        }
        CacheEvent::Grown if computed.pairs_disagree() => {
            ": the frequencies changed, but not in old keys; the fastest pair of components sees them right, the slowest too near or later"
        }
        CacheEvent::Overwritten if computed.slots.is_some() => {
            ": new keys lie in the slots that their ids name, where those of cached tokens were"
        }
        _ if computed.program.patches != PatchIds::ByRule
            && computed.has(|part| matches!(part, Part::Image(_) | Part::Video(_))) =>
        {
            ": patches are not numbered by the model’s rule"
        }
        _ if computed.has(|part| *part == Part::CacheEnd) => {
            ": new tokens go on from another number than the cached ones"
        }
        _ => "",
    }
}

/// Returns what should be hidden.
fn strangers(computed: &Computed) -> &'static str {
    let has_documents = computed.has(|part| *part == Part::DocumentBorder);
    match (
        computed.has(|part| matches!(part, Part::Padding(_))),
        has_documents,
    ) {
        (true, false) => "words see padding",
        (false, true) if !computed.ids_differ() => {
            "ids begin again, but words still see the other document"
        }
        (false, true) => "words see another document",
        _ => "words see padding or another document",
    }
}

/// Returns how the real model answers.
fn next_word(verb: &str, (right, now): (&Answer, &Answer)) -> String {
    let ([(word, share), ..], [(first, now_share), ..]) = (right, now);
    let (before, after) = (percent(*share), percent(*now_share));
    let [word, first] = [word, first].map(|word| printed(word));
    match word == first {
        true if before == after => format!("SmolLM2 {verb} “{word}” with {before}."),
        true => format!("SmolLM2’s “{word}” goes from {before} to {after}."),
        false => format!("SmolLM2 says “{first}” ({after}), not “{word}” ({before})."),
    }
}

/// Describes a query and a key.
pub(super) fn pair(
    spec: &Spec,
    computed: &Computed,
    (query, key): (usize, usize),
) -> Option<String> {
    let (asks, answers) = (computed.names.get(query)?, computed.names.get(key)?);
    if !computed.is_query(query) {
        return None;
    }
    let cell = computed.cell(query, key);
    let (actual, expected) = (
        cell.actual.as_ref().map(offset),
        cell.expected.as_ref().map(offset),
    );
    let actual = match cell.slowest {
        Some(slowest) => actual.map(|fastest| {
            let slowest = one_decimal(slowest);
            format!("{fastest} for the fastest pair of components, {slowest} for the slowest")
        }),
        None => actual,
    };
    let [at, there] = [query, key].map(|token| {
        let ids = computed.ids.of_token(token);
        ids.map_or_else(String::new, |ids| offset(&ids))
    });
    let here = slots_token(computed, (query, key));
    let start = match here {
        Some(other) => {
            format!("“{asks}” at {at}, in the slot of “{answers}”: the key of “{other}”")
        }
        None => format!("“{asks}” at {at} to “{answers}” at {there}"),
    };
    let scores = scores::of_query(spec, computed, query);
    let scores = scores.and_then(|scores| scores.get(key).copied());
    let of = |pick: fn(Score) -> Option<f64>| {
        let score = scores.and_then(pick);
        score.map_or_else(String::new, |score| format!(", score {:.2}", Fixed(score)))
    };
    Some(match (cell.verdict, actual, expected) {
        (Verdict::Hidden, ..) if computed.is_evicted(key) => {
            format!("{start}: no longer in the cache")
        }
        (Verdict::Hidden, ..) if key > query => format!("{start}: comes later"),
        (Verdict::Hidden, _, Some(expected)) if computed.slots.is_some() => {
            format!("{start}: its slot is empty, should be {expected}")
        }
        (Verdict::Hidden, ..) => format!("{start}: hidden by the mask"),
        (Verdict::Foreign, Some(actual), _) => {
            format!(
                "{start}: offset {actual}, should be hidden{}",
                of(|score| score.actual)
            )
        }
        (Verdict::Wrong, Some(actual), Some(expected)) => format!(
            "{start}: offset {actual}{}; should be {expected}{}",
            of(|score| score.actual),
            of(|score| score.expected)
        ),
        (_, Some(actual), _) => format!("{start}: offset {actual}{}", of(|score| score.actual)),
        _ => start,
    })
}

/// Returns the name of the token whose key lies where that of another one should, if there is one.
fn slots_token(computed: &Computed, (query, key): (usize, usize)) -> Option<&str> {
    let token = computed.slots.as_ref()?.token_in(query, key)?;
    let name = computed.names.get(token)?;
    (token != key).then_some(name.as_str())
}

/// Describes a token.
pub(super) fn token(computed: &Computed, token: usize) -> Option<String> {
    let (name, ids, right) = (
        computed.names.get(token)?,
        computed.ids.of_token(token)?,
        computed.right_ids.of_token(token)?,
    );
    let ids = offset(&ids);
    let right = offset(&right);
    let plural = if ids.contains(' ') {
        "positions"
    } else {
        "position"
    };
    Some(match ids == right {
        true => format!("“{name}”: {plural} {ids}; drag it elsewhere"),
        false => format!("“{name}”: {plural} {ids}, should be {right}; drag it elsewhere"),
    })
}
