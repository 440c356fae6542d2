//! Sentences about a race. They say what happened in it, never which encoding is better in general.

use super::computed::{Computed, in_unit};
use super::course::{RaceTask, Racer};
use super::inside::{Heads, Pairs};
use super::parameters::{Guess, RaceView};
use super::report::Stretch;
use phasor_params::choice::Choice as _;
use phasor_text::number::{Fixed, Place, Short};

pub(super) const NOT_RACED: &str = "Nobody has raced with these settings yet. Press Start, and six transformers train on this device.";

pub(super) fn say(computed: &Computed<'_>) -> String {
    match computed.spec.choice::<RaceView>() {
        RaceView::Curves => match computed.spec.choice::<Guess>() {
            Guess::Pending => question(computed),
            Guess::Of(racer) => judge(computed, racer),
            Guess::Skipped => finding(computed),
        },
        RaceView::Attention => looks(computed),
        RaceView::Learned => learned(computed),
    }
}

fn name(racer: Racer) -> &'static str {
    match racer {
        Racer::Learned => "the learned table",
        Racer::Sinusoidal => "the sinusoidal encoding",
        other => other.word().label,
    }
}

/// Returns the name as the first words of a sentence.
fn named_first(racer: Racer) -> String {
    match racer {
        Racer::Learned | Racer::Sinusoidal => name(racer).replacen('t', "T", 1),
        _ => name(racer).to_owned(),
    }
}

fn question(computed: &Computed<'_>) -> String {
    let trained = computed.spec.race_length();
    let layers = match computed.spec.choice::<RaceTask>().n_layers() {
        1 => "1 layer".to_owned(),
        n_layers => format!("{n_layers} layers"),
    };
    format!(
        "All six have {layers}, learned from texts of {trained} tokens, and were tested on texts of {}. Choose the one that \
        you think did best.",
        8 * trained
    )
}

/// Returns a result with its unit.
fn result(task: RaceTask, value: f64) -> String {
    match task {
        RaceTask::Next => format!("a perplexity of {:.1}", Fixed(value)),
        _ => format!("{}% right", Place(in_unit(task, value).round())),
    }
}

fn judge(computed: &Computed<'_>, guess: Racer) -> String {
    let (task, farthest) = (
        computed.spec.choice::<RaceTask>(),
        8.0 * computed.spec.race_length() as f64,
    );
    let at = |racer: Racer| {
        let score =
            computed
                .record
                .run(racer)
                .score(computed.spec.progress(), Stretch::None, farthest);
        score.map(|score| score.value)
    };
    let Some(own) = at(guess) else {
        return format!("You guessed {}. Press Start to see.", name(guess));
    };
    let better = |one: f64, other: f64| match task {
        RaceTask::Next => other.total_cmp(&one),
        _ => one.total_cmp(&other),
    };
    let all = Racer::all().filter_map(|racer| Some((racer, at(racer)?)));
    let best = all.max_by(|one, other| better(one.1, other.1));
    let run = computed.record.run(guess);
    let so_far = match run.tested(computed.spec.progress()) < run.n_steps {
        true => "so far",
        false => "in this race",
    };
    let text = format!("{} tokens: {}", Place(farthest), result(task, own));
    let (judged, best) = match best {
        Some((best, value)) if best != guess && value != own => (
            format!(
                "You guessed {}. At {text}. Best {so_far} is {}: {}.",
                name(guess),
                name(best),
                result(task, value)
            ),
            best,
        ),
        _ => (
            format!(
                "You guessed {}, and no other is better {so_far}. At {text}.",
                name(guess)
            ),
            guess,
        ),
    };
    let focus = computed.spec.choice::<Racer>();
    match at(focus) {
        Some(value) if focus != guess && focus != best => {
            format!("{judged} {}: {}.", named_first(focus), result(task, value))
        }
        _ => judged,
    }
}

