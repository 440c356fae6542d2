//! The room of models: one object that the page's script asks. This is a small program, because the room needs neither
//! leptos nor figures.

mod kit;
mod size;
mod weights;

pub use weights::Weights;

use std::cell::RefCell;

use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use phasor_chunk::chunk;
use phasor_draw::svg::plain_svg;
use phasor_draw::{PenError, Scheme, Theme};
use phasor_encoding::EncodingError;
use phasor_model_files::import::{Imported, import, is_config};
use phasor_model_files::{Format, Unreadable, excerpt, mended};
use phasor_params::ParameterError;
use phasor_params::layout::LayoutError;
use phasor_report::block::Picture;
use phasor_report::kit::{JudgeError, KitError, ReadError};
use phasor_report::{
    Ask, Block, Outlook, Subject, View, faults, frequencies, html, insert_position_ids,
    of_other_views, overview, position_ids, shelf, usual_layout,
};

/// The reason why the room cannot answer. Its `Display` is one sentence.
#[derive(Debug, thiserror::Error)]
enum RoomError {
    #[error(transparent)]
    Unreadable(Unreadable),
    #[error("{0} Or choose that model first, then paste the text.")]
    Fragment(Unreadable),
    #[error(transparent)]
    Ask(#[from] ParameterError),
    #[error(transparent)]
    Pen(#[from] PenError),
    #[error(transparent)]
    Numbers(#[from] EncodingError),
    #[error(transparent)]
    File(#[from] std::io::Error),
    #[error(transparent)]
    Kit(#[from] KitError),
    #[error(transparent)]
    Arrays(#[from] ReadError),
    #[error(transparent)]
    Judge(#[from] JudgeError),
    #[error("There is no published model `{0}` on the shelf.")]
    NoModel(String),
    #[error("Nothing rotates in this model, so there are no inverse frequencies.")]
    Still,
    #[error("Bring a configuration first.")]
    Empty,
}

impl From<Unreadable> for RoomError {
    fn from(error: Unreadable) -> Self {
        match error {
            Unreadable::Foreign(Format::Fragment) => Self::Fragment(error),
            _ => Self::Unreadable(error),
        }
    }
}

chunk!(fn import_file(bytes: &[u8], onto: Option<&str>) -> Result<Imported, Unreadable> { import(bytes, onto) } in "import" 0);

chunk!(fn view(subject: &Subject, other: Option<&Subject>, ask: &Ask) -> Vec<Block> { of_other_views(subject, other, ask) } in "views" 0);

chunk!(fn numbered(subject: &Subject, ask: &Ask) -> Result<Vec<Block>, LayoutError> { position_ids(subject, ask) } in "ids" 0);

chunk!(fn file(room: &Room, query: &str, name: &str, theme: &str) -> Result<Vec<u8>, RoomError> {
    room.written(query, name, theme)
} in "keep" 0);

chunk!(fn shorten(text: &str) -> Result<String, Unreadable> { excerpt(text) } in "keep" 1);

chunk!(fn mend(subject: &Subject, finding: Option<usize>) -> Option<String> { change(subject, finding) } in "keep" 2);

/// The models that the reader has brought. A text that cannot be read changes nothing.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Room {
    subject: Option<Subject>,
    other: Option<Subject>,
    /// The text of the last file whose rule may be in a tensor that was not read.
    incomplete: Option<String>,
    /// Whether the first view shows position ids.
    has_ids: bool,
    /// The last layout that has ids, and the sentence about the one that the reader asks for, if that has none.
    layout: RefCell<(Option<String>, Option<String>)>,
}

/// One of the two models.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The model that all views show.
    Here,
    /// The model that it is compared with.
    There,
}

#[wasm_bindgen]
impl Room {
    /// Creates an empty room.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Turns the bytes of a file or a paste into the text of a `config.json`: JSON with `text`, `source` and `notes`. A
    /// fragment is merged onto the model that the room shows. Needs the chunk `import`.
    ///
    /// # Errors
    /// A sentence if the bytes have no known format.
    pub fn import(&mut self, bytes: &[u8]) -> Result<String, JsError> {
        let onto = self.subject.as_ref().map(Subject::text);
        let imported = import_file(bytes, onto).map_err(RoomError::from)?;
        self.incomplete = imported.may_hide_rule.then(|| imported.text.clone());
        let answer = json!({
            "text": imported.text,
            "source": imported.source.name(),
            "notes": imported.notes,
        });
        Ok(answer.to_string())
    }

    /// Reads the text of a `config.json`. If it cannot be read, the last model stays.
    ///
    /// # Errors
    /// A sentence if the text is not a configuration.
    pub fn read(&mut self, side: Side, text: &str, title: &str) -> Result<(), JsError> {
        let may_hide_rule = self.incomplete.as_deref() == Some(text);
        let subject = Subject::read(text)
            .map_err(RoomError::from)?
            .with_hidden_rule(may_hide_rule);
        let subject = if title.is_empty() {
            subject
        } else {
            subject.called(title)
        };
        match side {
            Side::Here => self.subject = Some(subject),
            Side::There => self.other = Some(subject),
        }
        Ok(())
    }

    /// Returns the HTML of the view that the query asks for. Every view but the first needs the chunk `views`.
    ///
    /// # Errors
    /// A sentence if the query has an error or no model was read.
    pub fn show(&self, query: &str, theme: &str) -> Result<String, JsError> {
        let blocks = self.blocks(query)?;
        let document = html::html(&blocks, &themed(theme), html::Place::Room);
        Ok(document.map_err(RoomError::from)?)
    }

    /// Shows position ids in the first view from now on. Needs the chunk `ids`.
    pub fn add_ids(&mut self) {
        self.has_ids = true;
    }

    /// Returns the sentence about the layout of the query that was last shown, if its tokens have no ids. The view has
    /// those of the last layout that has.
    #[must_use]
    pub fn layout_error(&self) -> Option<String> {
        self.layout.borrow().1.clone()
    }

    /// Returns a file: the view as an HTML document (`html`), a drawing of it as SVG by its name, or the inverse
    /// frequencies (`csv`, `json`, `npy`). Needs the chunk `keep`, and that of the view.
    ///
    /// # Errors
    /// A sentence if the query has an error, no model was read, or nothing rotates.
    pub fn file(&self, query: &str, name: &str, theme: &str) -> Result<Vec<u8>, JsError> {
        Ok(file(self, query, name, theme)?)
    }

    /// Returns the change that mends a finding, or all warnings and errors: JSON with `from` and `to` in UTF-16 units, and
    /// `text`; or nothing if there is none. Needs the chunk `keep`.
    #[must_use]
    pub fn change(&self, finding: Option<usize>) -> Option<String> {
        mend(self.subject.as_ref()?, finding)
    }

    /// Returns the keys of the text that concern positions, as JSON: the part of a reader's file that an address may have.
    #[must_use]
    pub fn excerpt(&self) -> Option<String> {
        shorten(self.subject.as_ref()?.text()).ok()
    }

    /// Returns what the controls need: JSON with the title, the layer types, the longest text that the model declares or is
    /// assumed to read, the layout whose position ids it shows if nobody asks for another, whether anything rotates, and
    /// whether it can run in a page.
    #[must_use]
    pub fn facts(&self) -> Option<String> {
        let subject = self.subject.as_ref()?;
        let types = subject
            .layers()
            .iter()
            .filter_map(|layer| layer.layer_type.clone());
        let answer = json!({
            "title": subject.title(),
            "types": types.collect::<Vec<_>>(),
            "longest": Outlook::usual_length(subject),
            "layout": usual_layout(subject),
            "rotates": !subject.layers().is_empty(),
            "runs": size::runs(subject),
        });
        Some(answer.to_string())
    }
}

impl Room {
    fn subject(&self) -> Result<&Subject, RoomError> {
        self.subject.as_ref().ok_or(RoomError::Empty)
    }

    fn blocks(&self, query: &str) -> Result<Vec<Block>, RoomError> {
        let (ask, errors) = Ask::parse(query);
        if let Some(error) = errors.into_iter().next() {
            return Err(error.into());
        }
        let subject = self.subject()?;
        self.layout.borrow_mut().1 = None;
        Ok(match ask.view {
            View::Model => {
                let mut blocks = overview(subject, &ask);
                insert_position_ids(&mut blocks, self.ids(subject, &ask));
                blocks
            }
            View::Shelf => view(subject, None, &ask),
            _ => {
                let other = self.other.as_ref().filter(|_| ask.view == View::Compare);
                let mut blocks = view(subject, other, &ask);
                let place = blocks.len().min(1);
                blocks.splice(place..place, faults(subject, other));
                blocks
            }
        })
    }

    /// Returns the ids of the layout that the reader asks for, or else of the last one that has some, or of the usual one.
    fn ids(&self, subject: &Subject, ask: &Ask) -> Vec<Block> {
        if !self.has_ids {
            return Vec::new();
        }
        let mut last = self.layout.borrow_mut();
        let of = |layout: Option<String>| {
            numbered(
                subject,
                &Ask {
                    layout,
                    ..ask.clone()
                },
            )
        };
        match of(ask.layout.clone()) {
            Ok(blocks) => {
                *last = (ask.layout.clone(), None);
                blocks
            }
            Err(error) => {
                last.1 = Some(error.to_string());
                let blocks = of(last.0.clone()).or_else(|_| of(None));
                blocks.unwrap_or_else(|_| Vec::new())
            }
        }
    }

    fn written(&self, query: &str, name: &str, theme: &str) -> Result<Vec<u8>, RoomError> {
        if ["csv", "json", "npy"].contains(&name) {
            return self.numbers(query, name);
        }
        let blocks = self.blocks(query)?;
        let theme = themed(theme);
        let title = self.subject.as_ref().map_or("Phasor", Subject::title);
        let picture = blocks.iter().find_map(|block| match block {
            Block::Picture(picture) if picture.name == name => Some(picture),
            _ => None,
        });
        let made = match picture {
            Some(Picture {
                title,
                caption,
                drawing,
                ..
            }) => plain_svg(drawing, &theme, (title, caption)),
            None => html::document(title, &blocks, &theme),
        };
        Ok(made?.into_bytes())
    }

    fn numbers(&self, query: &str, format: &str) -> Result<Vec<u8>, RoomError> {
        let (ask, _) = Ask::parse(query);
        let subject = self.subject()?;
        let layer = subject.rope(ask.layer.as_deref()).ok_or(RoomError::Still)?;
        let outlook = Outlook::new(subject, layer, ask.target)?;
        let table = frequencies::table(&outlook.scaled, Some(outlook.target as f64));
        let mut bytes = Vec::new();
        match format {
            "csv" => table.write_csv(&mut bytes)?,
            "json" => table.write_json(&mut bytes)?,
            _ => table.write_npy(table.columns().len() - 1, &mut bytes)?,
        }
        Ok(bytes)
    }
}

fn change(subject: &Subject, finding: Option<usize>) -> Option<String> {
    let text = subject.text();
    let (range, new) = match finding {
        Some(finding) => {
            let change = subject.findings().get(finding)?.change.clone()?;
            (change.range, change.text)
        }
        None => (0..text.len(), mended(text).ok()?),
    };
    let units = |end: usize| text.get(..end).map(|text| text.encode_utf16().count());
    let (from, to) = (units(range.start)?, units(range.end)?);
    Some(json!({"from": from, "to": to, "text": new}).to_string())
}

/// Returns whether the text is a whole configuration, which needs no import.
#[wasm_bindgen]
#[must_use]
pub fn is_whole(text: &str) -> bool {
    is_config(text)
}

/// Returns the published models: JSON, a list of `name`, `title`, `source` and `month`.
#[wasm_bindgen]
#[must_use]
pub fn published() -> String {
    let models = shelf::SHELF.iter().map(|model| {
        json!({"name": model.name, "title": model.title, "source": model.source, "month": model.month})
    });
    models.collect::<Value>().to_string()
}

/// Returns the text of a published model.
///
/// # Errors
/// A sentence if there is no such model.
#[wasm_bindgen]
pub fn published_text(name: &str) -> Result<String, JsError> {
    let found = shelf::published(name).map(|model| model.text.to_owned());
    Ok(found.ok_or_else(|| RoomError::NoModel(name.chars().take(40).collect()))?)
}

/// Returns the name of the published model with this text.
#[wasm_bindgen]
#[must_use]
pub fn published_as(text: &str) -> Option<String> {
    let found = shelf::SHELF.iter().find(|model| model.text == text);
    found.map(|model| model.name.to_owned())
}

/// Returns the colours of a theme; those of the light one if the page's script names another.
fn themed(name: &str) -> Theme {
    Theme::new(Scheme::from_name(name).unwrap_or(Scheme::Light))
}
