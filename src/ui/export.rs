//! A figure or its numbers as a file.

use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

use super::Page;
use super::canvas::{new_element, refused};
use super::erased::{on, text};
use super::painter::{data_uri, paint_once};
use super::stage::StageHandle;
use crate::config::{FigureName, Spec, query};
use crate::figure::Figure;
use crate::paint::svg::{SvgError, svg};
use crate::paint::{PenError, Theme};

/// Device pixels a CSS pixel in a PNG.
const PNG_SCALE: f32 = 2.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Png,
    Svg,
    Csv,
    Json,
}

impl Format {
    const ALL: [Self; 4] = [Self::Png, Self::Svg, Self::Csv, Self::Json];

    fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Csv => "csv",
            Self::Json => "json",
        }
    }

    fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Svg => "image/svg+xml",
            Self::Csv => "text/csv",
            Self::Json => "application/json",
        }
    }
}

/// Buttons that save the figure as it is now.
#[component]
pub(super) fn Export(stage: StageHandle, name: FigureName) -> impl IntoView {
    let page = Page::here();
    let trouble = RwSignal::new(String::new());
    let buttons = Format::ALL.map(|format| {
        let save = move |_| {
            let spec = page.spec().get_untracked();
            let saved = page.with_theme(|theme| save(name, &spec, theme, stage.width(), format));
            trouble.set(
                saved
                    .err()
                    .map(|refused| refused.to_string())
                    .unwrap_or_default(),
            );
        };
        let ending = format.ending().to_uppercase();
        view! {
            <button type="button" aria-label=format!("Save as {ending}") on:click=on(save)>
                {ending.clone()}
            </button>
        }
    });
    view! {
        <div class="export" role="group" aria-label="Save the figure">
            <span>"save"</span>
            {buttons}
        </div>
        <p class="error" role="status">{text(move || trouble.get())}</p>
    }
}

/// Why nothing was saved.
#[derive(Debug, thiserror::Error)]
enum SaveError {
    #[error(transparent)]
    Pen(#[from] PenError),
    #[error(transparent)]
    Svg(#[from] SvgError),
}

impl From<JsValue> for SaveError {
    fn from(value: JsValue) -> Self {
        Self::Pen(refused(value))
    }
}

fn save(
    name: FigureName,
    spec: &Spec,
    theme: &Theme,
    width: f32,
    format: Format,
) -> Result<(), SaveError> {
    let mut figure = Figure::new(name);
    let address = match format {
        Format::Png => {
            let canvas = new_element()?;
            paint_once(figure.draw(spec, width), theme, canvas.clone(), PNG_SCALE)?;
            canvas.to_data_url()?
        }
        Format::Svg => {
            let reading = figure.reading(spec);
            let drawing = figure.draw(spec, width);
            let text = svg(drawing, theme, (name.title(), &reading), |image| {
                Ok(data_uri(image)?)
            })?;
            object_url(text.as_bytes(), format)?
        }
        Format::Csv | Format::Json => {
            let mut bytes = Vec::new();
            let table = figure.table(spec);
            // Memory takes whatever is written to it.
            let _ = match format {
                Format::Csv => table.write_csv(&mut bytes),
                _ => table.write_json(&mut bytes),
            };
            object_url(&bytes, format)?
        }
    };
    download(&address, &file_name(name, spec, format))?;
    Ok(())
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

fn object_url(bytes: &[u8], format: Format) -> Result<String, JsValue> {
    let parts = Array::of1(&Uint8Array::from(bytes));
    let properties = BlobPropertyBag::new();
    properties.set_type(format.media_type());
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &properties)?;
    Url::create_object_url_with_blob(&blob)
}

fn download(address: &str, file_name: &str) -> Result<(), JsValue> {
    let anchor: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    anchor.set_href(address);
    anchor.set_download(file_name);
    anchor.click();
    if !address.starts_with("blob:") {
        return Ok(());
    }
    // The browser has taken the address over when the click returns.
    Url::revoke_object_url(address)
}
