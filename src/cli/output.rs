//! Files: the ending chooses the format, and a file is either written whole or not at all.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use resvg::{tiny_skia, usvg};

use super::arguments::{Request, What};
use crate::config::{FigureName, Spec};
use crate::figure::{Figure, Table};
use crate::paint::svg::{SvgError, svg};
use crate::paint::{Image, Scheme, Theme};

/// Pixels of a PNG per CSS pixel.
const PNG_SCALE: f32 = 2.0;

const REGULAR: &[u8] = include_bytes!("../../assets/fonts/phasor-sans-400.ttf");
const BOLD: &[u8] = include_bytes!("../../assets/fonts/phasor-sans-600.ttf");

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// The file's ending names no format.
    #[error("`{path}` must end in {accepted}.", path = .path.display())]
    Ending {
        /// The file.
        path: PathBuf,
        /// The endings that name a format.
        accepted: &'static str,
    },
    /// The file could not be written.
    #[error("`{path}` could not be written: {source}.", path = .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Standard output could not be written.
    #[error("Standard output could not be written: {0}.")]
    StandardOutput(io::Error),
    /// The figure could not be drawn.
    #[error(transparent)]
    Svg(#[from] SvgError),
    /// The figure could not be turned into pixels.
    #[error("The figure could not be turned into pixels: {0}.")]
    Pixels(String),
}

impl OutputError {
    /// 2 for wrong input, 1 for what the machine refused.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Ending { .. } => 2,
            _ => 1,
        }
    }
}

fn ending(path: &Path) -> String {
    let ending = path.extension().unwrap_or_default();
    ending.to_string_lossy().to_ascii_lowercase()
}

/// Writes what the request asks for.
///
/// # Errors
/// [`OutputError`]; the file is then as it was.
pub(super) fn write(request: &Request) -> Result<(), OutputError> {
    match request.what {
        What::Figure {
            name,
            width,
            scheme,
        } => {
            let path = request.out.as_deref().unwrap_or(Path::new(""));
            write_figure(name, &request.spec, (width, scheme), path)
        }
        What::Table(kind) => {
            let table = Table::of_kind(kind, &request.spec, &request.given);
            write_table(&table, request.out.as_deref())
        }
    }
}

fn write_figure(
    name: FigureName,
    spec: &Spec,
    (width, scheme): (f32, Scheme),
    path: &Path,
) -> Result<(), OutputError> {
    let ending = ending(path);
    if !["svg", "png"].contains(&ending.as_str()) {
        let accepted = ".svg or .png";
        return Err(OutputError::Ending {
            path: path.to_owned(),
            accepted,
        });
    }
    let mut figure = Figure::new(name);
    let reading = figure.reading(spec);
    let drawing = figure.draw(spec, width);
    let document = svg(
        drawing,
        &Theme::new(scheme),
        (name.title(), &reading),
        data_uri,
    )?;
    let bytes = match ending.as_str() {
        "png" => png(&document)?,
        _ => document.into_bytes(),
    };
    write_file(path, |out| out.write_all(&bytes))
}

fn write_table(table: &Table, path: Option<&Path>) -> Result<(), OutputError> {
    let Some(path) = path else {
        let mut out = BufWriter::new(io::stdout().lock());
        let written = table.write_csv(&mut out).and_then(|()| out.flush());
        return match written {
            // A reader such as `head` that closed the pipe has had enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => written.map_err(OutputError::StandardOutput),
        };
    };
    match ending(path).as_str() {
        "csv" => write_file(path, |out| table.write_csv(out)),
        "json" => write_file(path, |out| table.write_json(out)),
        "npy" => write_file(path, |out| table.write_npy(out)),
        _ => Err(OutputError::Ending {
            path: path.to_owned(),
            accepted: ".csv, .json or .npy",
        }),
    }
}

/// Writes beside the file and moves it into place, so that a failure leaves the old one.
fn write_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<fs::File>) -> io::Result<()>,
) -> Result<(), OutputError> {
    let mut part = path.as_os_str().to_owned();
    part.push(format!(".{}.part", std::process::id()));
    let part = PathBuf::from(part);
    let written = fs::File::create(&part).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()?;
        fs::rename(&part, path)
    });
    written.map_err(|source| {
        // The part may not even exist; the error that matters is the first one.
        let _ = fs::remove_file(&part);
        OutputError::File {
            path: path.to_owned(),
            source,
        }
    })
}

fn data_uri(image: &Image) -> Result<String, SvgError> {
    let refused = |error: &dyn std::fmt::Display| SvgError::Image(error.to_string());
    let size = tiny_skia::IntSize::from_wh(image.size() as u32, image.size() as u32);
    let size = size.ok_or_else(|| refused(&"it is empty"))?;
    let pixmap = tiny_skia::Pixmap::from_vec(image.bytes().to_vec(), size);
    let pixmap = pixmap.ok_or_else(|| refused(&"it is empty"))?;
    let png = pixmap.encode_png().map_err(|error| refused(&error))?;
    Ok(format!("data:image/png;base64,{}", STANDARD.encode(png)))
}

fn png(document: &str) -> Result<Vec<u8>, OutputError> {
    let refused = |error: &dyn std::fmt::Display| OutputError::Pixels(error.to_string());
    let mut options = usvg::Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_font_data(REGULAR.to_vec());
    fonts.load_font_data(BOLD.to_vec());
    let tree = usvg::Tree::from_str(document, &options).map_err(|error| refused(&error))?;
    let size = tree.size().to_int_size().scale_by(PNG_SCALE);
    let size = size.ok_or_else(|| refused(&"it is empty"))?;
    let pixmap = tiny_skia::Pixmap::new(size.width(), size.height());
    let mut pixmap = pixmap.ok_or_else(|| refused(&"it is too large"))?;
    let scale = tiny_skia::Transform::from_scale(PNG_SCALE, PNG_SCALE);
    resvg::render(&tree, scale, &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| refused(&error))
}
