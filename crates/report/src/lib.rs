//! What the positions of a model do, as sentences, tables, drawings and code.
//!
//! A [`Subject`] is a configuration that a reader brought. A view turns it, with what the reader [asks](Ask), into
//! [`Block`]s, which [`html`] shows in the room of models and [`text`] on the command line.

pub mod block;
pub mod checkpoint;
pub mod code;
pub mod files;
pub mod frequencies;
pub mod html;
pub mod kit;
pub mod layer_types;
pub mod shelf;
pub mod text;

mod ask;
mod bounds;
mod chart;
mod contents;
mod difference;
mod engine;
mod layout;
mod memory;
mod nearest;
mod notes;
mod outlook;
mod overview;
mod own_rule;
mod plan;
mod position_ids;
mod position_rule;
mod precise;
mod programs;
mod reach;
mod rotary_embedding;
mod rules;
mod settings;
mod subject;
mod table;
mod view;

pub use ask::{Ask, LONGEST, Question, Rule};
pub use block::Block;
pub use contents::{contents, of_other_views};
pub use engine::Engine;
pub use layout::{Framework, MoveError, moved_rows};
pub use nearest::{cautions, compared};
pub use outlook::Outlook;
pub use overview::{faults, overview, summary};
pub use own_rule::{OwnRule, OwnRuleError};
pub use position_ids::{Counting, NoIds, insert_position_ids, position_ids, usual_layout};
pub use position_rule::{UnknownRule, has_position_ids, position_rule};
pub use rotary_embedding::{AngleFormat, CosSin, RotaryEmbedding};
pub use subject::Subject;
pub use view::View;
