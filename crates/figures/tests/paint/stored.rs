//! Drawings match those stored in `tests/pictures`.
//!
//! `PHASOR_BLESS=1 cargo test -p phasor-figures --test paint` stores the current drawings.

use std::fs;
use std::path::{Path, PathBuf};

use phasor_draw::svg::svg;
use phasor_draw::{Image, Scheme, Theme};
use phasor_figures::{Figure, FigureName, Spec};

use crate::measured::{drawn, measured};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/pictures")
}

/// Returns a stand-in for an image: its size and a hash of its bytes (FNV-1a).
fn fingerprint(image: &Image) -> String {
    let hash = image
        .bytes()
        .iter()
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
    format!("image:{0}x{0},{hash:016x}", image.size())
}

/// Compares a drawing with the stored one, which `PHASOR_BLESS` replaces.
fn assert_stored(path: &Path, drawn: &str) {
    if std::env::var_os("PHASOR_BLESS").is_some() {
        fs::write(path, drawn).unwrap();
    }
    const ACCEPT: &str =
        "look at it, and accept it with `PHASOR_BLESS=1 cargo test -p phasor-figures --test paint`";
    match fs::read_to_string(path) {
        Ok(stored) => assert!(
            stored == drawn,
            "{} differs from what is drawn; {ACCEPT}",
            path.display()
        ),
        Err(_) => panic!("{} is not stored yet; {ACCEPT}", path.display()),
    }
}

#[test]
fn every_figure_is_drawn_as_stored() {
    let folder = folder();
    for name in FigureName::ALL {
        for (scheme, word, width) in [
            (Scheme::Light, "light", 760.0),
            (Scheme::Dark, "dark", 340.0),
        ] {
            let mut figure = Figure::new(name);
            figure.finish(&Spec::default());
            let reading = figure.reading(&Spec::default());
            let drawing = figure.draw(&Spec::default(), width);
            let words = (name.title(), reading.as_str());
            let text = svg(drawing, &Theme::new(scheme), words, |image| {
                Ok(fingerprint(image))
            });
            let text = text.unwrap();
            let path = folder.join(format!("{}-{word}-{width}.svg", name.name()));
            assert_stored(&path, &text);
        }
    }
}

#[test]
fn bulk_rope_is_drawn_as_stored() {
    let folder = folder();
    let bulk = measured();
    let reading = bulk.reading();
    for (scheme, word, width) in [
        (Scheme::Light, "light", 760.0),
        (Scheme::Dark, "dark", 340.0),
    ] {
        let drawing = drawn(&bulk, width);
        let words = ("Bulk RoPE", reading.as_str());
        let text = svg(&drawing, &Theme::new(scheme), words, |_| Ok(String::new())).unwrap();
        let path = folder.join(format!("bulk-rope-{word}-{width}.svg"));
        assert_stored(&path, &text);
    }
}
