//! Pictures of figures, as documents and as pixels.
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

use phasor_draw::{Scheme, Theme};
use phasor_figures::{FigureName, Spec};
use phasor_picture::{Picture, PixelError, Unsupported, show_model};

fn theme(name: &str) -> Theme {
    Theme::new(Scheme::from_name(name).unwrap())
}

fn picture(name: &str) -> Picture {
    let name = FigureName::from_name(name).unwrap();
    Picture::draw(name, &Spec::default(), 480.0, &theme("light")).unwrap()
}

/// Returns width and height of a PNG file.
fn size(png: &[u8]) -> [u32; 2] {
    [16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()))
}

#[test]
fn a_scale_is_the_number_of_pixels_for_each_css_pixel() {
    let picture = picture("rotation-angles");
    let (width, height) = picture.size();
    assert_eq!(width, 480.0);
    for scale in [0.5, 1.0, 3.0] {
        let expected = [width, height].map(|side| (scale * side).ceil() as u32);
        let drawn = size(&picture.png(scale).unwrap());
        for (drawn, expected) in drawn.into_iter().zip(expected) {
            assert!(drawn.abs_diff(expected) <= 1, "{scale}: {drawn}");
        }
    }
}

#[test]
fn a_scale_without_pixels_or_with_too_many_is_an_error() {
    let picture = picture("rotation-angles");
    for scale in [0.0, -2.0, 1e-4, 1e4, f32::MAX, f32::INFINITY, f32::NAN] {
        let error = picture.png(scale).unwrap_err();
        assert!(matches!(error, PixelError::Scale { .. }), "{error}");
        assert!(error.to_string().contains("268,435,456"), "{error}");
    }
}

#[test]
fn a_card_has_the_size_that_networks_expect() {
    let card = picture("distance-heatmap").on_card(&theme("dark"));
    assert_eq!(size(&card.png(2.0).unwrap()), [1200, 630]);
}

#[test]
fn the_text_for_a_picture_is_its_title_and_its_reading() {
    for name in FigureName::ALL {
        let picture = picture(name.name());
        let alt = picture.alt();
        assert!(alt.starts_with(name.title()), "{alt}");
        assert!(alt.ends_with(picture.reading()), "{alt}");
        assert!(!alt.contains("?."), "{alt}");
    }
}

#[test]
fn a_figure_that_cannot_show_a_model_says_so() {
    let text = r#"{"model_type": "llama", "head_dim": 64, "max_position_embeddings": 8192,
        "rope_scaling": {"rope_type": "linear", "factor": 4.0}}"#;
    let model = phasor_model_files::read(text).unwrap().model;
    let layers = model.rope(None).unwrap();
    let drawn = |figure| {
        let mut spec = Spec::default();
        let name = FigureName::from_name(figure).unwrap();
        show_model(name, layers, Some(8192), &mut spec).map(|()| (spec.dim(), spec.base()))
    };
    assert_eq!(drawn("scaled-angles"), Ok((64, 10_000.0)));
    let frequencies = Unsupported::NoFrequencies("binary-code");
    assert_eq!(drawn("binary-code"), Err(frequencies));
    let [figure, rule] = ["sine-waves", "linear"];
    assert_eq!(drawn(figure), Err(Unsupported::NoRule { figure, rule }));
}
