//! The files that the command line writes: whole or not at all, one sentence for every error, and
//! pictures of the promised size.

use std::fs;

use phasor_draw::{Ink, Rgb, Scheme, Theme};
use phasor_figures::{Figure, FigureName, query};

use crate::support::{folder, run};

/// Arguments, the exit status, and what the sentence must contain.
const WRONG: [(&[&str], i32, &str); 13] = [
    (&["figure", "sine-waves"], 2, "--out"),
    (
        &["figure", "sine-waves", "-o", "noending"],
        2,
        ".svg, .png, .csv",
    ),
    (
        &["figure", "sine-waves", "-o", "a.csv", "--card"],
        2,
        "`--card`",
    ),
    (&["table", "angles", "-o", "old.csv.gz"], 2, ".npy"),
    (
        &["table", "angles", "-o", "nowhere/a.csv"],
        1,
        "nowhere/a.csv",
    ),
    (
        &["table", "angles", "-o", "old.csv", "--dim", "1026"],
        2,
        "1,024",
    ),
    (
        &["table", "angles", "-o", "old.csv", "--position", "NaN"],
        2,
        "10,000,000",
    ),
    (
        &["table", "angles", "-o", "old.csv", "--offset", "4096"],
        2,
        "−4,095",
    ),
    (
        &["table", "encoding", "-o", "old.csv", "--bits", "53.5"],
        2,
        "53",
    ),
    (
        &[
            "table", "angles", "-o", "old.csv", "--dim", "4", "--dim", "6",
        ],
        2,
        "--dim",
    ),
    (
        &["table", "encoding", "-o", "old.csv", "--order", ""],
        2,
        "concatenated",
    ),
    (
        &["figure", "sine-waves", "-o", "a.svg", "--theme", "sepia"],
        2,
        "light, dark",
    ),
    (
        &["figure", "sine-waves", "-o", "a.svg", "--width", "5000"],
        2,
        "4096",
    ),
];

#[test]
fn wrong_requests_leave_one_sentence_and_no_file() {
    let folder = folder("wrong");
    fs::write(folder.join("old.csv"), "old").unwrap();
    for (args, status, expected) in WRONG {
        let output = run(&folder, args);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{args:?}: {error}");
        assert!(
            output.stdout.is_empty() && error.contains(expected),
            "{args:?}: {error}"
        );
        assert!(
            error.starts_with("phasor: ") && error.ends_with(".\n"),
            "{error}"
        );
        assert_eq!(error.lines().count(), 1, "{error}");
        let left = fs::read_dir(&folder).unwrap().count();
        assert!(
            left == 1 && fs::read(folder.join("old.csv")).unwrap() == b"old",
            "{args:?}"
        );
    }
}

#[test]
fn a_new_table_takes_the_place_of_the_old_one() {
    let folder = folder("again");
    for length in ["400", "2"] {
        let args = [
            "table", "encoding", "--length", length, "--dim", "2", "-o", "a.csv",
        ];
        assert!(run(&folder, &args).status.success());
        // One line more than there are rows, for the names.
        let text = fs::read_to_string(folder.join("a.csv")).unwrap();
        assert_eq!((text.lines().count() - 1).to_string(), length);
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn a_folder_in_the_way_is_kept_and_no_part_is_left() {
    let folder = folder("in-the-way");
    fs::create_dir(folder.join("a.csv")).unwrap();
    let output = run(&folder, &["table", "angles", "-o", "a.csv"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1);
    assert!(folder.join("a.csv").is_dir() && fs::read_dir(&folder).unwrap().count() == 1);
}

#[test]
fn a_picture_has_two_pixels_a_css_pixel_and_its_theme_s_paper() {
    let folder = folder("pictures");
    for scheme in [Scheme::Light, Scheme::Dark] {
        let theme = scheme.name();
        let Rgb(red, green, blue) = Theme::new(scheme).color(Ink::Surface);
        let paper = format!("#{red:02x}{green:02x}{blue:02x}");
        let args = |file: &'static str| {
            [
                "figure",
                "binary-bits",
                "--width",
                "321",
                "--theme",
                theme,
                "-o",
                file,
            ]
        };
        assert!(run(&folder, &args("a.svg")).status.success());
        assert!(run(&folder, &args("a.png")).status.success());
        let svg = fs::read_to_string(folder.join("a.svg")).unwrap();
        assert!(svg.contains(&format!("fill=\"{paper}\"")), "{theme}");
        let height = svg
            .split_once("height=\"")
            .unwrap()
            .1
            .split_once('"')
            .unwrap()
            .0;
        let height: u32 = height.parse().unwrap();
        let png = fs::read(folder.join("a.png")).unwrap();
        let number =
            |at: usize| u32::from_be_bytes(png.get(at..at + 4).unwrap().try_into().unwrap());
        assert_eq!(
            (&png[12..16], number(16), number(20)),
            (&b"IHDR"[..], 642, 2 * height)
        );
    }
}

#[test]
fn a_figure_s_file_of_numbers_holds_its_table() {
    let folder = folder("numbers");
    let (spec, errors) = query::parse("position=127&bits=9");
    assert!(errors.is_empty());
    let mut figure = Figure::new(FigureName::from_name("binary-bits").unwrap());
    figure.finish(&spec);
    let (mut csv, mut json) = (Vec::new(), Vec::new());
    figure.table(&spec).write_csv(&mut csv).unwrap();
    figure.table(&spec).write_json(&mut json).unwrap();
    for (file, expected) in [("a.csv", csv), ("a.json", json)] {
        let args = [
            "figure",
            "binary-bits",
            "--position",
            "127",
            "--bits",
            "9",
            "-o",
            file,
        ];
        assert!(run(&folder, &args).status.success());
        assert_eq!(fs::read(folder.join(file)).unwrap(), expected);
    }
}
