//! Figures in a state: their texts, pictures and numbers.

use numpy::{IntoPyArray as _, PyArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::choice::unknown;
use crate::error::Error;
use phasor_draw::{Scheme, Theme};
use phasor_figures::{Figure, FigureName, Key, Spec};
use phasor_params::Accepts;
use phasor_picture::{Picture, WIDTHS};
use phasor_text::{closest, shorten};

/// The names of columns and their arrays.
type Columns<'py> = Vec<(String, Bound<'py, PyAny>)>;

/// A figure with a valid value of each of its parameters, its width and its colours.
#[pyclass(frozen)]
pub(crate) struct FigureState {
    name: FigureName,
    spec: Spec,
    width: f32,
    theme: Theme,
}

#[pymethods]
impl FigureState {
    /// Returns the figure with these values, which are texts under the names of parameters, and every other parameter at its
    /// default.
    #[new]
    fn new(
        name: &str,
        values: Vec<(String, String)>,
        width: f64,
        theme: &str,
    ) -> Result<Self, Error> {
        let name = FigureName::from_name(name)?;
        let mut spec = Spec::default();
        let known = |given: &str| name.keys_of_text().any(|key| python_name(key) == given);
        if let Some((unknown, _)) = values.iter().find(|(given, _)| !known(given)) {
            return Err(Error::of_type(no_parameter(name, unknown, &OPTIONS)));
        }
        // One value may depend on another, so they are set in the order of the table, as on the command line.
        for &key in Key::ALL {
            let name = python_name(key);
            if let Some((_, text)) = values.iter().find(|(given, _)| *given == name) {
                spec.set(key, text)?;
            }
        }
        Ok(Self {
            name,
            spec,
            width: checked_width(width)?,
            theme: checked_theme(theme)?,
        })
    }

    /// Returns the name, the text and whether it differs from the default, of every parameter.
    fn values(&self) -> Vec<(String, String, bool)> {
        let value = |key| {
            let is_set = self.spec.is_set(key);
            (python_name(key), self.spec.text(key), is_set)
        };
        // An integer that is no larger than a position follows from it.
        let keys = self.name.keys_of_text();
        keys.filter(|&key| key != Key::Value || self.spec.is_set(key))
            .map(value)
            .collect()
    }

    /// Returns the reading.
    fn reading(&self, py: Python<'_>) -> String {
        py.detach(|| {
            let mut figure = Figure::new(self.name);
            figure.finish(&self.spec);
            figure.reading(&self.spec)
        })
    }

    /// Returns the picture as an SVG document, its text, and its width and height in CSS pixels.
    fn svg(&self, py: Python<'_>) -> Result<(String, String, (f32, f32)), Error> {
        py.detach(|| {
            let picture = self.picture()?;
            Ok((picture.svg().to_owned(), picture.alt(), picture.size()))
        })
    }

    /// Returns the picture as a PNG file.
    fn png<'py>(&self, py: Python<'py>, scale: f32) -> Result<Bound<'py, PyBytes>, Error> {
        let bytes = py.detach(|| Ok::<_, Error>(self.picture()?.png(scale)?));
        Ok(PyBytes::new(py, &bytes?))
    }

    /// Returns what the rows of the numbers are, and the columns: a name and an array, which has two dimensions if the column
    /// has a vector in each row.
    #[pyo3(signature = () -> "tuple[str, list[tuple[str, object]]]")]
    fn table<'py>(&self, py: Python<'py>) -> PyResult<(String, Columns<'py>)> {
        let (title, columns) = py.detach(|| {
            let mut figure = Figure::new(self.name);
            figure.finish(&self.spec);
            let table = figure.table(&self.spec);
            let columns = table.columns().iter().enumerate();
            let columns = columns.map(|(place, column)| {
                let numbers = table.column_numbers(place);
                (column.name().to_owned(), column.width(), numbers)
            });
            (table.title().to_owned(), columns.collect::<Vec<_>>())
        });
        let arrays = columns.into_iter().map(|(name, width, numbers)| {
            let n_numbers = numbers.len();
            let array = numbers.into_pyarray(py);
            let array = match width {
                None => array.into_any(),
                Some(width) => {
                    let n_rows = n_numbers.checked_div(width).unwrap_or(0);
                    array.reshape([n_rows, width])?.into_any()
                }
            };
            Ok((name, array))
        });
        Ok((title, arrays.collect::<PyResult<_>>()?))
    }
}

