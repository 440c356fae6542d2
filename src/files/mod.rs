//! A figure or its numbers as a file, and a link as a QR code: a chunk of the page's program, loaded when a
//! reader shares the first figure.

mod format;
mod picture;
mod qr;

use js_sys::{Array, Promise, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;
use web_sys::{File, FilePropertyBag};

pub use format::{Format, UnknownFormat};

use crate::chunk::chunk;
use crate::config::{Spec, query};
use crate::figure::{Figure, FigureName};
use crate::paint::svg::{SvgError, svg};
use crate::paint::{PenError, Scheme, Theme};
use crate::ui::canvas::refused;

/// Why there is no file.
#[derive(Debug, thiserror::Error)]
enum FileError {
    #[error(transparent)]
    Pen(#[from] PenError),
    #[error(transparent)]
    Svg(#[from] SvgError),
    #[error("The theme is `light` or `dark`, not `{0}`.")]
    Theme(String),
}

impl From<JsValue> for FileError {
    fn from(value: JsValue) -> Self {
        Self::Pen(refused(value))
    }
}

/// What a file is made of.
struct Asked {
    figure: String,
    query: String,
    theme: String,
    inks: Vec<u8>,
    width: f32,
    format: String,
}

chunk!(fn making() -> fn(Asked) -> Promise { promise } in "files" 0);

chunk!(fn drawing_qr() -> fn(&str) -> Vec<u8> { qr::modules } in "files" 1);

/// The modules of the QR code of `text`, row by row, 1 for a dark one; none where the text is too long for one.
#[wasm_bindgen]
#[must_use]
pub fn qr(text: &str) -> Vec<u8> {
    drawing_qr()(text)
}

/// The figure of that name as a file: `query` says what it shows, as the address of the page does;
/// it is `width` CSS pixels wide and in the colours of the theme `light` or `dark`, but for those in
/// `inks` ([`Theme::with_inks`]); `format` is `png`, `svg`, `csv` or `json`. The name of the file
/// tells what it shows. The promise is refused with a sentence for a word that is none of these, a value that
/// is not accepted, or what the browser refused.
#[wasm_bindgen]
pub fn file(
    figure: String,
    query: String,
    theme: String,
    inks: Vec<u8>,
    width: f32,
    format: String,
) -> Promise {
    making()(Asked {
        figure,
        query,
        theme,
        inks,
        width,
        format,
    })
}

fn promise(asked: Asked) -> Promise {
    future_to_promise(async { Ok(make(asked).await?.into()) })
}

async fn make(asked: Asked) -> Result<File, JsError> {
    let name = FigureName::from_name(&asked.figure)?;
    let format = Format::from_ending(&asked.format)?;
    let (spec, errors) = query::parse(&asked.query);
    if let Some(error) = errors.into_iter().next() {
        return Err(error.into());
    }
    let scheme = Scheme::from_name(&asked.theme).ok_or(FileError::Theme(asked.theme))?;
    let theme = Theme::new(scheme).with_inks(&asked.inks);
    Ok(made(name, &spec, &theme, asked.width, format).await?)
}

async fn made(
    name: FigureName,
    spec: &Spec,
    theme: &Theme,
    width: f32,
    format: Format,
) -> Result<File, FileError> {
    let mut figure = Figure::new(name);
    figure.finish(spec);
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
            // Memory takes whatever is written to it.
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

/// The figure and whatever differs from the default, so that a file tells what it shows.
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
    // Every character is one byte.
    file.truncate(LONGEST);
    format!("{file}.{}", format.ending())
}
