//! Arrays as JSON: an object of nested lists.

use super::{Array, Dtype, ReadError, npy};
use crate::checkpoint::quoted;
use serde_json::{Map, Value};

/// The member of the object that holds the arrays of a kit.
const ARRAYS: &str = "arrays";

/// The most axes of an array.
const MOST_AXES: usize = 8;

/// Returns the object of a kit. Numbers have as many digits as their format needs.
pub(super) fn bytes(readme: &str, arrays: &[Array]) -> Vec<u8> {
    let members = arrays.iter().map(|array| {
        let numbers: Vec<String> = array
            .numbers
            .iter()
            .map(|x| number(*x, array.dtype))
            .collect();
        format!(
            "{}: {}",
            Value::from(array.name.as_str()),
            lists(&array.shape, &numbers)
        )
    });
    let members: Vec<String> = members.collect();
    let readme = Value::from(readme);
    let members = members.join(",\n");
    format!("{{\"readme\": {readme},\n\"{ARRAYS}\": {{\n{members}\n}}}}\n").into_bytes()
}

fn number(number: f64, dtype: Dtype) -> String {
    match dtype {
        Dtype::I64 => format!("{number:.0}"),
        Dtype::F64 => format!("{number:?}"),
        Dtype::F32 | Dtype::F16 | Dtype::Bf16 => format!("{:?}", number as f32),
    }
}

fn lists(shape: &[usize], numbers: &[String]) -> String {
    match shape {
        [_, rest @ ..] if !rest.is_empty() => {
            let size = rest.iter().product::<usize>().max(1);
            let rows = numbers.chunks(size).map(|numbers| lists(rest, numbers));
            format!("[{}]", rows.collect::<Vec<_>>().join(","))
        }
        _ => format!("[{}]", numbers.join(",")),
    }
}

/// Reads an object of arrays, or one that has such an object as its member `arrays`.
///
/// # Errors
/// [`ReadError`] if the text is not JSON, or a member is no array.
pub(super) fn read(text: &[u8]) -> Result<Vec<Array>, ReadError> {
    let Value::Object(object) = value(text)? else {
        return Err(ReadError::List("the file".to_owned()));
    };
    // A text or a number is a remark of the one who wrote the file.
    let members = arrays(&object).iter().filter(|(_, value)| value.is_array());
    members.map(|(name, value)| array(name, value)).collect()
}

/// Reads any JSON.
///
/// # Errors
/// [`ReadError::Json`] if the text is not JSON.
pub(super) fn value(text: &[u8]) -> Result<Value, ReadError> {
    serde_json::from_slice(text).map_err(|error| ReadError::Json(quoted(&error.to_string())))
}

/// Returns the object of arrays, which may be a member.
pub(super) fn arrays(object: &Map<String, Value>) -> &Map<String, Value> {
    let inner = object.get(ARRAYS).and_then(Value::as_object);
    inner.unwrap_or(object)
}

/// Reads nested lists of numbers.
///
/// # Errors
/// [`ReadError`] if the value is not that, or too large.
pub(super) fn array(name: &str, value: &Value) -> Result<Array, ReadError> {
    let invalid = || ReadError::List(quoted(name));
    let mut shape = Vec::new();
    let mut first = Some(value);
    while let Some(list) = first.and_then(Value::as_array) {
        shape.push(list.len());
        first = list.first();
    }
    if shape.len() > MOST_AXES {
        return Err(invalid());
    }
    let count = npy::count(&shape).ok_or_else(|| ReadError::Large(quoted(name)))?;
    let mut numbers = Vec::new();
    collect(value, &shape, &mut numbers).ok_or_else(invalid)?;
    match numbers.len() == count {
        true => Ok(Array {
            name: name.to_owned(),
            shape,
            dtype: Dtype::F64,
            numbers,
        }),
        false => Err(invalid()),
    }
}

/// Collects the numbers, if all lists have the sizes of the shape.
fn collect(value: &Value, shape: &[usize], numbers: &mut Vec<f64>) -> Option<()> {
    match shape {
        [] => numbers.push(value.as_f64()?),
        [size, rest @ ..] => {
            let list = value.as_array().filter(|list| list.len() == *size)?;
            for value in list {
                collect(value, rest, numbers)?;
            }
        }
    }
    Some(())
}
