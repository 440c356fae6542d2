//! Position ids in a file: one array, an archive of arrays, JSON, or a table.

use super::super::given::Role;
use super::super::{Array, Dtype, MOST_BYTES, ReadError, json, npy, npz, tensors};
use phasor_encoding::positions::Rule;

/// The name of an array that has none.
const NAMELESS: &str = "position_ids";

/// The columns of a table that are not ids.
const OF_TOKEN: [&str; 5] = ["index", "token", "kind", "document", "stage"];

/// The bytes of a file among which a header of tensors has a zero.
const FIRST_BYTES: usize = 8;

/// Reads the position ids of a file: an `.npy`, the array `position_ids` or `positions` of an `.npz`, a `.safetensors` or a
/// JSON object, a JSON list, or a CSV table, in the shapes that `phasor positions` writes.
///
/// A table with names has a row for each token, and the ids under the names of the axes of `rule`, or else in all columns
/// that do not describe the token. A table without names is an array.
///
/// ```
/// use phasor_encoding::positions::Rule;
/// use phasor_report::kit::read_ids;
///
/// let ids = read_ids(b"index,token,column,row,time\n0,a,0,0,0\n1,b,3,2,1\n", Rule::Qwen3Vl)?;
/// assert_eq!((ids.shape, ids.numbers), (vec![3, 2], vec![0.0, 1.0, 0.0, 2.0, 0.0, 3.0]));
/// let ids = read_ids(br#"{"tokens": ["a", "b"], "position_ids": [0, 1]}"#, Rule::Sequential)?;
/// assert_eq!(ids.numbers, [0.0, 1.0]);
/// # Ok::<(), phasor_report::kit::ReadError>(())
/// ```
///
/// # Errors
/// [`ReadError`] if the file is none of these, is broken or too large, or no array has one of these names.
pub fn read_ids(file: &[u8], rule: Rule) -> Result<Array, ReadError> {
    if file.len() > MOST_BYTES {
        return Err(ReadError::Large("the file".to_owned()));
    }
    let start = file.trim_ascii_start();
    let is_binary = file.iter().take(FIRST_BYTES).any(|byte| *byte == 0);
    match start {
        [] => Err(ReadError::Empty),
        _ if file.starts_with(npz::MAGIC) => named(npz::read(file)?),
        _ if file.starts_with(npy::MAGIC) => npy::read(NAMELESS, file),
        _ if is_binary => named(tensors::read(file)?),
        [b'{' | b'[', ..] => of_json(start),
        _ => of_table(&String::from_utf8_lossy(start), rule),
    }
}

fn is_of_positions(name: &str) -> bool {
    Role::of(Role::word(name)) == Some(Role::Positions)
}

fn named(arrays: Vec<Array>) -> Result<Array, ReadError> {
    let mut arrays = arrays.into_iter();
    let found = arrays.find(|array| is_of_positions(&array.name));
    found.ok_or(ReadError::Nameless)
}

fn of_json(text: &[u8]) -> Result<Array, ReadError> {
    let value = json::value(text)?;
    let Some(object) = value.as_object() else {
        return json::array(NAMELESS, &value);
    };
    let mut members = json::arrays(object).iter();
    let found = members.find(|(name, value)| is_of_positions(name) && value.is_array());
    let (name, value) = found.ok_or(ReadError::Nameless)?;
    json::array(name, value)
}

fn of_table(text: &str, rule: Rule) -> Result<Array, ReadError> {
    let rows = text.lines().enumerate();
    let rows = rows.filter(|(_, line)| !line.trim().is_empty());
    let mut rows = rows
        .map(|(place, line)| (place + 1, cells(line)))
        .peekable();
    let head = rows.next_if(|(_, cells)| cells.iter().any(|cell| number(cell).is_none()));
    let columns = match (&head, rows.peek()) {
        (Some((_, head)), _) => columns(head, rule),
        (None, Some((_, first))) => (0..first.len()).collect(),
        (None, None) => Vec::new(),
    };
    let mut numbers: Vec<Vec<f64>> = Vec::new();
    for (line, cells) in rows {
        let ids = columns.iter().map(|column| number(cells.get(*column)?));
        let ids: Option<Vec<f64>> = ids.collect();
        let is_whole = head.is_some() || cells.len() == columns.len();
        numbers.push(ids.filter(|_| is_whole).ok_or(ReadError::Row(line))?);
    }
    let (n_rows, n_columns) = (numbers.len(), columns.len());
    // A table with names has a row for each token, an array one for each axis.
    let (shape, numbers) = match head {
        None => ([n_rows, n_columns], numbers.concat()),
        Some(_) => {
            let axes =
                (0..n_columns).flat_map(|axis| numbers.iter().filter_map(move |row| row.get(axis)));
            ([n_columns, n_rows], axes.copied().collect())
        }
    };
    Ok(Array::new(NAMELESS, &shape, Dtype::F64, numbers))
}

/// Returns the columns of the ids: those with the names of the axes, or all that do not describe a token.
fn columns(head: &[String], rule: Rule) -> Vec<usize> {
    let of_axis = |axis: &&str| head.iter().position(|name| name.trim() == *axis);
    let axes = rule.axis_names().iter();
    let columns: Option<Vec<usize>> = axes.map(of_axis).collect();
    let all = head.iter().enumerate();
    let others = all.filter(|(_, name)| !OF_TOKEN.contains(&name.trim()));
    let others: Vec<usize> = others.map(|(column, _)| column).collect();
    let columns = columns.filter(|columns| columns.len() == others.len());
    columns.unwrap_or(others)
}

fn number(cell: &str) -> Option<f64> {
    cell.trim().parse().ok()
}

/// Splits a line at commas outside of quotes.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let last = cells.last_mut().expect("there is always a cell");
        match letter {
            '"' if is_quoted && letters.next_if_eq(&'"').is_some() => last.push('"'),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            letter => last.push(letter),
        }
    }
    cells
}
