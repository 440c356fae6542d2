//! Models: their files, their rotary embeddings, and what the reports and the judge say of them.

mod answers;
mod facts;
mod figure;
mod judge;
mod report;
mod rotation;
mod weights;

pub(crate) use facts::LayerFacts;
pub(crate) use report::Report;
pub(crate) use rotation::seq_len_of;

use std::path::PathBuf;

use pyo3::exceptions::{PyFileNotFoundError, PyOSError};
use pyo3::prelude::*;

use crate::error::Error;
use phasor_model_files::{Finding, LayerRope};
use phasor_report::files::{FileError, ModelFile, ModelFileError, WeightsError};
use phasor_report::{layer_types, summary};

/// Why a file with errors gives no numbers.
const FAULTY: &str = "A file with errors gets no answer, because it may be wrong; mend the file, or read it with `force=True`.";

/// The key, the severity, the sentence and the line of a finding.
type FindingRow = (String, &'static str, String, Option<usize>);

/// A model, and what is odd about the file that describes it.
#[pyclass(frozen)]
pub(crate) struct ModelReader {
    file: ModelFile,
    /// Whether the reader has the lines that findings name.
    has_lines: bool,
    /// Whether there are answers although the file has errors.
    is_forced: bool,
}

#[pymethods]
impl ModelReader {
    /// Reads the file at a path; reports call the model by the title.
    #[staticmethod]
    fn open(path: PathBuf, title: &str, force: bool) -> Result<Self, Error> {
        let file = ModelFile::open(&path)?;
        let subject = file.subject.called(title);
        Ok(Self {
            file: ModelFile { subject, ..file },
            has_lines: true,
            is_forced: force,
        })
    }

    /// Reads the text of a config.json that was made from an object.
    #[staticmethod]
    fn of_json(text: &str, force: bool) -> Result<Self, Error> {
        let file = ModelFile::of_bytes(text.as_bytes());
        Ok(Self {
            file: file.map_err(Error::value)?,
            has_lines: false,
            is_forced: force,
        })
    }

    /// Returns the name of the model in reports.
    #[getter]
    fn title(&self) -> &str {
        self.file.subject.title()
    }

    /// Returns the sentence that says it all.
    #[getter]
    fn summary(&self) -> String {
        summary(&self.file.subject)
    }

    /// Returns the class of the model.
    #[getter]
    fn model_type(&self) -> Option<&str> {
        self.file.model().model_type.as_deref()
    }

    /// Returns the name of the positional encoding.
    #[getter]
    fn scheme(&self) -> &'static str {
        self.file.subject.scheme()
    }

    /// Returns the longest text that the file declares, in tokens.
    #[getter]
    fn max_position_embeddings(&self) -> Option<usize> {
        self.file.model().max_position_embeddings
    }

    /// Returns whether a finding is an error.
    #[getter]
    fn has_errors(&self) -> bool {
        self.file.has_errors()
    }

    /// Returns the findings, and what only the comparison with the nearest published model shows.
    fn findings(&self, py: Python<'_>) -> Vec<FindingRow> {
        let findings = py.detach(|| self.file.checked());
        findings.into_iter().map(|one| self.row(one)).collect()
    }

    /// Returns the rotary layers, one entry for each type.
    fn layers(&self) -> Result<Vec<LayerFacts>, Error> {
        let subject = &self.file.subject;
        let layers = subject.layers().iter();
        layers
            .map(|layer| LayerFacts::new(subject, layer))
            .collect()
    }
}

impl ModelReader {
    fn row(&self, finding: Finding) -> FindingRow {
        let line = finding.line.filter(|_| self.has_lines);
        (finding.key, finding.severity.name(), finding.sentence, line)
    }

    /// Returns the file for an answer.
    fn answering(&self) -> Result<&ModelFile, Error> {
        match self.file.has_errors() && !self.is_forced {
            true => Err(Error::value(FAULTY)),
            false => Ok(&self.file),
        }
    }

    /// Returns the file and its layers of a type for an answer.
    fn layer(&self, layer_type: Option<&str>) -> Result<(&ModelFile, &LayerRope), Error> {
        let file = self.answering()?;
        let layer = layer_types::find(file.model(), layer_type).map_err(Error::value)?;
        Ok((file, layer))
    }
}

impl From<FileError> for Error {
    fn from(error: FileError) -> Self {
        match error.is_missing() {
            true => PyFileNotFoundError::new_err(error.to_string()).into(),
            false => PyOSError::new_err(error.to_string()).into(),
        }
    }
}

impl From<ModelFileError> for Error {
    fn from(error: ModelFileError) -> Self {
        match error {
            ModelFileError::File(error) => error.into(),
            error => Error::value(error),
        }
    }
}

impl From<WeightsError> for Error {
    fn from(error: WeightsError) -> Self {
        match error {
            WeightsError::File(error) => error.into(),
            error => Error::value(error),
        }
    }
}
