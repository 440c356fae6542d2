//! The layouts of tests/golden/positions.json as people write them.

use serde_json::Value;

/// Writes a part of a golden layout as the command reads it: after merging.
fn piece(part: &Value) -> String {
    let sizes: Vec<f64> = part.as_array().unwrap()[1..]
        .iter()
        .map(|size| size.as_f64().unwrap())
        .collect();
    match (part[0].as_str().unwrap(), sizes.as_slice()) {
        ("text", [n_tokens]) => format!("word*{n_tokens}"),
        ("padding", [n_tokens]) => format!("pad*{n_tokens}"),
        ("document", _) => "|".to_owned(),
        ("image", [rows, columns, merge, _]) => {
            format!("<image {}x{}>", rows / merge, columns / merge)
        }
        ("video", [frames, rows, columns, merge, seconds, frame_merge, stamp]) => {
            let stamp = match *stamp {
                0.0 => String::new(),
                n_tokens => format!(" time*{n_tokens}"),
            };
            let (rows, columns) = (rows / merge, columns / merge);
            let (frames, seconds) = (frames / frame_merge, seconds * frame_merge);
            format!("<video {frames}x{rows}x{columns} {seconds}s{stamp}>")
        }
        other => panic!("no part {other:?}"),
    }
}

/// Returns the text of the layout of a case.
pub(crate) fn layout(case: &Value) -> String {
    let parts = case["input"]["layout"].as_array().unwrap().iter();
    parts.map(piece).collect::<Vec<_>>().join(" ")
}
