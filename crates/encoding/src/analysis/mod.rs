//! What a set of frequencies, or a whole scheme, can and cannot do, decided by computation.
//!
//! - [`addition`]: what is left of an embedding after an encoding is added to it;
//! - [`subspace`]: the directions that a set of encodings spans, and their angles to other
//!   directions;
//! - [`training`]: how much of its circle each pair covers within the training length;
//! - [`stretch`]: what a scaling rule does to every pair when texts become longer;
//! - [`decay`]: how scores change with distance, and the base that a context needs;
//! - [`pca`]: the directions in which a set of encodings varies most;
//! - [`umap`]: a map in the plane that keeps near encodings near;
//! - [`scoreboard`]: eight properties that one may ask of a scheme, each with its evidence.

pub mod addition;
pub mod decay;
pub mod pca;
pub mod scoreboard;
pub mod stretch;
pub mod subspace;
pub mod training;
pub mod umap;

pub use addition::Addition;
pub use decay::RandomScores;
pub use pca::Pca;
pub use scoreboard::{Answer, Property, Verdict, verdicts};
pub use stretch::{Fate, Stretch};
pub use subspace::Subspace;
pub use training::Coverage;
pub use umap::Umap;
