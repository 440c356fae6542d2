//! The comment at the top of a program.

use super::fragment::WIDTH;
use phasor_encoding::Scaling;
use phasor_model_files::LayerRope;
use phasor_text::{is_printable, shorten_to};

/// Returns the lines of the comment, each after `mark`: what the program is for, the source of its
/// formula and, if the model has M-RoPE, where it holds.
pub(super) fn header(mark: &str, layer: &LayerRope, title: &str, seq_len: Option<usize>) -> String {
    let rule = rule(&layer.scaling, seq_len);
    let end = format!(", {rule}.");
    let (start, joint) = (format!("{mark} RoPE"), " of ");
    let room = WIDTH.saturating_sub(start.len() + joint.len() + end.len());
    let subject = match &layer.layer_type {
        Some(layer_type) => safe(&format!("{title} ({layer_type})")),
        None => safe(title),
    };
    let subject = match subject.is_empty() {
        true => subject,
        false => format!("{joint}{}", cut(&subject, room)),
    };
    let source = layer.scaling.source();
    let axes = match layer.sections {
        Some(_) => format!("{mark} For text. In images, M-RoPE has a position for each axis.\n"),
        None => String::new(),
    };
    format!("{start}{subject}{end}\n{mark} Formula: {source}.\n{axes}\n")
}

fn rule(scaling: &Scaling, seq_len: Option<usize>) -> String {
    let name = match scaling {
        Scaling::Default => "no scaling rule".to_owned(),
        rule => format!("rule {}", rule.name()),
    };
    let Some(length) = scaling.changes_beyond() else {
        return name;
    };
    let beyond = seq_len.map(|seq_len| seq_len as f64);
    match beyond.filter(|seq_len| *seq_len > length) {
        None => format!("{name} up to {} tokens", tokens(length)),
        Some(seq_len) if scaling.changes_at_every_length() => {
            format!("{name} at {} tokens", tokens(seq_len))
        }
        Some(_) => format!("{name} beyond {} tokens", tokens(length)),
    }
}

/// Returns a number of tokens in few characters.
fn tokens(length: f64) -> String {
    match length {
        1.0..1e12 => length.to_string(),
        _ => format!("{length:.3e}"),
    }
}

/// Returns the text on one line, without what could end the comment or change how it is read.
fn safe(text: &str) -> String {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect();
    let visible: String = words.join(" ").replace(|c| !is_printable(c), "");
    // Near the top of a file, Python takes such a comment as the encoding of the source (PEP 263).
    let mut safe = visible.trim().to_owned();
    for sign in [':', '='] {
        safe = safe.replace(&format!("coding{sign}"), "coding ");
    }
    safe
}

/// Returns the text cut to `room` characters, with an ellipsis if something is missing.
fn cut(text: &str, room: usize) -> String {
    match text.chars().count() <= room {
        true => text.to_owned(),
        false => shorten_to(text, room.saturating_sub(1)),
    }
}