impl FigureState {
    fn picture(&self) -> Result<Picture, Error> {
        let picture = Picture::draw(self.name, &self.spec, self.width, &self.theme);
        Ok(picture?)
    }
}

fn checked_width(width: f64) -> Result<f32, Error> {
    match WIDTHS.contains(width) {
        true => Ok(width as f32),
        false => {
            let accepted = WIDTHS.accepted();
            let sentence = format!("`width` must be {accepted}, not `{width}`.");
            Err(Error::value(sentence))
        }
    }
}

fn checked_theme(name: &str) -> Result<Theme, Error> {
    let scheme = Scheme::from_name(name).ok_or_else(|| {
        let names = [Scheme::Light, Scheme::Dark].map(Scheme::name);
        unknown("theme", &names, name)
    });
    Ok(Theme::new(scheme?))
}

/// Returns the name of every figure, its title and its caption.
#[pyfunction]
pub(crate) fn figures() -> Vec<(&'static str, &'static str, &'static str)> {
    let row = |figure: FigureName| (figure.name(), figure.title(), figure.caption());
    FigureName::ALL.into_iter().map(row).collect()
}

/// A row of the table of parameters.
#[pyclass(frozen, get_all)]
pub(crate) struct ParameterRow {
    /// The name in Python.
    name: String,
    label: &'static str,
    unit: &'static str,
    help: &'static str,
    /// What it accepts, in words.
    accepts: String,
    /// The text of the default; `None` if it follows from another parameter.
    default: Option<String>,
    /// The accepted words; empty if it is not a choice.
    words: Vec<&'static str>,
    /// Smallest and largest number, and the number whose multiples are accepted, which is 0 if all are.
    range: Option<(f64, f64, f64)>,
}

/// The other options of a figure in Python.
const OPTIONS: [&str; 4] = ["width", "theme", "model", "layer"];

/// Returns whether the figure can show a model.
#[pyfunction]
pub(crate) fn shows_models(figure: &str) -> Result<bool, Error> {
    Ok(phasor_picture::shows_models(FigureName::from_name(figure)?))
}

/// Returns the sentence for a parameter that a figure does not have. `others` are names that are accepted in its place, but
/// are no parameters.
#[pyfunction]
pub(crate) fn unknown_parameter(
    figure: &str,
    given: &str,
    others: Vec<String>,
) -> Result<String, Error> {
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    Ok(no_parameter(FigureName::from_name(figure)?, given, &others))
}

fn no_parameter(figure: FigureName, given: &str, others: &[&str]) -> String {
    let names: Vec<String> = figure.keys_of_text().map(python_name).collect();
    let accepted = names.iter().map(String::as_str);
    let meant = match closest(given, accepted.chain(others.iter().copied())) {
        Some(meant) => format!(", perhaps a misspelling of `{meant}`"),
        None => String::new(),
    };
    format!(
        "`{}` has no parameter `{}`{meant}; it has {}.",
        figure.name(),
        shorten(given),
        names.join(", ")
    )
}

/// Returns the parameters of a figure.
#[pyfunction]
pub(crate) fn figure_parameters(name: &str) -> Result<Vec<ParameterRow>, Error> {
    let default = Spec::default();
    let row = |key: Key| {
        let row = key.parameter();
        ParameterRow {
            name: python_name(key),
            label: row.label,
            unit: row.unit,
            help: row.help,
            accepts: row.accepted(),
            default: (key != Key::Value).then(|| default.text(key)),
            words: match row.accepts {
                Accepts::Choice(words) => words.iter().map(|word| word.name).collect(),
                _ => Vec::new(),
            },
            range: row
                .range()
                .map(|range| (range.min, range.max, range.multiple_of)),
        }
    };
    Ok(FigureName::from_name(name)?
        .keys_of_text()
        .map(row)
        .collect())
}

/// Returns the name of a parameter in Python, where a hyphen is a minus.
pub(crate) fn python_name(key: Key) -> String {
    key.name().replace('-', "_")
}
