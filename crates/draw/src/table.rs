//! Tables of named columns, written as CSV, JSON or NPY.

use std::borrow::Cow;
use std::io::{self, Write};

use phasor_encoding::Matrix;

/// A function that appends the vector of a row.
type WriteRow = Box<dyn Fn(usize, &mut Vec<f64>)>;

/// The cells of a column.
enum Cells {
    /// One number in each row.
    Numbers(Vec<f64>),
    /// One vector in each row; the closure writes the vector of one row, so that a matrix is never held whole.
    Vectors { width: usize, write: WriteRow },
}

/// A named column.
pub struct Column {
    name: String,
    cells: Cells,
}

impl Column {
    /// Creates a column of numbers.
    #[must_use]
    pub fn numbers(name: &str, numbers: Vec<f64>) -> Self {
        let cells = Cells::Numbers(numbers);
        Self {
            name: name.to_owned(),
            cells,
        }
    }

    /// Creates a column of vectors of `width` numbers; `write` appends the vector of a row.
    #[must_use]
    pub fn vectors(
        name: &str,
        width: usize,
        write: impl Fn(usize, &mut Vec<f64>) + 'static,
    ) -> Self {
        let cells = Cells::Vectors {
            width,
            write: Box::new(write),
        };
        Self {
            name: name.to_owned(),
            cells,
        }
    }

    /// Creates a column of the rows of `matrix`.
    #[must_use]
    pub fn matrix(name: &str, matrix: Matrix) -> Self {
        Self::vectors(name, matrix.n_columns(), move |row, out| {
            out.extend(matrix.row(row));
        })
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns how many numbers a vector of the column has; `None` if it is a column of numbers.
    #[must_use]
    pub fn width(&self) -> Option<usize> {
        match self.cells {
            Cells::Numbers(_) => None,
            Cells::Vectors { width, .. } => Some(width),
        }
    }

    fn row(&self, row: usize, buffer: &mut Vec<f64>) {
        match &self.cells {
            Cells::Numbers(numbers) => buffer.extend(numbers.get(row)),
            Cells::Vectors { write, .. } => write(row, buffer),
        }
    }
}

/// A table; the last column is the most important.
pub struct Table {
    title: Cow<'static, str>,
    columns: Vec<Column>,
    n_rows: usize,
}

impl Table {
    /// Creates a table; the shortest column of numbers sets the number of rows.
    ///
    /// # Panics
    /// If there is no column of numbers.
    #[must_use]
    pub fn new(title: impl Into<Cow<'static, str>>, columns: Vec<Column>) -> Self {
        let n_rows = columns
            .iter()
            .filter_map(|column| match &column.cells {
                Cells::Numbers(numbers) => Some(numbers.len()),
                Cells::Vectors { .. } => None,
            })
            .min();
        Self {
            title: title.into(),
            columns,
            n_rows: n_rows.expect("a table has a column of numbers"),
        }
    }

    /// Returns the table with more columns in front.
    #[must_use]
    pub fn preceded_by(mut self, columns: Vec<Column>) -> Self {
        self.columns.splice(0..0, columns);
        self
    }

    /// Returns what the rows are.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the columns.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// Returns the numbers of row `row`; a vector is one number after the other.
    #[must_use]
    pub fn row(&self, row: usize) -> Vec<f64> {
        let mut numbers = Vec::new();
        for column in &self.columns {
            column.row(row, &mut numbers);
        }
        numbers
    }

    /// Returns the numbers of column `column_idx`, row after row; nothing if there is no such column.
    ///
    /// ```
    /// use phasor_draw::{Column, Table};
    ///
    /// let squares = Column::vectors("powers", 2, |row, out| out.extend([row as f64, (row * row) as f64]));
    /// let table = Table::new("numbers", vec![Column::numbers("number", vec![0.0, 1.0, 2.0]), squares]);
    /// assert_eq!(table.columns()[1].width(), Some(2));
    /// assert_eq!(table.column_numbers(1), [0.0, 0.0, 1.0, 1.0, 2.0, 4.0]);
    /// ```
    #[must_use]
    pub fn column_numbers(&self, column_idx: usize) -> Vec<f64> {
        let mut numbers = Vec::new();
        if let Some(column) = self.columns.get(column_idx) {
            (0..self.n_rows).for_each(|row| column.row(row, &mut numbers));
        }
        numbers
    }

