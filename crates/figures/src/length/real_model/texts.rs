//! What the model reads: beginnings of texts, lists to copy, and a text.

use phasor_params::choice::choice;

choice! {
    /// The beginning of a text.
    pub enum Prompt {
        /// Who was bitten?
        Bite "bite" "who was bitten",
        /// The day after Thursday.
        Weekday "weekday" "days of the week",
        /// The month after April.
        Month "month" "months",
        /// The number after 6.
        Count "count" "counting",
        /// The word after "four".
        CountWords "count-words" "counting in words",
        /// The letter after F.
        Letter "letter" "letters",
        /// Two colours that alternate.
        Alternation "alternation" "two in alternation",
        /// A list that begins again.
        Repetition "repetition" "a list begins again",
        /// The number that belongs to a name.
        Code "code" "one of three codes",
        /// Who gave?
        Gift "gift" "who gave the book",
        /// Who is the shortest?
        Shortest "shortest" "who is the shortest",
        /// Who ran away?
        Chase "chase" "who ran away",
        /// A famous line.
        Hamlet "hamlet" "a famous line",
        /// How a tale begins.
        Tale "tale" "a tale begins",
        /// A fact about France.
        Capital "capital" "the capital of France",
        /// A fact about planets.
        Planet "planet" "the largest planet",
        /// A fact about water.
        Water "water" "what water consists of",
        /// A fact about a play.
        Play "play" "who wrote a play",
        /// The opposite of a word.
        Opposite "opposite" "the opposite of hot",
        /// A country for a city.
        Analogy "analogy" "Rome and its country",
    }
}

impl Prompt {
    /// Returns what the model reads. A blank at the end stands before a number, which begins with its own token.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Bite => "The dog bit the man. The man was bitten by the",
            Self::Weekday => "Monday, Tuesday, Wednesday, Thursday,",
            Self::Month => "January, February, March, April,",
            Self::Count => "1, 2, 3, 4, 5, 6, ",
            Self::CountWords => "one, two, three, four,",
            Self::Letter => "A, B, C, D, E, F,",
            Self::Alternation => "red, blue, red, blue, red, blue, red,",
            Self::Repetition => "fork seven lamp green door nine wolf paper stone. fork seven lamp",
            Self::Code => {
                "The code of Anna is 4821. The code of Ben is 7395. The code of Clara is 1604. The code of Ben is "
            }
            Self::Gift => "Tom gave Mary a book. The book was given to Mary by",
            Self::Shortest => {
                "Alice is taller than Bob, and Bob is taller than Carol. The shortest of the three is"
            }
            Self::Chase => "The cat chased the mouse. The one that ran away was the",
            Self::Hamlet => "To be, or not to be, that is the",
            Self::Tale => "Once upon a time there was a little",
            Self::Capital => "The capital of France is",
            Self::Planet => "The largest planet in our solar system is",
            Self::Water => "Water is made of hydrogen and",
            Self::Play => "The play Romeo and Juliet was written by William",
            Self::Opposite => "The opposite of hot is",
            Self::Analogy => "Paris is in France, Berlin is in Germany, and Rome is in",
        }
    }
}

/// What stands before a list and before its copy.
pub const BEFORE: [&str; 2] = ["Words: ", "The same words again: "];

/// Four lists of random words. The first is the one in the picture.
pub const LISTS: [&str; 4] = [
    "needle, winter, tunnel, napkin, window, candle, guitar, silver, saddle, jacket, ribbon, engine, mirror, stone",
    "garden, wagon, velvet, candle, thunder, walnut, helmet, violin, window, island, doctor, basket, jacket, napkin",
    "island, jacket, tunnel, window, basket, stone, helmet, hammer, letter, velvet, winter, guitar, doctor, walnut",
    "market, helmet, parrot, orange, silver, jacket, island, magnet, castle, saddle, ribbon, violin, candle, turtle",
];

/// The words of each list.
pub const LIST_LENGTH: usize = 14;

/// From the first chapter of *Alice's Adventures in Wonderland* by Lewis Carroll (1865).
pub const TEXT: &str = "The rabbit-hole went straight on like a tunnel for some way, and then dipped suddenly down, so suddenly that \
    Alice had not a moment to think about stopping herself before she found herself falling down a very deep well. Either \
    the well was very deep, or she fell very slowly, for she had plenty of time as she went down to look about her and to \
    wonder what was going to happen next.";
