//! Colours are readable, evenly spaced, distinguishable without red or green, and the same in the style sheet.

use std::fs;
use std::path::PathBuf;

use phasor_draw::{Ink, Rgb, Scheme, Theme};

const SCHEMES: [Scheme; 2] = [Scheme::Light, Scheme::Dark];

/// Returns the linear light of the three channels.
fn linear(Rgb(red, green, blue): Rgb) -> [f64; 3] {
    [red, green, blue].map(|channel| {
        let encoded = f64::from(channel) / 255.0;
        match encoded <= 0.040_45 {
            true => encoded / 12.92,
            false => ((encoded + 0.055) / 1.055).powf(2.4),
        }
    })
}

/// Returns the contrast ratio of WCAG 2.2.
fn contrast(a: Rgb, b: Rgb) -> f64 {
    let luminance = |color: Rgb| {
        let [red, green, blue] = linear(color);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Converts linear light to OKLab (Ottosson 2020).
fn oklab([red, green, blue]: [f64; 3]) -> [f64; 3] {
    let cone = |r: f64, g: f64, b: f64| (r * red + g * green + b * blue).cbrt();
    let l = cone(0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9);
    let m = cone(0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6);
    let s = cone(0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5);
    [
        0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
        1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
        0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
    ]
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter()
        .zip(b)
        .map(|(a, b)| (a - b) * (a - b))
        .sum::<f64>()
        .sqrt()
}

#[test]
fn text_can_be_read() {
    for theme in SCHEMES.map(Theme::new) {
        let paper = theme.color(Ink::Surface);
        for ink in [
            Ink::Text,
            Ink::Muted,
            Ink::Query,
            Ink::Key,
            Ink::Third,
            Ink::Trouble,
        ] {
            let ratio = contrast(theme.color(ink), paper);
            assert!(
                ratio >= 4.5,
                "{ink:?} has {ratio:.2} in {:?}",
                theme.scheme()
            );
        }
    }
}

#[test]
fn query_and_key_differ_in_lightness_where_they_are_side_by_side() {
    for theme in SCHEMES.map(Theme::new) {
        let [query, fill, edge, letter, paper] = [
            Ink::Query,
            Ink::KeyFill,
            Ink::Key,
            Ink::Key.on_body(),
            Ink::Surface,
        ]
        .map(|ink| theme.color(ink));
        let scheme = theme.scheme();
        assert!(contrast(query, fill) >= 2.5, "{scheme:?}");
        assert!(contrast(edge, fill) >= 2.5, "{scheme:?}");
        assert!(contrast(edge, paper) >= 4.5, "{scheme:?}");
        assert!(contrast(letter, fill) >= 4.5, "{scheme:?}");
    }
}

#[test]
fn a_key_in_other_colours_is_filled_halfway_to_the_surface() {
    let bytes = |theme: &Theme| {
        let inks = [
            Ink::Surface,
            Ink::Text,
            Ink::Muted,
            Ink::Faint,
            Ink::Query,
            Ink::Key,
            Ink::Third,
        ];
        let colors = inks.map(|ink| theme.color(ink));
        colors.map(|Rgb(r, g, b)| [r, g, b]).concat()
    };
    for theme in SCHEMES.map(Theme::new) {
        let same = theme.clone().with_inks(&bytes(&theme));
        assert_eq!(same, theme);
        let mut other = bytes(&theme);
        other[15..18].copy_from_slice(&[0x10, 0x20, 0x30]);
        let other = theme.clone().with_inks(&other);
        assert_eq!(other.color(Ink::Key), Rgb(0x10, 0x20, 0x30));
        let red = [Ink::Key, Ink::Surface].map(|ink| u16::from(other.color(ink).0));
        assert_eq!(
            u16::from(other.color(Ink::KeyFill).0),
            (red[0] + red[1]) / 2
        );
    }
}

/// Strips and curves of an axis need 3 to 1 on paper, and no axis looks like another one, like the query or like the key.
#[test]
fn axes_of_pictures_can_be_seen_and_are_told_apart() {
    let axes = [Ink::Time, Ink::Rows, Ink::Columns];
    for theme in SCHEMES.map(Theme::new) {
        let color = |ink: Ink| theme.color(ink);
        for (place, &axis) in axes.iter().enumerate() {
            let ratio = contrast(color(axis), color(Ink::Surface));
            assert!(
                ratio >= 3.0,
                "{axis:?} has {ratio:.2} in {:?}",
                theme.scheme()
            );
            let others = axes.iter().skip(place + 1).chain(&[Ink::Query, Ink::Key]);
            for (other, matrix) in
                others.flat_map(|other| DICHROMATS.iter().map(move |m| (*other, m)))
            {
                let apart = distance(
                    perceived(matrix, color(axis)),
                    perceived(matrix, color(other)),
                );
                assert!(apart > 0.09, "{axis:?} and {other:?} are {apart:.3} apart");
            }
        }
    }
}

#[test]
fn curves_can_be_seen() {
    for theme in SCHEMES.map(Theme::new) {
        let paper = theme.color(Ink::Surface);
        for step in 0..=20 {
            let ratio = contrast(theme.color(Ink::Frequency(step as f32 / 20.0)), paper);
            assert!(
                ratio >= 3.0,
                "{step} of 20 has {ratio:.2} in {:?}",
                theme.scheme()
            );
        }
    }
}

/// Returns the steps of a colour map from 0 to 1, in OKLab.
fn walk(theme: &Theme, ink: impl Fn(f32) -> Ink) -> Vec<[f64; 3]> {
    (0..=32)
        .map(|step| oklab(linear(theme.color(ink(step as f32 / 32.0)))))
        .collect()
}

#[test]
fn equal_steps_look_equal() {
    for theme in SCHEMES.map(Theme::new) {
        let maps = [
            walk(&theme, Ink::Frequency),
            walk(&theme, Ink::Sequential),
            walk(&theme, |t| Ink::Diverging(2.0 * t - 1.0)),
        ];
        for map in maps {
            let steps: Vec<f64> = map
                .windows(2)
                .map(|pair| distance(pair[0], pair[1]))
                .collect();
            let mean = steps.iter().sum::<f64>() / steps.len() as f64;
            for step in steps {
                // Eight bits per channel and the edge of the gamut cause a little unevenness, and the map of signed
                // values has a corner at 0.
                let ratio = step / mean;
                assert!((0.35..1.4).contains(&ratio), "{ratio:.2}");
            }
        }
    }
}

#[test]
fn more_is_always_further_from_the_paper() {
    for theme in SCHEMES.map(Theme::new) {
        let lightness: Vec<f64> = walk(&theme, Ink::Sequential)
            .iter()
            .map(|lab| lab[0])
            .collect();
        let signed = if theme.scheme() == Scheme::Light {
            -1.0
        } else {
            1.0
        };
        assert!(
            lightness
                .windows(2)
                .all(|pair| signed * (pair[1] - pair[0]) > 0.0)
        );
        let diverging = walk(&theme, |t| Ink::Diverging(2.0 * t - 1.0));
        let middle = diverging[16];
        assert!(middle[1].hypot(middle[2]) < 0.03, "zero has a hue");
        for (low, high) in diverging.iter().zip(diverging.iter().rev()) {
            assert!(
                (low[0] - high[0]).abs() < 0.08,
                "one sign is lighter than the other"
            );
        }
    }
}

/// The linear light that dichromats see: Machado, Oliveira and Fernandes 2009, severity 1.
const DICHROMATS: [[[f64; 3]; 3]; 2] = [
    [
        [0.152_286, 1.052_583, -0.204_868],
        [0.114_503, 0.786_281, 0.099_216],
        [-0.003_882, -0.048_116, 1.051_998],
    ],
    [
        [0.367_322, 0.860_646, -0.227_968],
        [0.280_085, 0.672_501, 0.047_413],
        [-0.011_820, 0.042_940, 0.968_881],
    ],
];

/// Returns what a dichromat sees of a colour, in OKLab.
fn perceived(matrix: &[[f64; 3]; 3], color: Rgb) -> [f64; 3] {
    let light = linear(color);
    let channel = |row: [f64; 3]| {
        row.iter()
            .zip(light)
            .map(|(a, b)| a * b)
            .sum::<f64>()
            .clamp(0.0, 1.0)
    };
    oklab(matrix.map(channel))
}

#[test]
fn hues_are_told_apart_without_red_or_green() {
    for theme in SCHEMES.map(Theme::new) {
        for matrix in &DICHROMATS {
            let apart = |a: Ink, b: Ink| {
                distance(
                    perceived(matrix, theme.color(a)),
                    perceived(matrix, theme.color(b)),
                )
            };
            // A difference of about 0.02 is just noticeable.
            assert!(apart(Ink::Frequency(0.0), Ink::Frequency(1.0)) > 0.2);
            assert!(apart(Ink::Frequency(0.0), Ink::Frequency(0.5)) > 0.06);
            assert!(apart(Ink::Frequency(0.5), Ink::Frequency(1.0)) > 0.06);
            assert!(apart(Ink::Query, Ink::Key) > 0.08);
            // New angles are marked on the dials of slow pairs.
            assert!(apart(Ink::Frequency(0.5), Ink::Trouble) > 0.1);
            assert!(apart(Ink::Frequency(1.0), Ink::Trouble) > 0.1);
            assert!(apart(Ink::Diverging(-1.0), Ink::Diverging(1.0)) > 0.15);
        }
    }
}

#[test]
fn the_style_sheet_has_the_same_colours() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../style/tokens.css");
    let css = fs::read_to_string(path).unwrap();
    let [light, dark] = SCHEMES.map(Theme::new);
    for (name, ink) in [
        ("surface", Ink::Surface),
        ("text", Ink::Text),
        ("muted", Ink::Muted),
        ("faint", Ink::Faint),
        ("query", Ink::Query),
        ("key", Ink::Key),
        ("third", Ink::Third),
        ("trouble", Ink::Trouble),
    ] {
        let hex = |theme: &Theme| {
            let Rgb(red, green, blue) = theme.color(ink);
            format!("#{red:02x}{green:02x}{blue:02x}")
        };
        let line = format!(
            "--{name}: var(--phasor-{name}, light-dark({}, {}));",
            hex(&light),
            hex(&dark)
        );
        assert!(css.contains(&line), "style/tokens.css lacks `{line}`");
    }
}
