//! Numbers to test a kernel with, and the judge of other numbers and of position ids.

use pyo3::prelude::*;

use super::ModelReader;
use crate::array::{List, Read};
use crate::choice::unknown;
use crate::error::Error;
use phasor_params::layout::LayoutText;
use phasor_report::Counting;
use phasor_report::kit::{Array, Dtype, IdJudge, IdVerdict, Judgement, Kit, Reads, Verdict, judge};

/// The name, the shape, the format and the numbers of an array.
type Given<'py> = (String, Vec<usize>, String, Read<'py, f64>);

/// The line, the name and the set of the arrays, whether they are right, the names of mistakes, and of wrong arrays.
type JudgementRow = (String, String, String, bool, Vec<String>, Vec<String>);

/// The name, the shape, the format and the numbers of an array.
type Computed = (String, Vec<usize>, &'static str, List<f64>);

/// The ids axis by axis, the names of the axes, and those of the tokens.
type Ids = (List<f64>, Vec<String>, Vec<String>);

#[pymethods]
impl ModelReader {
    /// Returns the arrays of the kit, and its text.
    #[pyo3(signature = (layer))]
    fn vectors(
        &self,
        py: Python<'_>,
        layer: Option<&str>,
    ) -> Result<(Vec<Computed>, String), Error> {
        let (file, _) = self.layer(layer)?;
        let kit = py
            .detach(|| Kit::new(&file.subject, layer))
            .map_err(Error::value)?;
        let arrays = kit.arrays.into_iter().map(|array| {
            let dtype = name(array.dtype);
            (array.name, array.shape, dtype, List(array.numbers))
        });
        Ok((arrays.collect(), kit.readme))
    }

    /// Returns a row for each group of arrays, and a sentence about those that were left out.
    #[pyo3(signature = (arrays, layer))]
    fn judge(
        &self,
        py: Python<'_>,
        arrays: Vec<Given<'_>>,
        layer: Option<&str>,
    ) -> Result<(Vec<JudgementRow>, Option<String>), Error> {
        let (file, _) = self.layer(layer)?;
        let arrays = arrays.iter().map(array).collect::<Result<Vec<_>, _>>()?;
        let judged = py.detach(|| judge(&file.subject, &arrays, layer));
        let judged = judged.map_err(Error::value)?;
        let left_out = judged.left_out();
        Ok((judged.judgements.into_iter().map(row).collect(), left_out))
    }

    /// Returns the ids of a layout on every axis, the names of the axes and those of the tokens.
    fn position_ids(&self, layout: &str) -> Result<Ids, Error> {
        let counting = Counting::used_by(&self.answering()?.subject).map_err(Error::value)?;
        let text = LayoutText::parse(layout).map_err(Error::value)?;
        let layout = text.layout(counting.rule()).map_err(Error::value)?;
        let ids = counting.ids(&layout)?;
        let axes = (0..ids.n_axes()).filter_map(|axis| ids.axis(axis));
        let flat = axes.flatten().copied().collect::<Vec<f64>>();
        let names = counting.rule().axis_names().iter();
        let tokens = layout.tokens().iter();
        Ok((
            List(flat),
            names.map(|name| (*name).to_owned()).collect(),
            tokens.map(|token| text.token_name(token)).collect(),
        ))
    }

    /// Returns the line about position ids, whether they are right, and the names of mistakes.
    fn judge_ids(
        &self,
        layout: &str,
        shape: Vec<usize>,
        ids: Read<'_, f64>,
    ) -> Result<(String, bool, Vec<String>), Error> {
        let file = self.answering()?;
        let counting = Counting::used_by(&file.subject).map_err(Error::value)?;
        let text = LayoutText::parse(layout).map_err(Error::value)?;
        let judge = IdJudge::new(&text, counting, Reads::of(file.model())).map_err(Error::value)?;
        let ids = Array::new("position_ids", &shape, Dtype::F64, ids.numbers()?.to_vec());
        let judgement = judge.verdict(&ids).map_err(Error::value)?;
        let (line, is_right) = (judgement.to_string(), judgement.is_right());
        Ok(match judgement.verdict {
            IdVerdict::Harmless(names) | IdVerdict::Mistake(names) => (line, is_right, names),
            _ => (line, is_right, Vec::new()),
        })
    }
}

/// The formats of arrays by their names in numpy.
const DTYPES: [(&str, Dtype); 5] = [
    ("int64", Dtype::I64),
    ("float64", Dtype::F64),
    ("float32", Dtype::F32),
    ("float16", Dtype::F16),
    ("bfloat16", Dtype::Bf16),
];

fn name(dtype: Dtype) -> &'static str {
    let mut rows = DTYPES.into_iter();
    let row = rows.find(|(_, known)| *known == dtype);
    row.map(|(name, _)| name).expect("every format has a name")
}

fn array((name, shape, dtype, numbers): &Given<'_>) -> Result<Array, Error> {
    let known = DTYPES.into_iter().find(|(known, _)| known == dtype);
    let (_, dtype) = known.ok_or_else(|| unknown("dtype", &DTYPES.map(|(name, _)| name), dtype))?;
    let numbers = numbers.numbers()?.to_vec();
    Ok(Array::new(name.as_str(), shape, dtype, numbers))
}

fn row(judgement: Judgement) -> JudgementRow {
    let (line, is_right) = (judgement.to_string(), judgement.verdict.is_right());
    let (names, wrong) = match judgement.verdict {
        Verdict::Mistake { names, arrays, .. } => (names, arrays),
        Verdict::Unexplained { array, .. } => (Vec::new(), vec![array]),
        _ => (Vec::new(), Vec::new()),
    };
    (line, judgement.name, judgement.set, is_right, names, wrong)
}
