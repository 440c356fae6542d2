//! A text whose letters a model learns to predict.

/// A text in small letters, cut into a part for training and a part for tests.
///
/// ```
/// use phasor_train::{Text, TextError};
///
/// let letters = "the cats on map.";
/// let text = Text::new(&"the cat sat on the map. ".repeat(60), letters)?;
/// assert_eq!((text.n_letters(), text.test().len()), (16, 144));
/// assert_eq!(Text::new("The", letters), Err(TextError::Letter('T')));
/// # Ok::<(), TextError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    tokens: Vec<usize>,
    n_training: usize,
    n_letters: usize,
}

/// The reason why a text cannot be used. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// A letter that is not in the alphabet.
    #[error("The text must have only letters of its alphabet, not {0:?}.")]
    Letter(char),
    /// Too few letters.
    #[error("The text must have at least {SHORTEST} letters, not {0}.")]
    Short(usize),
}

/// The fewest letters of a text.
const SHORTEST: usize = 1000;

impl Text {
    /// Takes a text in the alphabet `letters`; the place of a letter there is its token. The last tenth is for tests.
    ///
    /// # Errors
    /// [`TextError`] if it is short or has other letters.
    pub fn new(text: &str, letters: &str) -> Result<Self, TextError> {
        let token = |letter: char| {
            letters
                .chars()
                .position(|one| one == letter)
                .ok_or(TextError::Letter(letter))
        };
        let tokens: Vec<usize> = text.chars().map(token).collect::<Result<_, _>>()?;
        let n_training = tokens.len() * 9 / 10;
        match tokens.len() < SHORTEST {
            true => Err(TextError::Short(tokens.len())),
            false => Ok(Self {
                tokens,
                n_training,
                n_letters: letters.chars().count(),
            }),
        }
    }

    /// The number of letters in the alphabet.
    #[must_use]
    pub fn n_letters(&self) -> usize {
        self.n_letters
    }

    /// Returns the tokens for training.
    #[must_use]
    pub fn training(&self) -> &[usize] {
        self.tokens.split_at(self.n_training).0
    }

    /// Returns the tokens for tests.
    #[must_use]
    pub fn test(&self) -> &[usize] {
        self.tokens.split_at(self.n_training).1
    }
}
