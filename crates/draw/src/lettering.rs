//! The style of a text, and its width.

use std::fmt::{self, Write as _};

use crate::Ink;
use crate::advances::{BOLD, REGULAR};

/// The part of a text that is at its point. The point is always on the baseline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// The beginning of the text.
    Start,
    /// The middle of the text.
    Middle,
    /// The end of the text.
    End,
}

/// The weight of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// Running text.
    Regular,
    /// Emphasis.
    Bold,
}

/// The size, weight, colour and anchor of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Type {
    pub(crate) size: f32,
    pub(crate) weight: Weight,
    pub(crate) ink: Ink,
    pub(crate) anchor: Anchor,
    pub(crate) alpha: f32,
}

/// Ordinary label text.
pub const LABEL: Type = Type {
    size: 12.0,
    weight: Weight::Regular,
    ink: Ink::Muted,
    anchor: Anchor::Start,
    alpha: 1.0,
};

/// Labels where there is little room, and numbers of scales.
pub const SMALL: Type = LABEL.size(11.0);

impl Type {
    /// Returns the type in this font size.
    #[must_use]
    pub const fn size(mut self, size: f32) -> Self {
        self.size = size;
        self
    }

    /// Returns the type in bold.
    #[must_use]
    pub const fn bold(mut self) -> Self {
        self.weight = Weight::Bold;
        self
    }

    /// Returns the type in this ink.
    #[must_use]
    pub const fn ink(mut self, ink: Ink) -> Self {
        self.ink = ink;
        self
    }

    /// Returns the type with this opacity.
    #[must_use]
    pub const fn alpha(mut self, alpha: f32) -> Self {
        self.alpha = alpha;
        self
    }

    /// Returns the type for texts that end at their point.
    #[must_use]
    pub const fn end(mut self) -> Self {
        self.anchor = Anchor::End;
        self
    }

    /// Returns the type for texts with their middle at their point.
    #[must_use]
    pub const fn middle(mut self) -> Self {
        self.anchor = Anchor::Middle;
        self
    }

    /// Returns the width of `text` on our pages, CSS pixels. Figures are tabular there, and narrower in files. The width is
    /// exact but for kerning, and for characters that our fonts lack.
    ///
    /// ```
    /// use phasor_draw::LABEL;
    ///
    /// assert!((LABEL.size(10.0).width("10") - 12.96).abs() < 1e-3);
    /// assert!(LABEL.bold().width("pair") > LABEL.width("pair"));
    /// ```
    #[must_use]
    pub fn width(&self, text: &str) -> f32 {
        self.width_of(text)
    }

    /// Returns the width of what `text` displays, like [`width`](Self::width), without keeping the text.
    #[must_use]
    pub fn width_of(&self, text: impl fmt::Display) -> f32 {
        let advances = match self.weight {
            Weight::Regular => REGULAR,
            Weight::Bold => BOLD,
        };
        let mut sum = Advances { advances, sum: 0.0 };
        // Adding numbers up cannot fail.
        let _ = write!(sum, "{text}");
        self.size * sum.sum
    }

    /// Returns the first of `texts` that is at most `width` CSS pixels wide, or else the last.
    #[must_use]
    pub fn fitting<'t>(&self, texts: &[&'t str], width: f32) -> &'t str {
        let mut all = texts.iter().copied();
        let first = all.find(|text| self.width(text) <= width);
        let last = texts.last().copied();
        first.or(last).expect("there is a text")
    }

    /// Breaks `text` between words into lines of at most `width` CSS pixels. A longer word is a line.
    #[must_use]
    pub fn lines(&self, text: &str, width: f32) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            let longer = lines.last().map(|line| format!("{line} {word}"));
            match longer.filter(|line| self.width(line) <= width) {
                Some(line) => {
                    lines.pop();
                    lines.push(line);
                }
                None => lines.push(word.to_owned()),
            }
        }
        lines
    }
}

/// The advance of a character that our fonts lack, in thousandths of the font size.
const OTHER: u16 = 600;

/// Returns the advance of a character in font sizes, from a table of `advances`.
fn advance((characters, thousandths): (&str, &[u16]), letter: char) -> f32 {
    let mut all = characters.chars().zip(thousandths);
    let found = all.find(|(character, _)| *character == letter);
    f32::from(found.map_or(OTHER, |(_, advance)| *advance)) / 1000.0
}

/// A text of which only the width is kept, in font sizes.
struct Advances {
    advances: (&'static str, &'static [u16]),
    sum: f32,
}

impl fmt::Write for Advances {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let letters = text.chars().map(|letter| advance(self.advances, letter));
        self.sum += letters.sum::<f32>();
        Ok(())
    }
}
