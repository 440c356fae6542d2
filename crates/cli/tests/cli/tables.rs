//! Every table in every format of the command line, read back by another reader and compared with
//! numbers from the definitions.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{folder, run};

/// Rows of numbers under flat names, as in a CSV file.
type Flat = (Vec<String>, Vec<Vec<f64>>);

/// Returns the flags of a kind of table, and others after them.
fn setting<'a>(kind: &str, others: &[&'a str]) -> Vec<&'a str> {
    let own: &[&str] = match kind {
        "angles" => &["--position", "2.5", "--offset", "-3"],
        "encoding" => &["--position", "2.5", "--length", "4"],
        _ => &["--length", "4"],
    };
    [&["--base", "500", "--dim", "6"], own, others].concat()
}

const KINDS: [&str; 4] = [
    "encoding",
    "angles",
    "similarity-curve",
    "similarity-matrix",
];

fn written(folder: &Path, kind: &str, ending: &str, setting: &[&str]) -> Vec<u8> {
    let file = format!("{kind}.{ending}");
    let output = run(folder, &[&["table", kind, "-o", &file], setting].concat());
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
    fs::read(folder.join(file)).unwrap()
}

fn from_csv(bytes: &[u8]) -> Flat {
    let text = std::str::from_utf8(bytes).unwrap();
    let mut lines = text.lines();
    let names = lines
        .next()
        .unwrap()
        .split(',')
        .map(str::to_owned)
        .collect();
    let row = |line: &str| {
        line.split(',')
            .map(|number| number.parse().unwrap())
            .collect()
    };
    (names, lines.map(row).collect())
}

fn from_json(bytes: &[u8]) -> Vec<(String, Vec<Vec<f64>>)> {
    let table: Value = serde_json::from_slice(bytes).unwrap();
    let cell = |value: &Value| match value.as_array() {
        Some(vector) => vector
            .iter()
            .map(|number| number.as_f64().unwrap())
            .collect(),
        None => vec![value.as_f64().unwrap()],
    };
    let columns = table.as_object().unwrap().iter().map(|(name, column)| {
        (
            name.clone(),
            column.as_array().unwrap().iter().map(cell).collect(),
        )
    });
    columns.collect()
}

/// Returns shape and numbers of a NumPy file of the first version.
fn from_npy(bytes: &[u8]) -> (Vec<usize>, Vec<f64>) {
    assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
    let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let (header, body) = bytes[10..].split_at(length);
    let header = std::str::from_utf8(header).unwrap();
    assert!(header.ends_with('\n') && (10 + length) % 64 == 0);
    assert!(header.contains("'descr': '<f8'") && header.contains("'fortran_order': False"));
    let shape = header
        .split_once("'shape': (")
        .unwrap()
        .1
        .split_once(')')
        .unwrap()
        .0;
    let sizes = shape
        .split(',')
        .map(str::trim)
        .filter(|size| !size.is_empty());
    let sizes: Vec<usize> = sizes.map(|size| size.parse().unwrap()).collect();
    let numbers = body
        .chunks_exact(8)
        .map(|eight| f64::from_le_bytes(eight.try_into().unwrap()));
    let numbers: Vec<f64> = numbers.collect();
    assert_eq!(numbers.len(), sizes.iter().product::<usize>());
    (sizes, numbers)
}

