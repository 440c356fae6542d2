//! A table with facts about the whole table, and the three formats for writing it.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches};
use serde_json::{Map, Value};

use super::output::{ending, print, warn, write_file};
use super::{Failure, Status, arguments};
use phasor_draw::{Column, Table};

/// Columns of numbers, and facts about all rows.
pub(super) struct Sheet {
    /// Members of the JSON object next to the columns. In CSV, those that are numbers become
    /// additional columns with the same number in every row.
    pub(super) facts: Map<String, Value>,
    pub(super) table: Table,
    /// Remarks that do not fit into CSV and NPY, so they are printed on standard error.
    pub(super) remarks: Vec<String>,
    /// 1 if the numbers come from a file with errors, which are among the remarks or facts.
    pub(super) status: Status,
}

impl From<Table> for Sheet {
    fn from(table: Table) -> Self {
        Self {
            facts: Map::new(),
            table,
            remarks: Vec::new(),
            status: Status::Success,
        }
    }
}

/// The format of a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Csv,
    Json,
    Npy,
}

impl Format {
    const NAMES: [&str; 3] = ["csv", "json", "npy"];

    fn from_name(name: &str) -> Option<Self> {
        match name {
            "csv" => Some(Self::Csv),
            "json" => Some(Self::Json),
            "npy" => Some(Self::Npy),
            _ => None,
        }
    }

    /// Returns the format that the arguments ask for, or else that of the file's ending.
    ///
    /// # Errors
    /// [`Failure::Ending`] if there is no format, and the ending names none.
    pub(super) fn of(arguments: &ArgMatches, path: Option<&Path>) -> Result<Self, Failure> {
        let format = arguments.get_one::<String>("format");
        match (format, path) {
            (Some(name), _) => {
                Ok(Self::from_name(name).expect("clap accepts only the names of formats"))
            }
            (None, None) => Ok(Self::Csv),
            (None, Some(path)) => Self::from_name(&ending(path)).ok_or_else(|| Failure::Ending {
                path: path.to_owned(),
                accepted: ".csv, .json or .npy",
            }),
        }
    }
}

/// Returns the arguments for the destination and the format.
pub(super) fn arguments() -> [Arg; 3] {
    let out = "File to write, .csv, .json or .npy [default: standard output]";
    let format = "Format [default: the one of the file’s ending, or CSV for standard output]. NPY \
                  holds one column";
    let column = "Column to write as NPY [default: the last one]";
    [
        arguments::file("out", out).short('o'),
        Arg::new("format")
            .long("format")
            .value_name("FORMAT")
            .value_parser(PossibleValuesParser::new(Format::NAMES))
            .help(format),
        Arg::new("column")
            .long("column")
            .value_name("NAME")
            .help(column),
    ]
}

impl Sheet {
    /// Writes the sheet to the destination that the arguments name, and returns the exit status.
    ///
    /// # Errors
    /// [`Failure::Ending`] if the ending names no format, [`Failure::Argument`] if there is no such
    /// column, [`Failure::File`] or [`Failure::StandardOutput`] if writing fails. An existing file
    /// is then unchanged.
    pub(super) fn write(self, arguments: &ArgMatches) -> Result<Status, Failure> {
        let status = self.status;
        let path = arguments.get_one::<PathBuf>("out").map(PathBuf::as_path);
        let column = self.column(arguments)?;
        let format = Format::of(arguments, path)?;
        if format != Format::Json {
            self.remarks.iter().for_each(|remark| warn(remark));
        }
        let sheet = match format {
            Format::Csv => self.with_constant_columns(),
            _ => self,
        };
        match path {
            Some(path) => write_file(path, |out| sheet.write_to(format, column, out))?,
            None => print(|out| sheet.write_to(format, column, out))?,
        }
        Ok(status)
    }

    /// Returns the index of the column for NPY.
    fn column(&self, arguments: &ArgMatches) -> Result<usize, Failure> {
        let columns = self.table.columns();
        let names: Vec<&str> = columns.iter().map(Column::name).collect();
        match arguments.get_one::<String>("column") {
            None => Ok(names.len().saturating_sub(1)),
            Some(wanted) => names.iter().position(|name| name == wanted).ok_or_else(|| {
                let names = names.join(", ");
                Failure::Argument(format!("`column` must be one of {names}, not `{wanted}`."))
            }),
        }
    }

    fn with_constant_columns(mut self) -> Self {
        let numbers = self.facts.iter().filter_map(|(name, value)| {
            let number = value.as_f64()?;
            Some(Column::numbers(name, vec![number; self.table.n_rows()]))
        });
        let constants = numbers.collect();
        self.table = self.table.preceded_by(constants);
        self
    }

    fn write_to(&self, format: Format, column: usize, out: &mut impl Write) -> io::Result<()> {
        match format {
            Format::Csv => self.table.write_csv(out),
            Format::Npy => self.table.write_npy(column, out),
            Format::Json => {
                write!(out, "{{")?;
                for (name, value) in &self.facts {
                    write!(out, "{}: {value}, ", Value::from(name.as_str()))?;
                }
                self.table.write_json_members(out)?;
                writeln!(out, "}}")
            }
        }
    }
}
