//! Parameters that accept a few words, and these words.

pub use crate::choice;

/// A word that a parameter accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// The word in the URL and on the command line.
    pub name: &'static str,
    /// The word on the page. Where there is little room, only the part before a colon is shown.
    pub label: &'static str,
}

impl Word {
    /// Returns the label without the explanation after a colon.
    #[must_use]
    pub fn short(&self) -> &'static str {
        self.label.split(':').next().unwrap_or(self.label)
    }
}

/// A closed set of values, each with its word. The macro [`choice!`](crate::choice!) implements it.
pub trait Choice: Copy + Default + PartialEq + Sized + 'static {
    /// Every value with its word, in the order in which they are offered; the first is the default.
    const WORDS: &'static [(Self, Word)];

    /// The words alone.
    const LIST: &'static [Word];

    /// Returns every value.
    fn all() -> impl Iterator<Item = Self> {
        Self::WORDS.iter().map(|(value, _)| *value)
    }

    /// Returns the value of the word `name`.
    #[must_use]
    fn from_name(name: &str) -> Option<Self> {
        let (value, _) = Self::WORDS.iter().find(|(_, word)| word.name == name)?;
        Some(*value)
    }

    /// Returns the place of the value among all values.
    #[must_use]
    fn place(self) -> usize {
        let place = Self::WORDS.iter().position(|(value, _)| *value == self);
        place.expect("a choice lists every value")
    }

    /// Returns the word of the value.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "both lists are of the same length")]
    fn word(self) -> Word {
        Self::LIST[self.place()]
    }
}

/// Returns the word with that name and label.
#[must_use]
pub const fn word(name: &'static str, label: &'static str) -> Word {
    Word { name, label }
}

/// Defines an enum whose values have words, or gives words to an enum that is defined elsewhere. Each value is followed by
/// its name in addresses and its label on the page; the first is the default.
///
/// ```
/// use phasor_params::choice;
/// use phasor_params::choice::Choice;
///
/// choice! {
///     /// A direction of reading.
///     pub enum Reading {
///         /// From left to right.
///         LeftToRight "ltr" "left to right",
///         /// From right to left.
///         RightToLeft "rtl" "right to left",
///     }
/// }
/// assert_eq!(Reading::from_name("rtl"), Some(Reading::RightToLeft));
/// assert_eq!(Reading::default().word().label, "left to right");
/// ```
#[macro_export]
macro_rules! choice {
    ($(#[$meta:meta])* $vis:vis enum $Name:ident {
        $(#[$first_doc:meta])* $First:ident $first_name:literal $first_label:literal,
        $($(#[$doc:meta])* $Value:ident $name:literal $label:literal,)*
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        $vis enum $Name {
            $(#[$first_doc])*
            #[default]
            $First,
            $($(#[$doc])* $Value,)*
        }

        $crate::choice! {
            impl $Name {
                Self::$First => $first_name $first_label,
                $(Self::$Value => $name $label,)*
            }
        }
    };
    (impl $Name:ty { $($value:expr => $name:literal $label:literal,)* }) => {
        impl $crate::choice::Choice for $Name {
            const WORDS: &'static [(Self, $crate::choice::Word)] = &[$(($value, $crate::choice::word($name, $label))),*];
            const LIST: &'static [$crate::choice::Word] = &[$($crate::choice::word($name, $label)),*];
        }
    };
}