#[test]
fn three_formats_hold_the_same_numbers() {
    let folder = folder("formats");
    for kind in KINDS {
        let (names, rows) = from_csv(&written(&folder, kind, "csv", &setting(kind, &[])));
        assert!(rows.iter().all(|row| row.len() == names.len()), "{kind}");
        let printed = run(
            &folder,
            &[&["table", kind], &setting(kind, &[])[..]].concat(),
        )
        .stdout;
        assert_eq!(
            from_csv(&printed),
            (names.clone(), rows.clone()),
            "{kind} on standard output"
        );
        for (name, column) in from_json(&written(&folder, kind, "json", &setting(kind, &[]))) {
            let is_own = |flat: &str| {
                flat == name
                    || flat.strip_prefix(&name).is_some_and(|rest| {
                        rest.strip_prefix('_')
                            .is_some_and(|place| place.parse::<usize>().is_ok())
                    })
            };
            let places: Vec<usize> = (0..names.len())
                .filter(|&place| is_own(&names[place]))
                .collect();
            assert!(!places.is_empty(), "{kind} has no {name}");
            let same: Vec<Vec<f64>> = rows
                .iter()
                .map(|row| places.iter().map(|&place| row[place]).collect())
                .collect();
            assert_eq!(column, same, "{kind}: {name}");
        }
        let (sizes, numbers) = from_npy(&written(&folder, kind, "npy", &setting(kind, &[])));
        let width = sizes.get(1).copied().unwrap_or(1);
        assert_eq!(sizes[0], rows.len(), "{kind}");
        let last = rows.iter().flat_map(|row| &row[row.len() - width..]);
        assert!(last.eq(&numbers), "{kind}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 3 * KINDS.len());
}

fn close(got: f64, expected: f64) {
    // Angles below 10 radians and sums of three terms: 1e-14 allows many roundings.
    assert!((got - expected).abs() < 1e-14, "{got} is not {expected}");
}

fn turning() -> [f64; 3] {
    [0.0, 1.0, 2.0].map(|pair_idx: f64| 500f64.powf(-2.0 * pair_idx / 6.0))
}

#[test]
fn the_encoding_is_sines_and_cosines() {
    let (names, rows) = from_csv(&written(
        &folder("encoding"),
        "encoding",
        "csv",
        &setting("encoding", &[]),
    ));
    assert_eq!(names[..3], ["position", "encoding_0", "encoding_1"]);
    assert_eq!(
        rows.iter().map(|row| row[0]).collect::<Vec<_>>(),
        [2.5, 3.5, 4.5, 5.5]
    );
    for row in rows {
        for (pair_idx, inv_freq) in turning().into_iter().enumerate() {
            close(row[1 + 2 * pair_idx], (row[0] * inv_freq).sin());
            close(row[2 + 2 * pair_idx], (row[0] * inv_freq).cos());
        }
    }
}

#[test]
fn the_angles_are_positions_times_frequencies() {
    let tilted = setting("angles", &["--content", "tilted"]);
    let columns = from_json(&written(&folder("angles"), "angles", "json", &tilted));
    let column = |name: &str| {
        let (_, cells) = columns.iter().find(|(own, _)| own == name).unwrap();
        cells.concat()
    };
    for (pair_idx, inv_freq) in turning().into_iter().enumerate() {
        let (angle, relative) = (2.5 * inv_freq, -3.0 * inv_freq);
        close(column("pair_idx")[pair_idx], pair_idx as f64);
        close(column("inv_freq")[pair_idx], inv_freq);
        close(
            column("wavelength")[pair_idx] * inv_freq,
            std::f64::consts::TAU,
        );
        close(column("angle")[pair_idx], angle);
        close(
            column("degrees")[pair_idx],
            angle * 180.0 / std::f64::consts::PI,
        );
        close(column("turns")[pair_idx], angle / std::f64::consts::TAU);
        close(column("angle_in_turn")[pair_idx], angle);
        close(column("key_angle")[pair_idx], -0.5 * inv_freq);
        close(column("relative_angle")[pair_idx], relative);
        // The query points east, the key at 53.13 degrees, so their angle is that plus the relative
        // angle.
        close(
            column("score")[pair_idx],
            (relative + 0.8f64.atan2(0.6)).cos(),
        );
    }
}

#[test]
fn similarities_are_those_of_the_codes_themselves() {
    let folder = folder("similarity");
    let code = |position: usize| -> Vec<f64> {
        let angles = turning().map(|inv_freq| position as f64 * inv_freq);
        angles
            .into_iter()
            .flat_map(|angle| [angle.sin(), angle.cos()])
            .collect()
    };
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let compared = |measure: &str, a: &[f64], b: &[f64]| match measure {
        "dot" => dot(a, b),
        "cosine-similarity" => dot(a, b) / dot(a, a).sqrt() / dot(b, b).sqrt(),
        "cosine-distance" => 1.0 - dot(a, b) / dot(a, a).sqrt() / dot(b, b).sqrt(),
        _ => a
            .iter()
            .zip(b)
            .map(|(a, b)| (a - b).powi(2))
            .sum::<f64>()
            .sqrt(),
    };
    for measure in ["dot", "cosine-similarity", "cosine-distance", "euclidean"] {
        let setting = setting("similarity-curve", &["--measure", measure]);
        let (sizes, matrix) = from_npy(&written(&folder, "similarity-matrix", "npy", &setting));
        assert_eq!(sizes, [4, 4]);
        let (_, curve) = from_csv(&written(&folder, "similarity-curve", "csv", &setting));
        for row in 0..4 {
            close(curve[row][0], row as f64);
            close(curve[row][1], compared(measure, &code(0), &code(row)));
            for column in 0..4 {
                close(
                    matrix[4 * row + column],
                    compared(measure, &code(row), &code(column)),
                );
            }
        }
    }
}

#[test]
fn a_position_far_out_and_an_integer_choose_the_row() {
    let folder = folder("rows");
    let rows = |setting: &[&str]| from_csv(&written(&folder, "encoding", "csv", setting)).1;
    let first = |setting: &[&str]| {
        rows(setting)
            .into_iter()
            .map(|row| row[0])
            .collect::<Vec<_>>()
    };
    assert_eq!(first(&["--length", "3"]), [0.0, 1.0, 2.0]);
    assert_eq!(first(&["--position", "10000000"]), [10_000_000.0]);
    assert_eq!(first(&["--value", "252"]), [252.0]);
    assert_eq!(first(&["--position", "7", "--length", "2"]), [7.0, 8.0]);
}
