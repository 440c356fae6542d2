//! The command line, used as in the README.

use std::fs;
use std::process::{Command, Output};

use phasor_encoding::{Frequencies, Measure, Order, SimilarityCurve, Sinusoidal};
use phasor_figures::{FigureName, Key, Spec, TableKind};
use phasor_report::Question;
use serde_json::Value;

use crate::mentions::assert_mentions;
use crate::support::folder;

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_phasor"))
        .args(args)
        .output()
        .unwrap()
}

#[track_caller]
fn succeed(args: &[&str]) -> String {
    let output = run(args);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{args:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn figures_are_written_as_svg_and_png() {
    let folder = folder("figures");
    for name in FigureName::ALL {
        let svg = folder.join(format!("{}.svg", name.name()));
        let png = folder.join(format!("{}.png", name.name()));
        succeed(&[
            "figure",
            name.name(),
            "--width",
            "400",
            "-o",
            svg.to_str().unwrap(),
        ]);
        succeed(&[
            "figure",
            name.name(),
            "--width",
            "400",
            "--theme",
            "dark",
            "-o",
            png.to_str().unwrap(),
        ]);
        let svg = fs::read_to_string(svg).unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        assert!(
            svg.contains(&format!("<title>{}</title>", name.title())) && svg.contains("<desc>")
        );
        let png = fs::read(png).unwrap();
        assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
        assert_eq!(u32::from_be_bytes(png[16..20].try_into().unwrap()), 800);
    }
}

#[test]
fn json_is_an_object_of_arrays_at_full_precision() {
    let path = folder("json").join("c.json");
    let args = [
        "--dim",
        "1024",
        "--length",
        "31",
        "--measure",
        "cosine-distance",
    ];
    succeed(
        &[
            &["table", "similarity-curve"],
            &args[..],
            &["-o", path.to_str().unwrap()],
        ]
        .concat(),
    );
    let text = fs::read_to_string(path).unwrap();
    let json: Value = serde_json::from_str(&text).unwrap();
    let frequencies = Frequencies::new(10_000.0, 1024).unwrap();
    let curve = SimilarityCurve::new(&frequencies, Measure::CosineDistance, 31);
    let values: Vec<f64> = json["value"]
        .as_array()
        .unwrap()
        .iter()
        .map(|v| v.as_f64().unwrap())
        .collect();
    assert_eq!(values, curve.values());
    assert_eq!(json["offset"].as_array().unwrap().len(), 31);
    assert!(
        text.starts_with("{\"offset\": [0, 1, 2,"),
        "{}",
        &text[..40]
    );
}

#[test]
fn an_encoding_is_the_library_s() {
    let csv = succeed(&[
        "table",
        "encoding",
        "--dim",
        "8",
        "--order",
        "concatenated",
        "--length",
        "3",
    ]);
    let encoding = Sinusoidal::new(Frequencies::new(10_000.0, 8).unwrap(), Order::Concatenated);
    let mut lines = csv.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert_eq!(names[..2], ["position", "encoding_0"]);
    for (position, line) in lines.enumerate() {
        let numbers: Vec<f64> = line.split(',').map(|text| text.parse().unwrap()).collect();
        assert_eq!(numbers[0], position as f64);
        assert_eq!(numbers[1..], encoding.encode(position as f64));
    }
}

#[test]
fn a_matrix_is_an_array_that_numpy_reads() {
    let path = folder("npy").join("m.npy");
    succeed(&[
        "table",
        "similarity-matrix",
        "--length",
        "5",
        "--dim",
        "4",
        "-o",
        path.to_str().unwrap(),
    ]);
    let bytes = fs::read(path).unwrap();
    assert_eq!(bytes[..8], *b"\x93NUMPY\x01\x00");
    let header = usize::from(u16::from_le_bytes(bytes[8..10].try_into().unwrap()));
    let text = std::str::from_utf8(&bytes[10..10 + header]).unwrap();
    assert!(
        text.contains("'descr': '<f8'") && text.contains("'shape': (5, 5)"),
        "{text}"
    );
    assert_eq!((10 + header) % 64, 0);
    let numbers: Vec<f64> = bytes[10 + header..]
        .chunks(8)
        .map(|eight| f64::from_le_bytes(eight.try_into().unwrap()))
        .collect();
    assert_eq!(numbers.len(), 25);
    assert_eq!((numbers[0], numbers[1]), (0.0, numbers[5]));
}

#[test]
fn a_position_alone_is_one_row() {
    let csv = succeed(&["table", "encoding", "--dim", "4", "--position", "10000000"]);
    assert_eq!(csv.lines().count(), 2);
    assert!(csv.contains("\n10000000,"));
}

const WRONG: &[(&[&str], &str)] = &[
    (&["figure", "pie"], "sine-waves"),
    (&["figure", "sine-waves", "--dim", "7"], "1,024"),
    (
        &["figure", "sine-waves", "--base", "1"],
        "from 2 to 10,000,000",
    ),
    (
        &["figure", "sine-waves", "--position", "-1"],
        "from 0 to 10,000,000",
    ),
    (
        &["figure", "sine-waves", "--length", "5000"],
        "from 2 to 4,096",
    ),
    (&["figure", "sine-waves", "--width", "9"], "240..=4096"),
    (&["figure", "sine-waves", "--pairs", "x"], "16"),
    (
        &["table", "similarity-curve", "--measure", "closeness"],
        "cosine-distance",
    ),
    (&["table", "angles", "--theta", "10000"], "--theta"),
    (&["table", "encoding", "--zoom", "2"], "--zoom"),
    (
        &["table", "similarity-curve", "--position", "2"],
        "--position",
    ),
    (
        &["figure", "scaled-angles", "--context", "131072"],
        "--context",
    ),
    (&["figure", "sine-waves", "--rule", "yarn"], "--rule"),
    (&["table", "angels"], "KIND"),
    (&["table"], "KIND"),
    (&["frobnicate"], "figure, table, positions"),
];

#[test]
fn wrong_input_is_one_sentence_and_writes_nothing() {
    let folder = folder("wrong");
    let out = folder.join("out.svg");
    for (args, expected) in WRONG {
        let path = if args[0] == "table" {
            out.with_extension("csv")
        } else {
            out.clone()
        };
        let output = run(&[args, &["-o", path.to_str().unwrap()][..]].concat());
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains(expected), "{error}");
        assert!(output.stdout.is_empty());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "{args:?}");
    }
}

