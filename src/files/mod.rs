//! A figure or its numbers as a file: a program of its own, loaded when the first file is asked for.

mod format;
mod picture;

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{File, FilePropertyBag, HtmlAnchorElement, Url};

pub use format::{Format, UnknownFormat};

use crate::config::{Spec, query};
use crate::figure::{Figure, FigureName};
use crate::paint::svg::{SvgError, svg};
use crate::paint::{PenError, Scheme, Theme};
use crate::ui::canvas::refused;
use crate::ui::served::served;

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

/// The figure of that name as a file: `query` says what it shows, as the address of the page does;
/// it is `width` CSS pixels wide and in the colours of the theme `light` or `dark`, but for those in
/// `inks` ([`Theme::with_inks`]); `format` is `png`, `svg`, `csv` or `json`. The name of the file
/// tells what it shows.
///
/// # Errors
/// A word that is none of these, a value that is not accepted, or what the browser refused.
#[wasm_bindgen]
pub async fn file(
    figure: &str,
    query: &str,
    theme: &str,
    inks: &[u8],
    width: f32,
    format: &str,
) -> Result<File, JsError> {
    let name = served(figure)?;
    let format = Format::from_ending(format)?;
    let (spec, errors) = query::parse(query);
    if let Some(error) = errors.into_iter().next() {
        return Err(error.into());
    }
    let scheme = Scheme::from_name(theme).ok_or_else(|| FileError::Theme(theme.to_owned()))?;
    let theme = Theme::new(scheme).with_inks(inks);
    Ok(made(name, &spec, &theme, width, format).await?)
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

/// Hands a file to the reader, under its name.
///
/// # Errors
/// What the browser refused.
#[wasm_bindgen]
pub fn save(file: &File) -> Result<(), JsValue> {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else {
        return Ok(());
    };
    let anchor: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
    let address = Url::create_object_url_with_blob(file)?;
    anchor.set_href(&address);
    anchor.set_download(&file.name());
    anchor.click();
    Url::revoke_object_url(&address)
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
