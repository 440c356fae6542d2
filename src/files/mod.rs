//! Saves a figure or its numbers as a file, and a link as a QR code. This is a chunk of the page's program, loaded
//! when a reader shares the first figure.

mod format;
mod picture;
mod qr;

use js_sys::{Array, Promise, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;
use web_sys::{File, FilePropertyBag};

pub use format::{Format, UnknownFormat};

use crate::ui::canvas::exception;
use phasor_chunk::chunk;
use phasor_draw::svg::{SvgError, svg};
use phasor_draw::{PenError, Scheme, Theme};
use phasor_figures::{Figure, FigureName, Spec, Start, query};

/// The reason why there is no file.
#[derive(Debug, thiserror::Error)]
enum FileError {
    #[error(transparent)]
    Pen(#[from] PenError),
    #[error(transparent)]
    Svg(#[from] SvgError),
    #[error("The theme must be `light` or `dark`, not `{0}`.")]
    Theme(String),
}

impl From<JsValue> for FileError {
    fn from(value: JsValue) -> Self {
        Self::Pen(exception(value))
    }
}

/// A request for a file.
struct FileRequest {
    figure: String,
    query: String,
    theme: String,
    inks: Vec<u8>,
    width: f32,
    format: String,
    answer: Vec<f64>,
}

chunk!(fn promised(file: FileRequest) -> Promise { promise(file) } in "files" 0);

chunk!(fn modules(text: &str) -> Vec<u8> { qr::modules(text) } in "files" 1);

/// Returns the modules of the QR code of `text`, row by row, 1 for a dark one, or none if the text is too long.
#[wasm_bindgen]
#[must_use]
pub fn qr(text: &str) -> Vec<u8> {
    modules(text)
}

/// Returns a promise of a figure as a file; the name of the file describes what it shows.
///
/// `query` sets what the figure shows, written as in the address of the page. The picture is `width` CSS
/// pixels wide. `theme` is `light` or `dark`, and `inks` replaces some of its colours
/// ([`Theme::with_inks`]). `format` is `png`, `svg`, `csv` or `json`. `answer` is what a model on the reader's device has
/// answered, if anything.
///
/// The promise is rejected with a sentence if an argument is not one of these words, if the query has an
/// error, or if the browser refuses.
#[wasm_bindgen]
pub fn file(
    figure: String,
    query: String,
    theme: String,
    inks: Vec<u8>,
    width: f32,
    format: String,
    answer: Vec<f64>,
) -> Promise {
    promised(FileRequest {
        figure,
        query,
        theme,
        inks,
        width,
        format,
        answer,
    })
}

fn promise(request: FileRequest) -> Promise {
    future_to_promise(async { Ok(make(request).await?.into()) })
}

async fn make(request: FileRequest) -> Result<File, JsError> {
    let name = FigureName::from_name(&request.figure)?;
    let format = Format::from_ending(&request.format)?;
    let (spec, errors) = query::parse(&request.query);
    if let Some(error) = errors.into_iter().next() {
        return Err(error.into());
    }
    let scheme = Scheme::from_name(&request.theme).ok_or(FileError::Theme(request.theme))?;
    let theme = Theme::new(scheme).with_inks(&request.inks);
    let mut figure = Figure::new(name);
    figure.finish(&spec);
    // Other figures may share the page with the one whose model has answered.
    if name.starts() == Some(Start::Model) && !request.answer.is_empty() {
        figure.adopt(&spec, &request.answer);
    }
    Ok(made((name, figure), &spec, &theme, request.width, format).await?)
}

async fn made(
    (name, mut figure): (FigureName, Figure),
    spec: &Spec,
    theme: &Theme,
    width: f32,
    format: Format,
) -> Result<File, FileError> {
    let part: JsValue = match format {
        Format::Png => picture::png(figure.draw(spec, width), theme).await?.into(),
        Format::Svg => {
            let reading = figure.reading(spec);
            let drawing = figure.draw(spec, width);
            let text = svg(drawing, theme, (name.title(), &reading), |image| {
                Ok(picture::data_uri(image)?)
            })?;
            text.into()
        }
        Format::Csv | Format::Json => {
            let mut bytes = Vec::new();
            let table = figure.table(spec);
            // Writing to memory cannot fail.
            let _ = match format {
                Format::Csv => table.write_csv(&mut bytes),
                _ => table.write_json(&mut bytes),
            };
            Uint8Array::from(bytes.as_slice()).into()
        }
    };
    let properties = FilePropertyBag::new();
    properties.set_type(format.media_type());
    let file_name = file_name(name, spec, format);
    let parts = Array::of1(&part);
    Ok(File::new_with_blob_sequence_and_options(
        &parts,
        &file_name,
        &properties,
    )?)
}

/// Returns the name of the figure with every value that differs from the default, so that the file name
/// describes the contents.
fn file_name(name: FigureName, spec: &Spec, format: Format) -> String {
    const LONGEST: usize = 120;
    let query = query::format(spec);
    let plain = |c: char| c.is_ascii_alphanumeric() || ".,-".contains(c);
    let words: String = query
        .chars()
        .map(|c| if plain(c) { c } else { '-' })
        .collect();
    let mut file = format!("phasor-{}", name.name());
    if !words.is_empty() {
        file = format!("{file}-{words}");
    }
    // Every character is one byte, so this never cuts a character in two.
    file.truncate(LONGEST);
    format!("{file}.{}", format.ending())
}
