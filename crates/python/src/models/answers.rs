//! The reports on a model, and the rows that move between frameworks.

use pyo3::prelude::*;

use super::{ModelReader, Report};
use crate::array::List;
use crate::choice::{choice, unknown};
use crate::error::Error;
use phasor_report::checkpoint::Kind;
use phasor_report::{Ask, LONGEST, OwnRule, View, contents, layer_types, moved_rows};
use phasor_text::number::Grouped;

#[pymethods]
impl ModelReader {
    /// Returns what the positions of the model do.
    #[pyo3(signature = (layer, context, layout))]
    fn overview(
        &self,
        py: Python<'_>,
        layer: Option<String>,
        context: Option<i64>,
        layout: Option<String>,
    ) -> Result<Report, Error> {
        self.check_name(layer.as_deref())?;
        let ask = Ask {
            layout,
            ..request(View::Model, layer, context)?
        };
        let subject = &self.file.subject;
        // A text that is no layout is an error, and not a part of the report.
        phasor_report::position_ids(subject, &ask).map_err(Error::value)?;
        Ok(py.detach(|| Report::new(&contents(subject, None, &ask))))
    }

    /// Returns what a text of that length would do under each rule, also under one in the words of transformers, and what is
    /// odd about that one.
    #[pyo3(signature = (layer, context, rule))]
    fn what_if(
        &self,
        py: Python<'_>,
        layer: Option<String>,
        context: Option<i64>,
        rule: Option<String>,
    ) -> Result<(Report, Vec<String>), Error> {
        self.check_name(layer.as_deref())?;
        let ask = Ask {
            own_rule: rule,
            ..request(View::WhatIf, layer, context)?
        };
        let subject = &self.answering()?.subject;
        let mut warnings = Vec::new();
        if let Some(text) = &ask.own_rule {
            let (_, layer) = self.layer(ask.layer.as_deref())?;
            let rule = OwnRule::read(subject, layer, text).map_err(Error::value)?;
            warnings = rule.warnings;
        }
        let report = py.detach(|| Report::new(&contents(subject, None, &ask)));
        Ok((report, warnings))
    }

    /// Returns the settings of an engine, or of all.
    #[pyo3(signature = (engine, context, rule))]
    fn settings(
        &self,
        py: Python<'_>,
        engine: Option<&str>,
        context: Option<i64>,
        rule: &str,
    ) -> Result<Report, Error> {
        let ask = Ask {
            engine: engine.map(|name| choice("engine", name)).transpose()?,
            rule: choice("rule", rule)?,
            ..request(View::Settings, None, context)?
        };
        let (file, _) = self.layer(None)?;
        Ok(py.detach(|| Report::new(&contents(&file.subject, None, &ask))))
    }

    /// Returns how the model differs from another one.
    #[pyo3(signature = (other, layer))]
    fn diff(&self, py: Python<'_>, other: &Self, layer: Option<String>) -> Result<Report, Error> {
        for model in [self, other] {
            model.check_name(layer.as_deref())?;
        }
        let ask = request(View::Compare, layer, None)?;
        let (one, other) = (&self.answering()?.subject, &other.answering()?.subject);
        Ok(py.detach(|| Report::new(&contents(one, Some(other), &ask))))
    }

    /// Returns a program that computes the frequencies and rotates a vector.
    #[pyo3(signature = (language, layer, context))]
    fn code(
        &self,
        language: &str,
        layer: Option<String>,
        context: Option<i64>,
    ) -> Result<Report, Error> {
        let (file, _) = self.layer(layer.as_deref())?;
        let ask = Ask {
            language: choice("language", language)?,
            ..request(View::Code, layer, context)?
        };
        Ok(Report::new(&contents(&file.subject, None, &ask)))
    }

    /// Returns how rows move from one framework to another.
    #[pyo3(signature = (from_, to, layer))]
    fn layout(&self, from_: &str, to: &str, layer: Option<String>) -> Result<Report, Error> {
        let (file, _) = self.layer(layer.as_deref())?;
        let ask = Ask {
            from: choice("from_", from_)?,
            to: choice("to", to)?,
            ..request(View::Layout, layer, None)?
        };
        Ok(Report::new(&contents(&file.subject, None, &ask)))
    }

    /// Returns, for each row of a projection of queries (or keys), the row that it comes from.
    #[pyo3(signature = (from_, to, kind, n_rows, layer))]
    fn moved_rows(
        &self,
        from_: &str,
        to: &str,
        kind: &str,
        n_rows: usize,
        layer: Option<&str>,
    ) -> Result<List<i64>, Error> {
        let (file, _) = self.layer(layer)?;
        let ways = (choice("from_", from_)?, choice("to", to)?);
        let kind = match kind {
            "query" => Kind::Query,
            "key" => Kind::Key,
            other => return Err(unknown("kind", &["query", "key"], other)),
        };
        let rows = moved_rows(&file.subject, layer, ways, kind, n_rows).map_err(Error::value)?;
        let rows = rows.into_iter().map(|row| row as i64);
        Ok(List(rows.collect()))
    }
}

impl ModelReader {
    /// Checks the name of a layer type, if there is one. Reports on models that do not rotate need none.
    fn check_name(&self, layer: Option<&str>) -> Result<(), Error> {
        match layer {
            Some(_) => layer_types::find(self.file.model(), layer)
                .map(drop)
                .map_err(Error::value),
            None => Ok(()),
        }
    }
}

fn request(view: View, layer: Option<String>, context: Option<i64>) -> Result<Ask, Error> {
    let within = |context: i64| {
        let known = usize::try_from(context).ok();
        let known = known.filter(|known| (2..=LONGEST).contains(known));
        known.ok_or_else(|| {
            let most = Grouped(LONGEST as u64);
            Error::value(format!(
                "`context` must be a whole number from 2 to {most}, not {context}."
            ))
        })
    };
    Ok(Ask {
        view,
        layer,
        target: context.map(within).transpose()?,
        ..Ask::default()
    })
}