#[test]
#[cfg(unix)]
fn a_name_that_is_no_text_is_wrong_input() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let mut command = Command::new(env!("CARGO_BIN_EXE_phasor"));
    let output = command.arg("figure").arg(OsStr::from_bytes(b"\xff"));
    let output = output.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert_mentions(&error, &["NAME", "sine-waves", "scoreboard"]);
}

#[test]
fn a_wrong_ending_names_the_right_ones() {
    let path = folder("ending").join("out.gif");
    for (kind, name, expected) in [
        ("figure", "sine-waves", ".svg, .png, .csv or .json"),
        ("table", "angles", ".csv, .json or .npy"),
    ] {
        let output = run(&[kind, name, "-o", path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8(output.stderr).unwrap().contains(expected));
        assert!(!path.exists());
    }
}

#[test]
fn a_failure_leaves_the_old_file_and_no_part() {
    let folder = folder("failure");
    let old = folder.join("old.svg");
    fs::write(&old, "old").unwrap();
    assert_eq!(
        run(&[
            "figure",
            "sine-waves",
            "--dim",
            "3",
            "-o",
            old.to_str().unwrap()
        ])
        .status
        .code(),
        Some(2)
    );
    assert_eq!(fs::read_to_string(&old).unwrap(), "old");
    let nowhere = folder.join("nowhere/out.svg");
    let output = run(&["figure", "sine-waves", "-o", nowhere.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains(nowhere.to_str().unwrap())
    );
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

/// Checks that the help of a command offers these parameters, as the table describes them, and no others.
fn offers(command: &[&str], keys: &[Key]) {
    let help = succeed(&[command, &["--help"]].concat());
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for &key in Key::ALL {
        let row = key.parameter();
        let is_offered = help.contains(&format!("--{} <VALUE>", row.name));
        assert_eq!(is_offered, keys.contains(&key), "{command:?}: {}", row.name);
        if is_offered {
            assert!(help.contains(&row.accepted()), "{}", row.accepted());
            assert!(help.contains(row.help), "{}", row.help);
        }
    }
}

#[test]
fn help_offers_the_parameters_that_change_what_a_command_gives() {
    for name in FigureName::ALL {
        let keys: Vec<Key> = name.keys_of_text().collect();
        offers(&["figure", name.name()], &keys);
    }
    for kind in TableKind::ALL {
        offers(&["table", kind.name()], kind.keys());
        let table = |spec: &Spec| {
            let mut csv = Vec::new();
            kind.table(spec).write_csv(&mut csv).unwrap();
            csv
        };
        for key in kind.keys() {
            let mut spec = Spec::default();
            // Two more: the number of components is even. A choice of two words ends at its last.
            let now = spec.number(*key).unwrap_or(0.0);
            spec.set_nearest(*key, now + 2.0);
            assert_ne!(
                table(&spec),
                table(&Spec::default()),
                "{kind:?} {}",
                key.name()
            );
        }
    }
    let all = succeed(&["figure", "--help"]);
    assert!(
        FigureName::ALL.iter().all(|name| all.contains(name.name())),
        "{all}"
    );
}

#[test]
fn a_picture_comes_with_its_words_as_html() {
    let folder = folder("html");
    let file = folder.join("a & b.png");
    let html = succeed(&[
        "figure",
        "distance-heatmap",
        "--width",
        "400",
        "--html",
        "-o",
        file.to_str().unwrap(),
    ]);
    assert!(html.starts_with("<img src=\"a &amp; b.png\" alt=\"Distance heatmap. "));
    assert_mentions(&html, &["2", "20", "22"]);
    // Two pixels for each CSS pixel.
    let bytes = fs::read(file).unwrap();
    let [width, height] = [16, 20].map(|at| {
        let pixels = u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        pixels / 2
    });
    let end = format!("width=\"{width}\" height=\"{height}\">");
    assert!(width == 400 && html.trim_end().ends_with(&end), "{html}");
}

#[test]
fn a_card_has_the_shape_that_networks_show() {
    let folder = folder("card");
    for name in FigureName::ALL {
        let file = folder.join(format!("{}.svg", name.name()));
        let path = file.to_str().unwrap();
        succeed(&["figure", name.name(), "--card", "-o", path]);
        let svg = fs::read_to_string(&file).unwrap();
        assert!(svg.contains("viewBox=\"0 0 600 315\"") && svg.contains(">Phasor</text>"));
        // The figure stands in the right part of the card.
        let (_, picture) = svg.split_once("<svg x=\"").unwrap();
        let numbers: Vec<f32> = picture
            .split('"')
            .step_by(2)
            .take(4)
            .map(|number| number.parse().unwrap())
            .collect();
        let [x, y, width, height] = numbers[..] else {
            panic!("{picture}")
        };
        assert!(x >= 244.0 && x + width <= 600.0, "{}", name.name());
        assert!(y >= 12.0 && y + height <= 303.1, "{}", name.name());
    }
}

#[test]
fn the_list_is_the_table() {
    let list: Value = serde_json::from_str(&succeed(&["list"])).unwrap();
    let listed = list["parameters"].as_array().unwrap();
    for (row, listed) in Key::ALL.iter().map(|key| key.parameter()).zip(listed) {
        assert_eq!(listed["name"], row.name);
        assert_eq!(listed["help"], row.help);
    }
    let listed = list["questions"].as_array().unwrap();
    for (row, listed) in Question::ALL.iter().map(|key| key.parameter()).zip(listed) {
        assert_eq!(listed["name"], row.name);
        assert_eq!(listed["default"], row.default);
    }
    for (name, listed) in FigureName::ALL
        .iter()
        .zip(list["figures"].as_array().unwrap())
    {
        assert_eq!(listed["title"], name.title());
        assert_eq!(
            listed["presets"].as_array().unwrap().len(),
            name.presets().len()
        );
    }
    let chunk = |figure: &Value| figure["chunk"].as_str().unwrap().to_owned();
    let figures = list["figures"].as_array().unwrap();
    let of = |name: &str| {
        figures
            .iter()
            .find(|figure| figure["name"] == name)
            .unwrap()
    };
    assert_eq!(chunk(of("sine-waves")), "sine-waves");
    assert_eq!(chunk(of("binary-path")), chunk(of("sinusoidal-path")));
    assert_eq!(list["lab"].as_array().unwrap().len(), FigureName::LAB.len());
}
