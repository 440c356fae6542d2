//! What a ladder of frequencies, or a whole scheme, can and cannot do, decided by computing it.
//!
//! - [`addition`]: what is left of an embedding once a code is added to it;
//! - [`subspace`]: the directions that a set of codes needs, and how they lie to others;
//! - [`training`]: how much of its circle each pair has seen in the training length;
//! - [`decay`]: what becomes of scores with distance, and the base that a context needs;
//! - [`pca`]: the directions in which a set of codes spreads most;
//! - [`umap`]: a map in the plane on which those codes are near that are near;
//! - [`scoreboard`]: eight properties one wants of a scheme, each with its evidence.

pub mod addition;
pub mod decay;
pub mod pca;
pub mod scoreboard;
pub mod subspace;
pub mod training;
pub mod umap;

pub use addition::Addition;
pub use decay::RandomScores;
pub use pca::Pca;
pub use scoreboard::{Answer, Property, Verdict, verdicts};
pub use subspace::Subspace;
pub use training::Coverage;
pub use umap::Umap;