fn finding(computed: &Computed<'_>) -> String {
    let (spec, task, racer) = (
        computed.spec,
        computed.spec.choice::<RaceTask>(),
        computed.spec.choice::<Racer>(),
    );
    let run = computed.record.run(racer);
    let trained = spec.race_length() as f64;
    let at = |times: f64| run.score(spec.progress(), Stretch::None, times * trained);
    let (Some(own), Some(double), Some(far)) = (at(1.0), at(2.0), at(8.0)) else {
        return NOT_RACED.to_owned();
    };
    let so_far = match run.tested(spec.progress()) {
        step if step < run.n_steps => format!("After {step} steps, "),
        _ => String::new(),
    };
    let name = if so_far.is_empty() {
        named_first(racer)
    } else {
        name(racer).to_owned()
    };
    let found = match task {
        RaceTask::Next => format!(
            "{so_far}{name} has a perplexity of {:.1} at the training length, {:.1} at twice and {:.1} at eight times \
            that length.",
            Fixed(own.value),
            Fixed(double.value),
            Fixed(far.value)
        ),
        _ => format!(
            "{so_far}{name} is right in {}% of cases at the training length, {}% at twice and {}% at eight times that \
            length.",
            Place((100.0 * own.value).round()),
            Place((100.0 * double.value).round()),
            Place((100.0 * far.value).round())
        ),
    };
    match racer {
        Racer::None if task.is_masked() && task != RaceTask::Next => {
            format!("{found} The mask shows it which letters came before, so it beats chance.")
        }
        _ => found,
    }
}

fn looks(computed: &Computed<'_>) -> String {
    let racer = computed.spec.choice::<Racer>();
    let trained = computed.spec.race_length();
    let Some(look) = computed.record.run(racer).look(computed.spec.progress()) else {
        return NOT_LOOKED.to_owned();
    };
    let share = |from: usize, to: usize| {
        let places = look.answers.iter().zip(&look.guesses);
        let places = places.skip(from).take(to - from);
        let scored: Vec<bool> = places
            .filter(|(answer, _)| **answer >= 0.0)
            .map(|(answer, guess)| answer == guess)
            .collect();
        let right = scored.iter().filter(|is_right| **is_right).count();
        (right, scored.len())
    };
    let (near, far) = (share(0, trained), share(trained, look.tokens.len()));
    format!(
        "{} gets {} of {} answers right up to the training length, and {} of {} past it.",
        named_first(racer),
        near.0,
        near.1,
        far.0,
        far.1
    )
}

const NOT_LOOKED: &str =
    "There is no look inside for these settings yet. Press Start, and watch while they train.";

fn learned(computed: &Computed<'_>) -> String {
    let racer = computed.spec.choice::<Racer>();
    match racer {
        Racer::None => "There is nothing to learn: without an encoding, order comes from the causal mask alone.",
        Racer::Sinusoidal => "The sinusoidal encoding is fixed, and here halved. A model can only learn how to use it.",
        Racer::Alibi => "ALiBi’s slopes are fixed: each head subtracts its slope times the distance from every score.",
        _ if computed.record.run(racer).look(computed.spec.progress()).is_none() => NOT_LOOKED,
        Racer::Learned => {
            "Rows past the dashed lines were never trained: they are as random as at the start."
        }
        Racer::T5 => return strongest_distance(computed),
        Racer::Rope => return strongest_pair(computed),
    }
    .to_owned()
}

/// Names the distance that the head in focus favours.
fn strongest_distance(computed: &Computed<'_>) -> String {
    let Some(heads) = Heads::of_t5(computed) else {
        return NOT_LOOKED.to_owned();
    };
    let head = computed.spec.attention_map(heads.count);
    let (distance, bias) = heads.strongest(head);
    let side = if distance < 0 { "ahead" } else { "back" };
    format!(
        "Each head has learned how much every distance adds to its scores. Head {head} adds most, {:.1}, to keys {} tokens {side}.",
        Fixed(bias),
        distance.abs()
    )
}

/// Names the pair that the head in focus uses most.
fn strongest_pair(computed: &Computed<'_>) -> String {
    let look = computed
        .record
        .run(Racer::Rope)
        .look(computed.spec.progress());
    let Some(pairs) = look.map(|look| Pairs::of(computed, look)) else {
        return NOT_LOOKED.to_owned();
    };
    let strongest = pairs.strongest();
    let used = format!("Head {} uses pair {strongest} most.", pairs.head);
    match pairs.first_incomplete(computed.spec.race_length()) {
        Some(_) => format!(
            "{used} Pairs to the right of the dashed line complete no turn in training, so longer texts take them to \
            new angles."
        ),
        None => format!(
            "{used} It turns once in {} tokens.",
            Short(pairs.wavelength(strongest))
        ),
    }
}
