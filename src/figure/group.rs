//! Which figures are in which program for other people's pages.

use super::FigureName;

/// Figures that are in one program, so that a page that shows some of them does not load all.
/// Together with what every program has they must fit the budget of one figure, so what shares code
/// stands together.
#[derive(Debug, Clone, Copy)]
pub struct Group {
    /// What the program is called.
    pub name: &'static str,
    /// The figures that it has.
    pub figures: &'static [FigureName],
}

impl Group {
    /// The figures of the Lab.
    pub const LAB: Self = Self {
        name: "figures",
        figures: &FigureName::LAB,
    };
}

impl Group {
    /// The angles of pairs: of one frequency, in two forms, in short numbers.
    pub const ANGLES: Self = Self {
        name: "angles",
        figures: &[
            FigureName::ONE_FREQUENCY,
            FigureName::ROPE_FORMS,
            FigureName::SHORT_FORMATS,
        ],
    };
    /// A position added to a word, as a number or as bits.
    pub const CODES: Self = Self {
        name: "codes",
        figures: &[
            FigureName::INTEGER_CODE,
            FigureName::NORMALISED_CODE,
            FigureName::BINARY_CODE,
        ],
    };
    /// Texts longer than those in training.
    pub const LENGTHS: Self = Self {
        name: "lengths",
        figures: &[FigureName::PAST_TRAINING, FigureName::SCALED_ANGLES],
    };
    /// Positions as a map in the plane.
    pub const MAP: Self = Self {
        name: "map",
        figures: &[FigureName::POSITION_MAP],
    };
    /// Positions as paths through a cube, and how far each is from one of them.
    pub const PATHS: Self = Self {
        name: "paths",
        figures: &[
            FigureName::BINARY_PATH,
            FigureName::SINUSOIDAL_PATH,
            FigureName::DISTANCE_SCATTER,
        ],
    };
    /// What a score makes of a distance.
    pub const RELATIVE: Self = Self {
        name: "relative",
        figures: &[FigureName::RELATIVE_BIAS, FigureName::SCORE_DECAY],
    };
    /// Words and patches that are turned.
    pub const ROTATIONS: Self = Self {
        name: "rotations",
        figures: &[FigureName::BLUE_DOG, FigureName::PATCHES],
    };
    /// Every scheme beside every other.
    pub const SCHEMES: Self = Self {
        name: "schemes",
        figures: &[FigureName::SCOREBOARD],
    };
    /// Sines and cosines of the position.
    pub const SINUSOIDS: Self = Self {
        name: "sinusoids",
        figures: &[FigureName::SINES_ONLY, FigureName::SHIFT_ROTATION],
    };
    /// Word and position, read back from their sum.
    pub const SUMS: Self = Self {
        name: "sums",
        figures: &[FigureName::TELLING_APART],
    };
    /// What a trained model knows of words and of positions.
    pub const WORDS: Self = Self {
        name: "words",
        figures: &[FigureName::ORDER_BLIND, FigureName::LEARNED_TABLE],
    };

    /// Every group. What a page of several groups loads is none of them: the program that has all
    /// figures.
    pub const ALL: [Self; 12] = [
        Self::LAB,
        Self::ANGLES,
        Self::CODES,
        Self::LENGTHS,
        Self::MAP,
        Self::PATHS,
        Self::RELATIVE,
        Self::ROTATIONS,
        Self::SCHEMES,
        Self::SINUSOIDS,
        Self::SUMS,
        Self::WORDS,
    ];
}