    /// Writes comma-separated values with a header line; every number reads back as the same `f64`. A name with a comma
    /// or a quotation mark is quoted as RFC 4180 says.
    ///
    /// ```
    /// use phasor_draw::{Column, Table};
    ///
    /// let columns = vec![Column::numbers("place", vec![0.0]), Column::numbers("cosine, rotated", vec![0.5])];
    /// let mut csv = Vec::new();
    /// Table::new("words", columns).write_csv(&mut csv)?;
    /// assert_eq!(String::from_utf8_lossy(&csv), "place,\"cosine, rotated\"\n0,0.5\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write_csv(&self, out: &mut impl Write) -> io::Result<()> {
        let mut names = Vec::new();
        for column in &self.columns {
            match column.cells {
                Cells::Numbers(_) => names.push(column.name.clone()),
                Cells::Vectors { width, .. } => {
                    names.extend((0..width).map(|place| format!("{}_{place}", column.name)));
                }
            }
        }
        let names: Vec<Cow<'_, str>> = names.iter().map(|name| quoted(name)).collect();
        writeln!(out, "{}", names.join(","))?;
        for row in 0..self.n_rows {
            write_list(out, &self.row(row), Written::AsIs)?;
            writeln!(out)?;
        }
        Ok(())
    }

    /// Writes a JSON object of named arrays; a column of vectors is an array of arrays. Numbers that are not finite
    /// become null, because JSON cannot represent them.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{{")?;
        self.write_json_members(out)?;
        writeln!(out, "}}")
    }

    /// Writes the members of the object of [`write_json`](Self::write_json) without its braces.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write_json_members(&self, out: &mut impl Write) -> io::Result<()> {
        for (place, column) in self.columns.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            write!(out, "{comma}\"{}\": [", column.name)?;
            let mut buffer = Vec::new();
            for row in 0..self.n_rows {
                buffer.clear();
                column.row(row, &mut buffer);
                let comma = if row == 0 { "" } else { ", " };
                let is_vector = matches!(column.cells, Cells::Vectors { .. });
                let (open, close) = if is_vector { ("[", "]") } else { ("", "") };
                write!(out, "{comma}{open}")?;
                write_list(out, &buffer, Written::OrNull)?;
                write!(out, "{close}")?;
            }
            write!(out, "]")?;
        }
        Ok(())
    }

    /// Writes column `column_idx` as a NumPy array of little-endian `f64` with shape `[n_rows]` or `[n_rows, width]`
    /// (NPY format 1.0); writes nothing if there is no such column.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write_npy(&self, column_idx: usize, out: &mut impl Write) -> io::Result<()> {
        let Some(column) = self.columns.get(column_idx) else {
            return Ok(());
        };
        let shape = match column.cells {
            Cells::Numbers(_) => format!("({},)", self.n_rows),
            Cells::Vectors { width, .. } => format!("({}, {width})", self.n_rows),
        };
        let mut header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}");
        // NPY requires a preamble of a multiple of 64 bytes that ends in a line feed.
        const PREAMBLE: usize = 10;
        let padding = 63 - (PREAMBLE + header.len()) % 64;
        header.push_str(&" ".repeat(padding));
        header.push('\n');
        out.write_all(b"\x93NUMPY\x01\x00")?;
        out.write_all(&(header.len() as u16).to_le_bytes())?;
        out.write_all(header.as_bytes())?;
        let mut buffer = Vec::new();
        for row in 0..self.n_rows {
            buffer.clear();
            column.row(row, &mut buffer);
            for number in &buffer {
                out.write_all(&number.to_le_bytes())?;
            }
        }
        Ok(())
    }
}

/// Returns a name in quotation marks, if it would otherwise be several cells.
fn quoted(name: &str) -> Cow<'_, str> {
    match name.contains([',', '"']) {
        true => Cow::Owned(format!("\"{}\"", name.replace('"', "\"\""))),
        false => Cow::Borrowed(name),
    }
}

/// How numbers that are not finite are written.
#[derive(Clone, Copy, PartialEq)]
enum Written {
    /// As `inf` and `-inf`, which readers of CSV accept.
    AsIs,
    /// As `null`.
    OrNull,
}

/// Writes numbers separated by commas, with the shortest digits that read back as the same `f64`.
fn write_list(out: &mut impl Write, numbers: &[f64], written: Written) -> io::Result<()> {
    for (place, number) in numbers.iter().enumerate() {
        let comma = if place == 0 { "" } else { "," };
        match written == Written::AsIs || number.is_finite() {
            true => write!(out, "{comma}{number}")?,
            false => write!(out, "{comma}null")?,
        }
    }
    Ok(())
}
